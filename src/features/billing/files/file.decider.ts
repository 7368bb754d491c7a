import { NotFound } from '../../../kernel/errors.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type { CompleteUpload, CreateFile, DeleteFile, JoinedUpload, UpdateFile } from './file.commands.ts';
import type { FileEvent } from './file.events.ts';
import { pathOf, refuseFile, refuseName } from './file.rules.ts';

type FileIntent = IntentOf<CreateFile | UpdateFile | DeleteFile> | IntentWith<CompleteUpload, JoinedUpload>;

/** What is known of a file before its bytes have arrived, too. */
type Announced = CreateFile['data'] & {
  /** As it was created. */
  path: string;
};
export type FileState =
  | { status: 'absent' }
  | { status: 'deleted' }
  | ({ status: 'announced' } & Announced)
  | ({ status: 'uploaded'; blobId: string } & Announced);

/** A file that a seller uploads (docs/BILLING.md#files). */
export const fileDecider: Decider<FileIntent, FileState, FileEvent> = {
  category: 'file',
  initial: { status: 'absent' },
  edits: { types: ['FileRenamed', 'FileVersionChanged'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateFile':
        return create(data, state);
      case 'CompleteUpload':
        return complete(data, known(state));
      case 'UpdateFile':
        return update(data, known(state));
      case 'DeleteFile':
        return remove(known(state));
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'FileCreated':
        return { status: 'announced', path: pathOf(event.data), ...event.data };
      case 'FileUploaded':
        return isKnown(state) ? { ...state, status: 'uploaded', blobId: event.data.blobId } : state;
      case 'FileRenamed':
        return isKnown(state) ? { ...state, name: event.data.name } : state;
      case 'FileVersionChanged':
        return isKnown(state) ? { ...state, version: event.data.version } : state;
      case 'FileDeleted':
        return { status: 'deleted' };
    }
  },
};

type Known = Extract<FileState, { fileId: string }>;

function create(data: CreateFile['data'], state: FileState): FileEvent[] {
  if (state.status !== 'absent') return [];
  refuseFile(data);
  return [{ type: 'FileCreated', data }];
}

/** The first of several that race. */
function complete({ blobId, sha256, etag, image }: JoinedUpload, file: Known): FileEvent[] {
  if (file.status === 'uploaded') return [];
  const { fileId, organizationId } = file;
  return [{ type: 'FileUploaded', data: { fileId, organizationId, blobId, sha256, etag, image } }];
}

function update({ name, version }: UpdateFile['data'], file: Known): FileEvent[] {
  const { fileId } = file;
  if (name !== undefined) refuseName(name);
  return [
    ...(name !== undefined && name !== file.name ? [{ type: 'FileRenamed' as const, data: { fileId, name } }] : []),
    ...(version !== undefined && version !== file.version
      ? [{ type: 'FileVersionChanged' as const, data: { fileId, version } }]
      : []),
  ];
}

function remove(file: Known): FileEvent[] {
  const { fileId, organizationId } = file;
  const blobId = file.status === 'uploaded' ? file.blobId : null;
  return [{ type: 'FileDeleted', data: { fileId, organizationId, blobId } }];
}

function known(state: FileState): Known {
  if (!isKnown(state)) throw new NotFound();
  return state;
}

function isKnown(state: FileState): state is Known {
  return state.status === 'announced' || state.status === 'uploaded';
}
