import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { TakeDocumentNumber } from './invoice.commands.ts';
import type { DocumentKind, DocumentNumberEvent } from './invoice.events.ts';

/** The last number, and what it was taken for: all that the next one depends on. */
export type LastNumber = Pick<DocumentNumberEvent['data'], 'documentId' | 'sequence' | 'issuedOn'> | null;
type NumberDecider = Decider<IntentOf<TakeDocumentNumber>, LastNumber, DocumentNumberEvent>;

/**
 * Numbers without a gap. The next one is asked for only once the document of the last one is issued, so that whoever asks again for the same
 * document finds its number in the last event (docs/BILLING.md#invoices).
 */
const numbering: Omit<NumberDecider, 'category'> = {
  snapshot: { version: 1 },
  initial: null,

  decide({ data }, last) {
    if (last?.documentId === data.documentId) return [];
    // Clocks of several servers differ, and the organization may change its time zone.
    const issuedOn = last && last.issuedOn > data.issuedOn ? last.issuedOn : data.issuedOn;
    return [{ type: 'DocumentNumberTaken', data: { ...data, sequence: (last?.sequence ?? 0) + 1, issuedOn } }];
  },

  evolve: (_, { data: { documentId, sequence, issuedOn } }) => ({ documentId, sequence, issuedOn }),
};

const invoiceNumberDecider: NumberDecider = {
  category: 'invoices',
  ...numbering,
};

const creditNoteNumberDecider: NumberDecider = {
  category: 'creditnotes',
  ...numbering,
};

export const documentNumberDeciders: Readonly<Record<DocumentKind, NumberDecider>> = {
  invoice: invoiceNumberDecider,
  credit_note: creditNoteNumberDecider,
};
