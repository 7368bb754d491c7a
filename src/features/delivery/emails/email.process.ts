import type { SubjectEvent } from '../../../kernel/writing/events.ts';
import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { EraseEmails } from './email.commands.ts';

/** Also erases mails that were sent while their person was being erased. */
export const emailErasingProcess = reactingTo<SubjectEvent>()({
  name: 'email-erasing',
  group: 'delivery',
  on: { SubjectErased: ({ subject }) => [send(EraseEmails, { subject })] },
});
