import type { SubjectEvent } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { EraseEmails } from './email.commands.ts';

/** Also erases mails that were sent while their person was being erased. */
export const emailErasingProcess: ProcessManager<SubjectEvent> = {
  name: 'email-erasing',
  group: 'delivery',
  handles: ['SubjectErased'],
  react: ({ data: { subject } }) => [send(EraseEmails, { subject })],
};
