import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import { LinkReportedUsage } from './customer-meter.commands.ts';

/** What was reported under an external id before a customer had it is theirs (docs/BILLING.md#metered-usage). */
export const usageLinksProcess: ProcessManager<
  Extract<CustomerEvent, { type: 'CustomerCreated' | 'CustomerUpdated' }>
> = {
  name: 'usage-links',
  from: 'beginning',
  handles: ['CustomerCreated', 'CustomerUpdated'],
  react: ({ data: { customerId, externalIdClaim } }) =>
    externalIdClaim ? [send(LinkReportedUsage, { customerId, owner: externalIdClaim.digest })] : [],
};
