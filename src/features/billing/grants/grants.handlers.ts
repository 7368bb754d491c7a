import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { orderStream } from '../orders/order.events.ts';
import { ProductReader } from '../products/products.queries.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import {
  AlignGrants,
  AlignProductGrants,
  CycleGrant,
  CycleGrants,
  GrantBenefit,
  RevokeGrant,
  RevokeGrants,
} from '../benefits/benefit.commands.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { grantDecider } from './grant.decider.ts';
import { grantsStream, type GrantScope, type RevokeReason } from './grant.events.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import { purchaseProjection, type PurchaseDocument } from './purchase.projection.ts';

/** What grants are decided by: purchases, products, benefits and customers folded now, lists from read models that have caught up. */
@Injectable()
export class GrantService {
  constructor(
    private readonly executor: Executor,
    private readonly products: ProductReader,
    private readonly benefits: BenefitReader,
    private readonly customers: CustomerReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  /** A live purchase has what its product gives now, and no more; one that is not live is left to whoever ended it. */
  async align(
    { id, customer_id, organization_id, product_id, scope, live }: PurchaseDocument,
    context: Context,
  ): Promise<void> {
    const customer = await this.customers.folded(customer_id);
    if (!live || !customer || customer.deleted_at !== null) return;
    const { now, before } = await this.products.benefitsEver(product_id);
    const wanted = await this.benefits.live(now);
    for (const benefit of wanted) {
      const grantId = deriveUuid(id, `grant:${benefit.id}`);
      const key = { grantId, organizationId: organization_id, customerId: customer_id, benefitId: benefit.id, scope };
      const command = new GrantBenefit({ ...key, benefitType: benefit.type }, context, stepOf('GrantBenefit', key));
      await this.executor.execute(grantDecider, grantsStream(customer_id, benefit.id), command);
    }
    for (const benefitId of before)
      await this.revoke({ customerId: customer_id, benefitId, scope }, 'benefit_removed', context);
  }

  /** Every benefit that the purchase's product ever gave, so that nothing granted is missed. */
  async benefitsOf({ product_id }: PurchaseDocument): Promise<string[]> {
    const { now, before } = await this.products.benefitsEver(product_id);
    return [...now, ...before];
  }

  async revoke(
    key: { customerId: string; benefitId: string; scope: GrantScope },
    reason: RevokeReason,
    context: Context,
  ) {
    const command = new RevokeGrant({ ...key, reason }, context, stepOf('RevokeGrant', key));
    await this.executor.execute(grantDecider, grantsStream(key.customerId, key.benefitId), command);
  }

  async cycle(key: { customerId: string; benefitId: string; scope: GrantScope }, orderId: string, context: Context) {
    const command = new CycleGrant({ ...key, orderId }, context, stepOf('CycleGrant', key));
    await this.executor.execute(grantDecider, grantsStream(key.customerId, key.benefitId), command);
  }

  /** Folded from the stream of the subscription or order. */
  async purchase({ subscriptionId, orderId }: GrantScope): Promise<PurchaseDocument | undefined> {
    const stream = subscriptionId === null ? orderStream(orderId) : subscriptionStream(subscriptionId);
    return project(purchaseProjection, await this.executor.load(stream, 'any'));
  }

  async livePurchases(productId: string): Promise<PurchaseDocument[]> {
    await caughtUp(this.runtime, this.store);
    const where: Where = { and: [{ eq: ['product_id', productId] }, { eq: ['live', true] }] };
    return this.documents.all(purchaseProjection, { where }, 'any');
  }

  async granted(by: 'customer_id' | 'benefit_id', id: string): Promise<GrantDocument[]> {
    await caughtUp(this.runtime, this.store);
    const where: Where = { and: [{ eq: [by, id] }, { eq: ['is_granted', true] }] };
    return this.documents.all(grantProjection, { where }, 'any');
  }
}

@CommandHandler(AlignGrants)
export class AlignGrantsHandler implements ICommandHandler<AlignGrants> {
  constructor(private readonly granting: GrantService) {}

  async execute({ data, context }: AlignGrants): Promise<void> {
    const purchase = await this.granting.purchase(data.scope);
    if (purchase) await this.granting.align(purchase, context);
  }
}

@CommandHandler(AlignProductGrants)
export class AlignProductGrantsHandler implements ICommandHandler<AlignProductGrants> {
  constructor(private readonly granting: GrantService) {}

  async execute({ data, context }: AlignProductGrants): Promise<void> {
    for (const purchase of await this.granting.livePurchases(data.productId))
      await this.granting.align(purchase, context);
  }
}

@CommandHandler(CycleGrants)
export class CycleGrantsHandler implements ICommandHandler<CycleGrants> {
  constructor(private readonly granting: GrantService) {}

  async execute({ data: { subscriptionId, orderId }, context }: CycleGrants): Promise<void> {
    const purchase = await this.granting.purchase({ subscriptionId, orderId: null });
    if (!purchase) return;
    const { customer_id: customerId, scope } = purchase;
    for (const benefitId of await this.granting.benefitsOf(purchase))
      await this.granting.cycle({ customerId, benefitId, scope }, orderId, context);
  }
}

@CommandHandler(RevokeGrants)
export class RevokeGrantsHandler implements ICommandHandler<RevokeGrants> {
  constructor(private readonly granting: GrantService) {}

  async execute({ data, context }: RevokeGrants): Promise<void> {
    for (const key of await this.keysOf(data)) await this.granting.revoke(key, data.reason, context);
  }

  private async keysOf(data: RevokeGrants['data']) {
    if (!('scope' in data)) {
      const grants = await ('benefitId' in data
        ? this.granting.granted('benefit_id', data.benefitId)
        : this.granting.granted('customer_id', data.customerId));
      return grants.map((grant) => ({
        customerId: grant.customer_id,
        benefitId: grant.benefit_id,
        scope: scopeOf(grant),
      }));
    }
    const purchase = await this.granting.purchase(data.scope);
    if (!purchase) return [];
    const { customer_id: customerId, scope } = purchase;
    return (await this.granting.benefitsOf(purchase)).map((benefitId) => ({ customerId, benefitId, scope }));
  }
}

export const grantHandlers = [
  GrantService,
  AlignGrantsHandler,
  AlignProductGrantsHandler,
  CycleGrantsHandler,
  RevokeGrantsHandler,
];

function scopeOf({ subscription_id, order_id }: GrantDocument): GrantScope {
  return subscription_id === null
    ? { subscriptionId: null, orderId: order_id! }
    : { subscriptionId: subscription_id, orderId: null };
}

/** One event may touch several purchases of one customer and benefit. */
function stepOf(type: string, { benefitId, scope }: { benefitId: string; scope: GrantScope }): string {
  return `${type}:${benefitId}:${scope.subscriptionId ?? scope.orderId}`;
}
