import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { EraseSubject } from '../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { EXTERNAL_ID_CLAIM, type CustomerEvent } from '../customers/customer.events.ts';
import { CompleteIngest } from './usage.commands.ts';
import type { UsageIngestSplit } from './usage.events.ts';

/** Erases what was reported under a customer's external id before they existed, with the customer. */
export const usageErasingProcess = reactingTo<CustomerEvent>()({
  name: 'usage-erasing',
  on: {
    CustomerDeleted: ({ released, erase }) => {
      const externalIds = erase ? released.filter(({ kind }) => kind === EXTERNAL_ID_CLAIM) : [];
      return externalIds.map(({ digest }) => send(EraseSubject, { subject: subjectOf.measured(digest) }, digest));
    },
  },
});

/** A call is kept whole, also if its process ended between two of its appends. */
export const usageCompletingProcess = reactingTo<UsageIngestSplit>()({
  name: 'usage-completing',
  on: { UsageIngestSplit: (data) => [send(CompleteIngest, data)] },
});
