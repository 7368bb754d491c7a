import { Body, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { Commands } from '../../../../app/commands.ts';
import { Answers, BillingController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { tooManyCalls } from '../../../../app/http/errors.ts';
import { List, type ListRequest, type ListSpec } from '../../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../../app/http/request-state.ts';
import { Id } from '../../../../app/http/validation.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import {
  AddPaymentMethod,
  ChooseDefaultPaymentMethod,
  RemovePaymentMethod,
} from '../../saved-methods/saved-method.commands.ts';
import { PortalPaymentMethods } from './portal-payment-methods.queries.ts';
import {
  AddedPaymentMethod,
  PaymentMethodCreate,
  PortalPaymentMethod,
  PortalPaymentMethodList,
} from '../portal.dto.ts';

export const portalPaymentMethodList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
};

/** What a customer is charged with (docs/BILLING.md#saved-payment-methods). */
@BillingController('customer-portal/customers/me/payment-methods')
export class PortalPaymentMethodsController {
  constructor(
    private readonly commands: Commands,
    private readonly methods: PortalPaymentMethods,
    private readonly limits: AccountLimits,
  ) {}

  @Get()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(@List(portalPaymentMethodList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalPaymentMethodList> {
    return this.methods.of(list, caller);
  }

  /** 400 if it is declined. With `status` `requires_action`, the customer has to confirm it in the browser. */
  @Post()
  @Answers(400, 429)
  @Scopes('customer_portal:write')
  async add(
    @Body() body: PaymentMethodCreate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<AddedPaymentMethod> {
    // Cards that were stolen are tried where that is easy.
    await this.limits.demand('payment-method', caller.id, tooManyCalls);
    const organizationId = caller.organizationIds[0]!;
    const { confirmation_token_id: confirmationToken, set_default: setDefault } = body;
    const data = { customerId: caller.id, organizationId, confirmationToken, setDefault };
    const added = await this.commands.execute(new AddPaymentMethod(data, context));
    const { paymentMethodId, paymentId } = added;
    if (added.status === 'pending') return this.methods.pending(paymentMethodId, caller.id, paymentId, context.now);
    const method = await this.methods.current(paymentMethodId, caller);
    return { ...method, status: 'succeeded', client_secret: null, payment_method: method };
  }

  /** Not in the contract. All subscriptions are charged with it from now on, and what is past due at once. */
  @Post(':id/default')
  @HttpCode(200)
  @Answers(429)
  @Scopes('customer_portal:write')
  async choose(
    @Id() paymentMethodId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalPaymentMethod> {
    const choose = new ChooseDefaultPaymentMethod({ customerId: caller.id, paymentMethodId }, context);
    await this.commands.execute(choose);
    return this.methods.current(paymentMethodId, caller);
  }

  /** 400 if a subscription is charged with it. */
  @Delete(':id')
  @HttpCode(204)
  @Answers(400)
  @Scopes('customer_portal:write')
  async remove(@Id() paymentMethodId: string, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new RemovePaymentMethod({ customerId: caller.id, paymentMethodId }, context));
  }
}
