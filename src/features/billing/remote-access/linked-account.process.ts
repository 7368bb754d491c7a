import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import type { AccessEvent } from '../grants/access/access.events.ts';
import { ForgetLinkedAccount, SettleAccountClaim, UnlinkCustomerAccounts } from './linked-account.commands.ts';
import { linkedAccountsStream, type LinkedAccountEvent } from './linked-account.events.ts';

/** Settles claims in case a request stopped half-way, unlinks those of deleted customers, and forgets what is not needed any more. */
export const linkedAccountsProcess = reactingTo<CustomerEvent | LinkedAccountEvent | AccessEvent>()({
  name: 'linked-accounts',
  key: ({ data }) => linkedAccountsStream(data.customerId),
  on: {
    CustomerDeleted: ({ customerId }) => [send(UnlinkCustomerAccounts, { customerId })],
    CustomerAccountLinked: ({ customerId, claim }) => [send(SettleAccountClaim, { customerId, claim })],
    CustomerAccountUnlinked: ({ customerId, linkId, released: claim }) => [
      send(SettleAccountClaim, { customerId, claim }),
      send(ForgetLinkedAccount, { customerId, linkId }),
    ],
    BenefitAccessTaken: ({ customerId, linkId }) => [send(ForgetLinkedAccount, { customerId, linkId })],
  },
});
