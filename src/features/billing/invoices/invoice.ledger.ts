import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { DocumentNumberEvent } from './invoice.events.ts';

/** A number is about the order or the refund that it was taken for. */
export const invoiceFacts: LedgerFacts<DocumentNumberEvent> = {
  DocumentNumberTaken: ({ kind, documentId }) => ({ about: { [kind === 'invoice' ? 'order' : 'refund']: documentId } }),
};
