import { command } from '../../../kernel/writing/command.ts';

/** Mails the owners of an organization that one of its webhook endpoints was disabled. */
export class SendEndpointDisabledMails extends command('SendEndpointDisabledMails')<
  { organizationId: string; endpointId: string; failed: number },
  void
> {}
