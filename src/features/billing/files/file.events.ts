import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** The stream `file-{UUIDv7}` grows with the seller's changes. */
export const fileStream = (fileId: string): string => `file-${fileId}`;

/** What a file is for: bought files, or public pictures. */
export type FileService = 'downloadable' | 'product_media' | 'organization_avatar';

export const fileEvents = {
  /** An upload was announced; its bytes arrive in parts. */
  FileCreated: event<{
    fileId: string;
    organizationId: string;
    service: FileService;
    name: string;
    mimeType: string;
    /** In bytes. */
    size: number;
    version: string | null;
    /** Of the whole, in base64, if the seller said it. */
    sha256: string | null;
    /** How many parts it arrives in. */
    parts: number;
  }>(),
  /** All parts have arrived, and were checked and joined. */
  FileUploaded: event<{
    fileId: string;
    organizationId: string;
    blobId: string;
    /** Of the whole, in base64; null if it was not said and there were several parts. */
    sha256: string | null;
    etag: string;
    /** The type of raster image that the bytes begin as; null if they are none. */
    image: ImageType | null;
  }>(),
  FileRenamed: event<{ fileId: string; name: string }>(),
  FileVersionChanged: event<{ fileId: string; version: string | null }>(),
  FileDeleted: event<{ fileId: string; organizationId: string; blobId: string | null }>(),
};

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

export type FileEvent = EventsOf<typeof fileEvents>;
