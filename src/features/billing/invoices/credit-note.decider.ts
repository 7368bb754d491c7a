import { NotFound } from '../../../kernel/errors.ts';
import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { CancelCreditNote, IssueCreditNote } from './invoice.commands.ts';
import type { CreditNoteEvent, Day } from './invoice.events.ts';

type Issued = Extract<CreditNoteEvent, { type: 'CreditNoteIssued' }>['data'];
type CreditNoteIntent =
  IntentWith<IssueCreditNote, Issued> | IntentWith<CancelCreditNote, { refundId: string; canceledOn: Day }>;

/** A refund has one credit note. It stays when the refund fails later, and says then that it is void. */
export type CreditNoteState = { status: 'absent' } | { status: 'issued' | 'canceled'; issued: Issued };

export const creditNoteDecider: Decider<CreditNoteIntent, CreditNoteState, CreditNoteEvent> = {
  category: 'creditnote',
  initial: { status: 'absent' },

  decide(intent, state) {
    if (intent.type === 'IssueCreditNote')
      return state.status === 'absent' ? [{ type: 'CreditNoteIssued', data: intent.data }] : [];
    if (state.status === 'absent') throw new NotFound();
    if (state.status === 'canceled') return [];
    const { refundId, orderId, organizationId, customerId, number } = state.issued;
    const about = { refundId, orderId, organizationId, customerId, number };
    return [{ type: 'CreditNoteCanceled', data: { ...about, canceledOn: intent.data.canceledOn } }];
  },

  evolve(state, { type, data }) {
    if (type === 'CreditNoteIssued') return { status: 'issued', issued: data };
    return state.status === 'absent' ? state : { ...state, status: 'canceled' };
  },
};
