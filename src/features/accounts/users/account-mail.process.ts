import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SendAccountMail } from './account-mail.commands.ts';
import type { AccountMailEvent } from './account-mail.events.ts';

/** Looks for whoever has the address once the visitor has his answer. */
export const accountMailProcess: ProcessManager<AccountMailEvent> = {
  name: 'account-mails',
  from: 'beginning',
  handles: ['AccountMailRequested'],
  react: ({ data: { requestId, kind } }) => [send(SendAccountMail, { requestId, kind })],
};
