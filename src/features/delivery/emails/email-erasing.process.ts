import type { SubjectEvent } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { EraseEmails } from './email.commands.ts';

/** Mails that were sent while somebody was being erased go too. */
export const emailErasingProcess: ProcessManager<SubjectEvent> = {
  name: 'email-erasing',
  from: 'beginning',
  handles: ['SubjectErased'],
  react: ({ data: { subject } }) => [send(EraseEmails, { subject })],
};
