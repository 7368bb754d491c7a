import type { Feature } from '../../../app/feature.ts';
import { creditNoteDecider } from './credit-note.decider.ts';
import { CreditNoteFilesController, InvoiceFilesController } from './document-files.controller.ts';
import { documentNumberDeciders } from './document-number.decider.ts';
import { DocumentNumbers } from './document-numbers.service.ts';
import { DocumentPdf } from './document-pdf.service.ts';
import { invoiceDecider } from './invoice.decider.ts';
import { creditNoteEvents, documentNumberEvents, invoiceEvents } from './invoice.events.ts';
import { invoiceFacts } from './invoice.ledger.ts';
import { invoiceProcess } from './invoice.process.ts';
import { InvoiceLinks } from './invoice-links.service.ts';
import { OrderInvoicesController, RefundCreditNotesController } from './invoices.controller.ts';
import { invoiceHandlers } from './invoices.handlers.ts';
import { Invoices } from './invoices.service.ts';

export const invoices: Feature = {
  controllers: [
    OrderInvoicesController,
    RefundCreditNotesController,
    InvoiceFilesController,
    CreditNoteFilesController,
  ],
  providers: [DocumentNumbers, DocumentPdf, InvoiceLinks, Invoices, ...invoiceHandlers],
  events: { ...documentNumberEvents, ...invoiceEvents, ...creditNoteEvents },
  deciders: [documentNumberDeciders.invoice, documentNumberDeciders.credit_note, invoiceDecider, creditNoteDecider],
  processes: [invoiceProcess],
  ledger: { facts: invoiceFacts },
};
