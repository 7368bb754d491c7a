import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import { pathOf } from './file.rules.ts';
import { fileEvents, type FileEvent, type FileService, type ImageType } from './file.events.ts';

export interface FileDocument extends Document {
  created_at: Instant;
  organization_id: string;
  service: FileService;
  name: string;
  /** As it was created: it names nothing on a disk. */
  path: string;
  mime_type: string;
  size: number;
  version: string | null;
  sha256: string | null;
  checksum_etag: string | null;
  is_uploaded: boolean;
  /** When the upload was complete. */
  last_modified_at: Instant | null;
  blob_id: string | null;
  /** What the bytes are, whatever `mime_type` says; null if they are no raster image. */
  image: ImageType | null;
}

/** Files, until they are deleted. */
export const fileProjection: Projection<FileDocument, FileEvent> = {
  name: 'files',
  version: 2,
  indexes: [['organization_id', 'is_uploaded', 'created_at']],
  lists: { scope: ['organization_id', 'is_uploaded'], sortings: ['created_at'], filters: [], sums: ['size'] },
  handles: typesOf(fileEvents),
  targets: (event) => [event.data.fileId],

  evolve(document, event, id) {
    if (event.type === 'FileCreated') {
      const { organizationId, service, name, mimeType, size, version, sha256 } = event.data;
      return {
        id,
        created_at: event.metadata.occurredAt,
        organization_id: organizationId,
        service,
        name,
        path: pathOf(event.data),
        mime_type: mimeType,
        size,
        version,
        sha256,
        checksum_etag: null,
        is_uploaded: false,
        last_modified_at: null,
        blob_id: null,
        image: null,
      };
    }
    return document && changed(document, event, event.metadata.occurredAt);
  },
};

function changed(
  document: FileDocument,
  event: Exclude<FileEvent, { type: 'FileCreated' }>,
  at: Instant,
): FileDocument | undefined {
  switch (event.type) {
    case 'FileUploaded': {
      const { blobId: blob_id, sha256, etag: checksum_etag, image } = event.data;
      return { ...document, blob_id, sha256, checksum_etag, image, is_uploaded: true, last_modified_at: at };
    }
    case 'FileRenamed':
      return { ...document, name: event.data.name };
    case 'FileVersionChanged':
      return { ...document, version: event.data.version };
    case 'FileDeleted':
      return undefined;
  }
}
