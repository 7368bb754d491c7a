import { ConcurrencyConflict } from '../../../kernel/errors.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { TakeDocumentNumbers } from './invoice.commands.ts';
import { numbersStream, type Day, type DocumentKind, type DocumentNumberEvent } from './invoice.events.ts';

export interface DocumentNumber {
  sequence: number;
  issuedOn: Day;
}

/** The last number, and those whose documents may not be issued yet. */
export interface DocumentNumbersState {
  last: DocumentNumber | null;
  open: Readonly<Record<string, DocumentNumber>>;
}
type NumberDecider = Decider<IntentOf<TakeDocumentNumbers>, DocumentNumbersState, DocumentNumberEvent>;

/**
 * Numbers without a gap. One stays with its document until that is known to be issued: whoever asks again before finds it here, and
 * afterwards finds the document (docs/BILLING.md#invoices).
 */
const numbering: Omit<NumberDecider, 'category'> = {
  snapshot: { version: 2 },
  initial: { last: null, open: {} },

  decide({ data: { documents, issued, after, ...about } }, { last, open }) {
    const { organizationId, kind, year } = about;
    // Which documents are issued was looked up before other numbers were taken.
    if (after !== (last?.sequence ?? 0)) throw new ConcurrencyConflict(numbersStream(kind, organizationId, year));
    const events: DocumentNumberEvent[] = [];
    let latest = last;
    for (const { documentId, issuedOn: day } of documents) {
      if (open[documentId] || events.some(({ data }) => data.documentId === documentId)) continue;
      // Clocks of several servers differ, and the organization may change its time zone.
      latest = {
        sequence: (latest?.sequence ?? 0) + 1,
        issuedOn: latest && latest.issuedOn > day ? latest.issuedOn : day,
      };
      const data = { ...about, documentId, ...latest, issued: events.length === 0 ? issued : [] };
      events.push({ type: 'DocumentNumberTaken', data });
    }
    return events;
  },

  evolve({ open }, { data: { documentId, sequence, issuedOn, issued } }) {
    const number = { sequence, issuedOn };
    const still = issued ? Object.entries(open).filter(([id]) => !issued.includes(id)) : [];
    return { last: number, open: { ...Object.fromEntries(still), [documentId]: number } };
  },
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
