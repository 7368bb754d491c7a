import { Get } from '@nestjs/common';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { OrderInvoice, RefundCreditNote } from './invoices.dto.ts';
import { Invoices } from './invoices.service.ts';

@BillingController('orders')
export class OrderInvoicesController {
  constructor(private readonly invoices: Invoices) {}

  /** A link to the order's invoice, as PDF. An order that is not paid has none. */
  @Get(':id/invoice')
  @Scopes('orders:read')
  async get(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderInvoice> {
    return { url: await this.invoices.urlOfInvoice(id, caller) };
  }
}

@BillingController('refunds')
export class RefundCreditNotesController {
  constructor(private readonly invoices: Invoices) {}

  /** Not in the contract. A link to the refund's credit note, as PDF. A refund that has not succeeded has none. */
  @Get(':id/credit-note')
  @Scopes('refunds:read', 'refunds:write')
  async get(@Id() id: string, @CallerOf() caller: Caller): Promise<RefundCreditNote> {
    return { url: await this.invoices.urlOfCreditNote(id, caller) };
  }
}
