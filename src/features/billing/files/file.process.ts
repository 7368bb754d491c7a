import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../../accounts/organizations/organization.events.ts';
import { DeleteFilesOf, DiscardFileBytes, DiscardFileParts } from './file.commands.ts';
import type { FileEvent } from './file.events.ts';

/** Has the bytes of deleted files deleted, and the files of deleted organizations. */
export const fileProcess = reactingTo<FileEvent | EventsOf<typeof organizationEvents>>()({
  name: 'files',
  on: {
    FileDeleted: ({ fileId, blobId }, { metadata: { recordedAt: at } }) =>
      blobId === null ? [send(DiscardFileParts, { fileId })] : [send(DiscardFileBytes, { blobId, at })],
    OrganizationDeleted: ({ organizationId }) => [send(DeleteFilesOf, { organizationId })],
  },
});
