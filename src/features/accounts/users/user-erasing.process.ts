import { EraseSubject } from '../../../kernel/erasing.ts';
import { subjectOf } from '../../../kernel/events.ts';
import { send, type ProcessManager } from '../../../kernel/process.ts';
import type { UserEvent } from './user.events.ts';

type Handled = Extract<UserEvent, { type: 'UserDeleted' }>;

/** Repeats what the handler does after it has deleted somebody who is to be erased: it may have died in between. */
export const userErasingProcess: ProcessManager<Handled> = {
  name: 'user-erasing',
  from: 'beginning',
  handles: ['UserDeleted'],
  react: ({ data: { userId, erase } }) => (erase ? [send(EraseSubject, { subject: subjectOf.user(userId) })] : []),
};
