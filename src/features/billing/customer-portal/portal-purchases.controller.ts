import { Body, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { AnswersOrders, AnswersPrices } from '../../../app/http/api-version.ts';
import { AlsoLimited, Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId, anyOf, flag } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { nullBody } from '../../../app/http/bodies/null-body.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import {
  CancelSubscription,
  ChangeSubscriptionProduct,
  UncancelSubscription,
  WithdrawSubscriptionChange,
} from '../subscriptions/subscription.commands.ts';
import { subscriptionProjection } from '../subscriptions/subscription.projection.ts';
import type { RefundDocument } from '../refunds/refund.projection.ts';
import { Invoices } from '../invoices/invoices.service.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import {
  PortalCreditNoteList,
  PortalInvoice,
  PortalOrder,
  PortalOrderList,
  PortalSubscription,
  PortalSubscriptionList,
  PortalSubscriptionUpdate,
  type PortalCreditNote,
} from './portal.dto.ts';
import { PortalOrders, PortalProducts, PortalSubscriptionPresenter, PortalSubscriptions } from './portal.queries.ts';

export const portalSubscriptionList: ListSpec = {
  sorting: {
    started_at: 'started_at',
    amount: 'amount',
    status: 'status',
    organization: 'organization_id',
    product: 'product',
  },
  defaultSorting: ['-started_at'],
  filters: { product_id: anyId('product_id'), active: flag('active') },
  search: true,
};

export const portalOrderList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    amount: 'amount',
    net_amount: 'net_amount',
    product: 'product',
    subscription: 'subscription_id',
  },
  defaultSorting: ['-created_at'],
  filters: {
    product_id: anyId('product_id'),
    product_billing_type: anyOf('product_billing_type', ['one_time', 'recurring']),
    subscription_id: anyId('subscription_id'),
  },
  search: true,
};

/** A customer's own subscriptions (docs/BILLING.md#customer-portal). */
@AnswersPrices()
@BillingController('customer-portal/subscriptions')
export class PortalSubscriptionsController {
  constructor(
    private readonly commands: Commands,
    private readonly subscriptions: PortalSubscriptions,
    private readonly presenter: PortalSubscriptionPresenter,
    private readonly customers: PortalCustomers,
    private readonly products: PortalProducts,
  ) {}

  @Get()
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(@List(portalSubscriptionList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalSubscriptionList> {
    return this.subscriptions.of(list, caller);
  }

  @Get(':id')
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalSubscription> {
    return this.subscriptions.one(id, caller);
  }

  @Patch(':id')
  @Answers(400, 409, 410)
  @AlsoLimited()
  @Scopes('customer_portal:write')
  async update(
    @Id() id: string,
    @Body() body: PortalSubscriptionUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalSubscription> {
    const subscription = await this.subscriptions.demand(id, caller);
    if (body.product_id != null) {
      await this.customers.demandUpdates(caller);
      await this.products.demandChoice(body.product_id.toLowerCase(), subscription, caller);
    }
    return this.answer(updateOf(id, body, context));
  }

  /** Ends it with its period. */
  @Delete(':id')
  @AlsoLimited()
  @Scopes('customer_portal:write')
  async cancel(
    @Id() subscriptionId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalSubscription> {
    await this.subscriptions.demand(subscriptionId, caller);
    return this.answer(new CancelSubscription({ subscriptionId, reason: null, comment: null }, context));
  }

  /** Not in the contract: withdraws the change of product that was to take effect with the next period. */
  @Delete(':id/pending-change')
  @Answers(400, 403)
  @AlsoLimited()
  @Scopes('customer_portal:write')
  async withdraw(
    @Id() subscriptionId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalSubscription> {
    await this.subscriptions.demand(subscriptionId, caller);
    await this.customers.demandUpdates(caller);
    return this.answer(new WithdrawSubscriptionChange({ subscriptionId }, context));
  }

  private async answer(command: ReturnType<typeof updateOf> | WithdrawSubscriptionChange): Promise<PortalSubscription> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(subscriptionProjection, history)!);
  }
}

function creditNoteOf(
  { id, credit_note_number, created_at, ...refund }: RefundDocument,
  url: string,
): PortalCreditNote {
  const amount = refund.amount + refund.tax_amount;
  return { id, number: credit_note_number!, created_at, amount, currency: refund.currency, url };
}

/** The shape of the body says which of the two changes is meant. */
function updateOf(subscriptionId: string, body: PortalSubscriptionUpdate, context: Context) {
  if (body.product_id != null)
    return new ChangeSubscriptionProduct(
      { subscriptionId, productId: body.product_id.toLowerCase(), behavior: null },
      context,
    );
  const { cancellation_reason: reason = null, cancellation_comment: comment = null } = body;
  if (body.cancel_at_period_end === true) return new CancelSubscription({ subscriptionId, reason, comment }, context);
  if (body.cancel_at_period_end === false) return new UncancelSubscription({ subscriptionId }, context);
  throw InvalidInput.at('body.cancel_at_period_end', 'Field required', 'missing');
}

/** A customer's own orders. */
@AnswersPrices()
@BillingController('customer-portal/orders')
export class PortalOrdersController {
  constructor(
    private readonly orders: PortalOrders,
    private readonly invoices: Invoices,
  ) {}

  @Get()
  @AnswersOrders()
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(@List(portalOrderList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalOrderList> {
    return this.orders.of(list, caller);
  }

  @Get(':id')
  @AnswersOrders()
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalOrder> {
    return this.orders.one(id, caller);
  }

  /** A link to the order's invoice, as PDF. An order that is not paid has none. */
  @Get(':id/invoice')
  @Scopes('customer_portal:read', 'customer_portal:write')
  async invoice(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalInvoice> {
    await this.orders.demand(id, caller);
    return { url: await this.invoices.urlOfInvoice(id, caller) };
  }

  /** Changes nothing: the invoice is issued when the order is paid. 409 before that. */
  @Post(':id/invoice')
  @HttpCode(202)
  @Answers(409)
  @ApiAcceptedResponse({ schema: { type: 'null' } })
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  async generateInvoice(
    @Id() id: string,
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.orders.demand(id, caller);
    await this.invoices.demandPaid(id, caller);
    return nullBody(reply);
  }

  /** The invoice, which also says that the order was paid. */
  @Get(':id/receipt')
  @Scopes('customer_portal:read', 'customer_portal:write')
  receipt(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalInvoice> {
    return this.invoice(id, caller);
  }

  /** Not in the contract: links to the credit notes of the order's refunds, as PDF. */
  @Get(':id/credit-notes')
  @Scopes('customer_portal:read', 'customer_portal:write')
  async creditNotes(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalCreditNoteList> {
    await this.orders.demand(id, caller);
    const issued = await this.invoices.creditNotesOf(id, caller);
    return { items: issued.map(({ refund, url }) => creditNoteOf(refund, url)) };
  }
}
