import { EraseSubject } from '../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { UserEvent } from './user.events.ts';

type Handled = Extract<UserEvent, { type: 'UserDeleted' }>;

/** Repeats what the handler does after it has deleted somebody who is to be erased: it may have died in between. */
export const userErasingProcess: ProcessManager<Handled> = {
  name: 'user-erasing',
  from: 'beginning',
  handles: ['UserDeleted'],
  react: ({ data: { userId, erase } }) => (erase ? [send(EraseSubject, { subject: subjectOf.user(userId) })] : []),
};
