import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import { NotifyFormerAddress, SendPortalCode } from './portal-code.commands.ts';
import type { PortalCodeEvent } from './portal-code.events.ts';

/** Sends codes after the request was answered, so that the answer takes as long for every address. */
export const portalCodeProcess = reactingTo<PortalCodeEvent>()({
  name: 'portal-codes',
  on: { PortalCodeRequested: ({ requestId, organizationId }) => [send(SendPortalCode, { requestId, organizationId })] },
});

/** Whoever changes a customer's address, its former owner gets a mail about it. */
export const formerAddressProcess = reactingTo<CustomerEvent>()({
  name: 'former-addresses',
  on: {
    CustomerUpdated: ({ customerId, releasedEmailClaim }, { revision }) =>
      releasedEmailClaim ? [send(NotifyFormerAddress, { customerId, revision })] : [],
  },
});
