import { command } from '../../../kernel/writing/command.ts';

/** Asks for a code to sign in to an organization's portal; does the same for every address. */
export class RequestPortalCode extends command('RequestPortalCode')<{ organizationId: string; email: string }, void> {}
/** Sends the code, if a customer of the organization has the address. */
export class SendPortalCode extends command('SendPortalCode')<{ requestId: string; organizationId: string }, void> {}
