import { Commands, Handles } from '../../../app/commands.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { msOf } from '../../../kernel/ports/clock.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { BillSubscription, PayOrder, VoidOrder } from '../orders/order.commands.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import { ChargePayment } from '../payments/payment.commands.ts';
import { trialOf } from '../products/product.projection.ts';
import { ProductReader } from '../products/products.queries.ts';
import { ActiveClaims } from './active-claims.service.ts';
import { subscribable } from './subscribable.rules.ts';
import {
  AbandonSubscription,
  ExpireSubscription,
  RecoverSubscription,
  RequestSubscription,
  type Requested,
} from './subscription.commands.ts';
import { subscriptionDecider } from './subscription.decider.ts';
import { PaymentNotDue, SubscriptionBeingChanged } from './subscription.errors.ts';
import { isFree, subscriptionStream, type SubscriptionEvent } from './subscription.events.ts';
import type { SubscriptionState } from './subscription-state.rules.ts';
import { SubscriptionReader } from './subscriptions.queries.ts';

type Changed = Executed<SubscriptionState, SubscriptionEvent>;

/**
 * Subscribes a customer to a product, and charges the first order while the seller waits (docs/BILLING.md#subscriptions-that-sellers-create).
 * The processes that follow the payment do the same, whoever comes first.
 */
@Handles(RequestSubscription)
export class RequestSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly products: ProductReader,
    private readonly customers: CustomerReader,
    private readonly organizations: OrganizationReader,
    private readonly subscriptions: SubscriptionReader,
    private readonly active: ActiveClaims,
  ) {}

  async execute(command: RequestSubscription): Promise<Changed> {
    const requested = await this.gathered(command);
    const { subscriptionId, orderId, organizationId } = requested;
    const context = { ...command.context, organizationId };
    const start = command.with(requested, { context, step: 'RequestSubscription' });
    const stream = subscriptionStream(subscriptionId);
    const started: Changed = await this.active.during(requested, context, () =>
      this.executor.execute(subscriptionDecider, stream, start),
    );
    await this.commands.execute(new BillSubscription({ subscriptionId, orderId }, context));
    if (started.state.status !== 'incomplete' || !(await this.isPaid(orderId, context))) return started;
    return this.executor.execute(
      subscriptionDecider,
      stream,
      new RecoverSubscription({ subscriptionId, orderId }, context),
    );
  }

  private async gathered({ data, context: { scope } }: RequestSubscription): Promise<Requested> {
    const { subscriptionId, orderId, productId, customer: named, metadata } = data;
    const product = await this.products.folded(productId, scope);
    const { items, recurringInterval, ...sold } = subscribable(product, product?.organization_id ?? '');
    const organizationId = product!.organization_id;
    const customer = await this.customerOf(organizationId, named);
    const isExclusive = await this.active.isExclusive(organizationId);
    if (isExclusive) await this.active.refuseSecond(customer.id);
    const paymentMethodId = (await this.subscriptions.latestMethodOf(customer.id)) ?? null;
    if (paymentMethodId === null && !isFree(items))
      throw InvalidInput.at('body.customer_id', 'The customer has no payment method: let them buy with a checkout.');
    return {
      subscriptionId,
      orderId,
      organizationId,
      customerId: customer.id,
      items,
      currency: sold.currency ?? (await this.ownCurrency(organizationId)),
      recurringInterval,
      trial: isFree(items) ? null : data.trial === undefined ? trialOf(product!) : data.trial,
      paymentMethodId,
      billingAddress: null,
      billingName: null,
      customFieldData: {},
      metadata,
      activeClaim: isExclusive ? this.active.claim(organizationId, customer.id) : null,
    };
  }

  private async customerOf(
    organizationId: string,
    named: RequestSubscription['data']['customer'],
  ): Promise<CustomerDocument> {
    const isById = 'id' in named;
    const customer = isById
      ? await this.customers.folded(named.id, { organizationIds: [organizationId] })
      : await this.customers.byExternalId(organizationId, named.externalId);
    if (customer && customer.deleted_at === null) return customer;
    throw InvalidInput.at(`body.${isById ? 'customer_id' : 'external_customer_id'}`, 'Customer does not exist.');
  }

  /** What is free is sold in the organization's own currency. */
  private async ownCurrency(organizationId: string): Promise<string> {
    return (await this.organizations.find([organizationId])).get(organizationId)?.currency ?? DEFAULT_CURRENCY;
  }

  /** Charges the order's payment, and books it if it has succeeded. */
  private async isPaid(orderId: string, context: Context): Promise<boolean> {
    const [created] = await this.executor.load<OrderEvent>(orderStream(orderId), context.scope);
    if (created?.type !== 'OrderCreated') throw new NotFound();
    const { paymentId, dueAmount: amount, currency } = created.data;
    if (paymentId === null) return true;
    const { status } = await this.commands.execute(new ChargePayment({ paymentId }, context));
    if (status !== 'succeeded') return false;
    await this.commands.execute(new PayOrder({ orderId, paymentId, amount, currency }, context));
    return true;
  }
}

/** Voids its first order before it ends, so that a payment that still arrives is refunded. */
@Handles(AbandonSubscription)
export class AbandonSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute(command: AbandonSubscription): Promise<Changed> {
    const { context } = command;
    const stream = subscriptionStream(command.data.subscriptionId);
    const { state } = await this.executor.state(subscriptionDecider, stream, context.scope);
    if (state.status === 'incomplete') await this.voidOrder(state.requested.orderId, context);
    const executed: Changed = await this.executor.execute(subscriptionDecider, stream, command);
    for (const event of executed.appended)
      if (event.type === 'SubscriptionExpired' && event.data.released)
        await this.claims.release(event.data.released, stream, context);
    return executed;
  }

  /** @throws SubscriptionBeingChanged it has been paid just now, or is just being created */
  private async voidOrder(orderId: string, context: Context): Promise<void> {
    const load = () => this.executor.load<OrderEvent>(orderStream(orderId), context.scope);
    if ((await load()).length === 0) throw new SubscriptionBeingChanged();
    await this.commands.execute(new VoidOrder({ orderId, reason: 'subscription_expired' }, context));
    if (!(await load()).some(({ type }) => type === 'OrderVoided')) throw new SubscriptionBeingChanged();
  }
}

@Handles(ExpireSubscription)
export class ExpireSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly abandoning: AbandonSubscriptionHandler,
  ) {}

  async execute({ data: { id: subscriptionId, dueAt }, context }: ExpireSubscription): Promise<void> {
    const { state } = await this.executor.state(subscriptionDecider, subscriptionStream(subscriptionId), context.scope);
    if (state.status !== 'incomplete' || state.requested.expiresAt !== dueAt) return;
    if (msOf(context.now) < msOf(dueAt)) throw new PaymentNotDue();
    await this.abandoning.execute(new AbandonSubscription({ subscriptionId }, context));
  }
}
