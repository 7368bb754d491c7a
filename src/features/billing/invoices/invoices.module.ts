import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
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

@Module({
  imports: [OrganizationsModule, OrdersModule, RefundsModule],
  controllers: [
    OrderInvoicesController,
    RefundCreditNotesController,
    InvoiceFilesController,
    CreditNoteFilesController,
  ],
  providers: [DocumentNumbers, DocumentPdf, InvoiceLinks, Invoices, ...invoiceHandlers],
  exports: [Invoices],
})
export class InvoicesModule {}

export const invoices: Feature = {
  module: InvoicesModule,
  events: { ...documentNumberEvents, ...invoiceEvents, ...creditNoteEvents },
  deciders: [documentNumberDeciders.invoice, documentNumberDeciders.credit_note, invoiceDecider, creditNoteDecider],
  processes: [invoiceProcess],
  ledger: { facts: invoiceFacts },
};
