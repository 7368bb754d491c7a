import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import type { AccessEvent } from '../grants/access.events.ts';
import { ForgetLinkedAccount, SettleAccountClaim, UnlinkCustomerAccounts } from './linked-account.commands.ts';
import { linkedAccountsStream, type LinkedAccountEvent } from './linked-account.events.ts';

type Handled =
  | Extract<CustomerEvent, { type: 'CustomerDeleted' }>
  | Extract<LinkedAccountEvent, { type: 'CustomerAccountLinked' | 'CustomerAccountUnlinked' }>
  | Extract<AccessEvent, { type: 'BenefitAccessTaken' }>;

/** Settles claims in case a request stopped half-way, unlinks those of deleted customers, and forgets what is not needed any more. */
export const linkedAccountsProcess: ProcessManager<Handled> = {
  name: 'linked-accounts',
  handles: ['CustomerDeleted', 'CustomerAccountLinked', 'CustomerAccountUnlinked', 'BenefitAccessTaken'],
  key: ({ data }) => linkedAccountsStream(data.customerId),

  react({ type, data }) {
    const { customerId } = data;
    switch (type) {
      case 'CustomerDeleted':
        return [send(UnlinkCustomerAccounts, { customerId })];
      case 'CustomerAccountLinked':
        return [send(SettleAccountClaim, { customerId, claim: data.claim })];
      case 'CustomerAccountUnlinked':
        return [
          send(SettleAccountClaim, { customerId, claim: data.released }),
          send(ForgetLinkedAccount, { customerId, linkId: data.linkId }),
        ];
      case 'BenefitAccessTaken':
        return [send(ForgetLinkedAccount, { customerId, linkId: data.linkId })];
    }
  },
};
