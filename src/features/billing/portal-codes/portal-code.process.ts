import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import { NotifyFormerAddress, SendPortalCode } from './portal-code.commands.ts';
import type { PortalCodeEvent } from './portal-code.events.ts';

/** Sends codes after the request was answered, so that the answer takes as long for every address. */
export const portalCodeProcess: ProcessManager<PortalCodeEvent> = {
  name: 'portal-codes',
  handles: ['PortalCodeRequested'],
  react: ({ data: { requestId, organizationId } }) => [send(SendPortalCode, { requestId, organizationId })],
};

/** Whoever changes a customer's address, its former owner gets a mail about it. */
export const formerAddressProcess: ProcessManager<Extract<CustomerEvent, { type: 'CustomerUpdated' }>> = {
  name: 'former-addresses',
  handles: ['CustomerUpdated'],
  react: ({ data: { customerId, releasedEmailClaim }, revision }) =>
    releasedEmailClaim ? [send(NotifyFormerAddress, { customerId, revision })] : [],
};
