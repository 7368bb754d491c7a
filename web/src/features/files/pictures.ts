import { ownPath, type FileService } from '@/api/files';
import { ApiError } from '@/api/error';

/** What a file field accepts. */
export const PICTURES = 'image/jpeg,image/png,image/gif,image/webp,image/svg+xml';

const MIB = 1_048_576;
const LARGEST: Record<Exclude<FileService, 'downloadable'>, number> = {
  product_media: 10 * MIB,
  organization_avatar: MIB,
};

/** Why a file need not be sent; undefined if the server is to decide. */
export function fileProblem(file: File, service: FileService): string | undefined {
  if (file.size === 0) return 'This file is empty.';
  if (service === 'downloadable') return undefined;
  if (!PICTURES.split(',').includes(file.type)) return 'Choose a JPEG, PNG, GIF, WebP or SVG image.';
  if (file.size > LARGEST[service]) return `Choose an image of at most ${LARGEST[service] / MIB} MB.`;
  return undefined;
}

/** What the server says about a file, in one line. */
export function uploadProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return 'This file could not be read. Choose it again.';
  return Object.values(error.fields)[0] ?? error.message;
}

/** The address of a picture that this server serves; undefined for pictures elsewhere, which pages do not show. */
export function shownPicture(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const path = ownPath(url);
  return path.startsWith('/media/') ? path : undefined;
}
