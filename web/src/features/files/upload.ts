import { completeFile, createFile, putPart, type AnnouncedPart, type FileService } from '@/api/files';
import type { FileRead } from '@/api/types';

const PART_BYTES = 8 * 1_048_576;

/** Browsers do not name the type of every file. */
const UNKNOWN_TYPE = 'application/octet-stream';

interface Upload {
  organizationId: string;
  service: FileService;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file in parts, one after the other, each with its SHA-256.
 * @throws ApiError what the server refuses
 */
export async function uploadFile(
  file: File,
  { organizationId, service, onProgress, signal }: Upload,
): Promise<FileRead> {
  const { name, size, type } = file;
  const parts: AnnouncedPart[] = [];
  for (let start = 0; start < size; start += PART_BYTES) {
    const end = Math.min(start + PART_BYTES, size);
    const checksum_sha256_base64 = await sha256(file.slice(start, end));
    parts.push({ number: parts.length + 1, chunk_start: start, chunk_end: end, checksum_sha256_base64 });
  }
  const mimeType = type || UNKNOWN_TYPE;
  const created = await createFile({ organizationId, service, name, mimeType, size, parts });
  const uploaded = [];
  for (const part of created.upload.parts) {
    const { number, chunk_start, chunk_end, checksum_sha256_base64 } = part;
    const onSent = (bytes: number) => onProgress((chunk_start + bytes) / size);
    const checksum_etag = await putPart(part, file.slice(chunk_start, chunk_end), onSent, signal);
    uploaded.push({ number, checksum_etag, checksum_sha256_base64 });
  }
  return completeFile(created, uploaded);
}

/** In base64; null on a page that is not secure, where browsers do not compute it. */
async function sha256(bytes: Blob): Promise<string | null> {
  if (!crypto.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return btoa(String.fromCharCode(...digest));
}
