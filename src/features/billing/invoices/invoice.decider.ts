import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { IssueInvoice } from './invoice.commands.ts';
import type { InvoiceEvent } from './invoice.events.ts';

/** An order has one invoice, which never changes. */
export type InvoiceState = { status: 'absent' } | { status: 'issued'; number: string };

export const invoiceDecider: Decider<IntentWith<IssueInvoice, InvoiceEvent['data']>, InvoiceState, InvoiceEvent> = {
  category: 'invoice',
  initial: { status: 'absent' },
  decide: ({ data }, { status }) => (status === 'absent' ? [{ type: 'InvoiceIssued', data }] : []),
  evolve: (_, { data: { number } }) => ({ status: 'issued', number }),
};
