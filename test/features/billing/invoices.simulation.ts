import type {
  CreditNoteEvent,
  DocumentNumberEvent,
  InvoiceEvent,
} from '../../../src/features/billing/invoices/invoice.events.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import type { World } from '../../simulation/world.ts';

type Event = OrderEvent | RefundEvent | DocumentNumberEvent | InvoiceEvent | CreditNoteEvent;

/** Whatever fails between a payment and its invoice, no number is missing and none is there twice. */
export class SimulatedInvoices implements Cast {
  readonly actions = [];

  constructor(private readonly world: World) {}

  readonly invariants = [() => this.checkNumbers(), () => this.checkDocuments()];

  private async checkNumbers(): Promise<void> {
    const last = new Map<string, number>();
    const wrong: unknown[] = [];
    const used = new Map<string, string>();
    for (const { type, data, stream } of await this.world.events<Event>()) {
      if (type === 'DocumentNumberTaken') {
        if (data.sequence !== (last.get(stream) ?? 0) + 1) wrong.push({ stream, data });
        last.set(stream, data.sequence);
        used.set(data.documentId, `${data.organizationId} ${data.year} ${data.sequence}`);
      }
      if (type !== 'InvoiceIssued' && type !== 'CreditNoteIssued') continue;
      const [, year = '', sequence = ''] = data.number.split('-');
      const id = type === 'InvoiceIssued' ? data.orderId : data.refundId;
      if (used.get(id) !== `${data.organizationId} ${Number(year)} ${Number(sequence)}`) wrong.push(data);
      used.delete(id);
    }
    demandNone('invoices and credit notes of a year are numbered 1 to n', wrong);
    demandNone('every number has its document', [...used]);
  }

  private async checkDocuments(): Promise<void> {
    const owed = new Map<string, number>();
    const add = (key: string, count: number) => owed.set(key, (owed.get(key) ?? 0) + count);
    for (const { type, data } of await this.world.events<Event>()) {
      if (type === 'OrderPaid' || (type === 'OrderCreated' && data.status === 'paid')) add(`order ${data.orderId}`, 1);
      if (type === 'InvoiceIssued') add(`order ${data.orderId}`, -1);
      if (type === 'RefundSucceeded') add(`refund ${data.refundId}`, 1);
      if (type === 'CreditNoteIssued') add(`refund ${data.refundId}`, -1);
      if (type === 'RefundReversed') add(`reversal ${data.refundId}`, 1);
      if (type === 'CreditNoteCanceled') add(`reversal ${data.refundId}`, -1);
    }
    const wrong = [...owed].filter(([, count]) => count !== 0);
    demandNone('a paid order has one invoice, a refund one credit note, and a reversal cancels it', wrong);
  }
}
