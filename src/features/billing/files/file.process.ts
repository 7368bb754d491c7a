import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../../accounts/organizations/organization.events.ts';
import { DeleteFilesOf, DiscardFileBytes, DiscardFileParts } from './file.commands.ts';
import type { FileEvent } from './file.events.ts';

type OrganizationDeleted = Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationDeleted' }>;

/** Has the bytes of deleted files deleted, and the files of deleted organizations. */
export const fileProcess: ProcessManager<FileEvent | OrganizationDeleted> = {
  name: 'files',
  handles: ['FileDeleted', 'OrganizationDeleted'],

  react(event) {
    switch (event.type) {
      case 'FileDeleted': {
        const { fileId, blobId } = event.data;
        if (blobId === null) return [send(DiscardFileParts, { fileId })];
        return [send(DiscardFileBytes, { blobId, at: event.metadata.recordedAt })];
      }
      case 'OrganizationDeleted':
        return [send(DeleteFilesOf, { organizationId: event.data.organizationId })];
      default:
        return [];
    }
  },
};
