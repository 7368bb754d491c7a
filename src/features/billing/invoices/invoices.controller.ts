import { Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { nullBody } from '../../../app/http/bodies/null-body.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { OrderInvoice, RefundCreditNote } from './invoices.dto.ts';
import { Invoices } from './invoices.service.ts';

@AlsoImpersonated()
@BillingController('orders')
export class OrderInvoicesController {
  constructor(private readonly invoices: Invoices) {}

  /** A link to the order's invoice, as PDF. An order that is not paid has none. */
  @Get(':id/invoice')
  @Scopes('orders:read')
  async get(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderInvoice> {
    return { url: await this.invoices.urlOfInvoice(id, caller) };
  }

  /** Changes nothing: the invoice is issued when the order is paid. 409 before that. */
  @Post(':id/invoice')
  @HttpCode(202)
  @Answers(409)
  @ApiAcceptedResponse({ schema: { type: 'null' } })
  @Scopes('orders:read')
  async generate(
    @Id() id: string,
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.invoices.demandPaid(id, caller);
    return nullBody(reply);
  }

  /** The invoice, which also says that the order was paid. */
  @Get(':id/receipt')
  @Scopes('orders:read')
  receipt(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderInvoice> {
    return this.get(id, caller);
  }
}

@AlsoImpersonated()
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
