import { Injectable } from '@nestjs/common';
import { NotFound, ServiceUnavailable } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import { OrderReader } from '../orders/orders.queries.ts';
import { refundsStream, type RefundEvent } from '../refunds/refund.events.ts';
import type { RefundDocument } from '../refunds/refund.projection.ts';
import { RefundReader } from '../refunds/refunds.queries.ts';
import { creditNoteStream, invoiceStream, type CreditNoteEvent, type InvoiceEvent } from './invoice.events.ts';
import { DocumentPdf } from './document-pdf.service.ts';
import { InvoiceLinks } from './invoice-links.service.ts';
import { OrderNotEligibleForInvoice } from './invoice.errors.ts';
import { printedCreditNote, printedInvoice, type PrintedDocument } from './printed-document.rules.ts';

/** A PDF with the name that it is saved under. */
export interface DocumentFile {
  name: string;
  bytes: Buffer;
}

/** Links to invoices and credit notes, for whoever may see the order, and the files behind them. */
@Injectable()
export class Invoices {
  constructor(
    private readonly orders: OrderReader,
    private readonly refunds: RefundReader,
    private readonly executor: Executor,
    private readonly links: InvoiceLinks,
    private readonly pdf: DocumentPdf,
  ) {}

  /** A link to the invoice of an order. @throws NotFound also while it is not paid */
  async urlOfInvoice(orderId: string, scope: TenantScope): Promise<string> {
    const order = await this.orders.within(orderId, scope);
    if (!order) throw new NotFound();
    if (!order.paid) throw new NotFound('The order has no invoice yet: it is issued when the order is paid');
    return this.links.urlOf('invoice', order.id);
  }

  /** @throws NotFound · OrderNotEligibleForInvoice it is not paid */
  async demandPaid(orderId: string, scope: TenantScope): Promise<void> {
    const order = await this.orders.within(orderId, scope);
    if (!order) throw new NotFound();
    if (!order.paid) throw new OrderNotEligibleForInvoice();
  }

  /** A link to the credit note of a refund. @throws NotFound also unless it has succeeded */
  async urlOfCreditNote(refundId: string, scope: TenantScope): Promise<string> {
    const refund = await this.refunds.within(refundId, scope);
    if (!refund) throw new NotFound();
    if (refund.status !== 'succeeded' && !refund.reversed)
      throw new NotFound('The refund has no credit note: it is issued when the refund succeeds');
    return this.links.urlOf('credit_note', refund.id);
  }

  /** The credit notes of an order that are issued, the oldest first, with a link to each. */
  async creditNotesOf(orderId: string, scope: TenantScope): Promise<{ refund: RefundDocument; url: string }[]> {
    const refunds = await this.refunds.ofOrder(orderId, scope);
    return refunds
      .filter(({ credit_note_number }) => credit_note_number !== null)
      .map((refund) => ({ refund, url: this.links.urlOf('credit_note', refund.id) }));
  }

  /** @throws ServiceUnavailable it will be issued in a moment */
  async invoiceFile(orderId: string): Promise<DocumentFile> {
    const { created, invoice } = await this.issued(orderId);
    return this.fileOf(printedInvoice(created, invoice), created.organizationId);
  }

  /** @throws ServiceUnavailable it will be issued in a moment */
  async creditNoteFile(refundId: string): Promise<DocumentFile> {
    const [first, canceled] = await this.executor.load<CreditNoteEvent>(creditNoteStream(refundId), 'any');
    if (first?.type !== 'CreditNoteIssued') throw notIssuedYet('The credit note');
    const creditNote = first.data;
    const [{ created, invoice }, refunds] = await Promise.all([
      this.issued(creditNote.orderId),
      this.executor.load<RefundEvent>(refundsStream(creditNote.paymentId), 'any'),
    ]);
    const requested = refunds.find(({ type, data }) => type === 'RefundRequested' && data.refundId === refundId);
    if (requested?.type !== 'RefundRequested') throw new NotFound();
    const canceledOn = canceled?.type === 'CreditNoteCanceled' ? canceled.data.canceledOn : null;
    const document = printedCreditNote(created, invoice, { refund: requested.data, creditNote, canceledOn });
    return this.fileOf(document, created.organizationId);
  }

  private async issued(orderId: string) {
    const [[created], [issued]] = await Promise.all([
      this.executor.load<OrderEvent>(orderStream(orderId), 'any'),
      this.executor.load<InvoiceEvent>(invoiceStream(orderId), 'any'),
    ]);
    if (created?.type !== 'OrderCreated') throw new NotFound();
    if (!issued) throw notIssuedYet('The invoice');
    return { created: created.data, invoice: issued.data };
  }

  private async fileOf(document: PrintedDocument, organizationId: string): Promise<DocumentFile> {
    return { name: `${document.number}.pdf`, bytes: await this.pdf.print(document, organizationId) };
  }
}

function notIssuedYet(document: string): ServiceUnavailable {
  return new ServiceUnavailable(document, 'is being issued');
}
