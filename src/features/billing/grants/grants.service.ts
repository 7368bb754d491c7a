import { Inject, Injectable } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { orderStream } from '../orders/order.events.ts';
import { ProductReader } from '../products/products.queries.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CycleGrant, GrantBenefit, RevokeGrant, UpdateGrant } from './grant.commands.ts';
import { grantDecider } from './grant.decider.ts';
import { grantsStream, type GrantProperties, type GrantScope, type RevokeReason } from './grant.events.ts';
import { heldOf } from './held.rules.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import { purchaseProjection, type PurchaseDocument } from './purchase.projection.ts';

/** Identifies one grant: a customer has a benefit from a purchase. */
interface GrantKey {
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

/** Changes the grants of purchases. Folds single entities from their streams; reads lists once the read models have caught up. */
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

  /** Gives a live purchase exactly the benefits of its product. Purchases that have ended are left to `RevokeGrants`. */
  async align(purchase: PurchaseDocument, context: Context): Promise<void> {
    const { id, customer_id: customerId, organization_id: organizationId, scope } = purchase;
    if (!purchase.live) return;
    const tenant = { organizationIds: [organizationId] };
    const customer = await this.customers.folded(customerId, tenant);
    if (!customer || customer.deleted_at !== null) return;
    const { now, before } = await this.benefitsEver(purchase);
    for (const benefit of await this.benefits.live(now, tenant)) {
      const key = { customerId, benefitId: benefit.id, scope };
      const grant = {
        ...key,
        grantId: deriveUuid(id, `grant:${benefit.id}`),
        organizationId,
        benefitType: benefit.type,
        properties: heldOf(benefit.terms),
      };
      await this.execute(new GrantBenefit(grant, context, stepOf('GrantBenefit', key)));
    }
    for (const benefitId of before) await this.revoke({ customerId, benefitId, scope }, 'benefit_removed', context);
  }

  async revoke(key: GrantKey, reason: RevokeReason, context: Context): Promise<void> {
    await this.execute(new RevokeGrant({ ...key, reason }, context, stepOf('RevokeGrant', key)));
  }

  async update(key: GrantKey, properties: GrantProperties, context: Context): Promise<void> {
    await this.execute(new UpdateGrant({ ...key, properties }, context, stepOf('UpdateGrant', key)));
  }

  /** What customers hold by a benefit now; undefined if it was deleted. */
  async heldBy(benefitId: string): Promise<GrantProperties | undefined> {
    const [benefit] = await this.benefits.live([benefitId], 'any');
    return benefit && heldOf(benefit.terms);
  }

  async cycle(key: GrantKey, orderId: string, context: Context): Promise<void> {
    await this.execute(new CycleGrant({ ...key, orderId }, context, stepOf('CycleGrant', key)));
  }

  /** Folded from the stream of the subscription or order. */
  async purchase({ subscriptionId, orderId }: GrantScope): Promise<PurchaseDocument | undefined> {
    const stream = subscriptionId === null ? orderStream(orderId) : subscriptionStream(subscriptionId);
    return project(purchaseProjection, await this.executor.history(stream, 'any'));
  }

  /** Every grant that a purchase may have: one per benefit that one of its products has or had. */
  async grantsOf(purchase: PurchaseDocument): Promise<GrantKey[]> {
    const { customer_id: customerId, scope } = purchase;
    const { now, before } = await this.benefitsEver(purchase);
    return [...now, ...before].map((benefitId) => ({ customerId, benefitId, scope }));
  }

  /** Ids of the benefits that its product has, and of all others that it may have had, also by former products. */
  private async benefitsEver(purchase: PurchaseDocument): Promise<{ now: string[]; before: string[] }> {
    const tenant = { organizationIds: [purchase.organization_id] };
    const { now, before } = await this.products.benefitsEver(purchase.product_id, tenant);
    const former = await Promise.all(
      purchase.former_product_ids.map((productId) => this.products.benefitsEver(productId, tenant)),
    );
    const others = new Set([...before, ...former.flatMap((product) => [...product.now, ...product.before])]);
    return { now, before: [...others].filter((benefitId) => !now.includes(benefitId)) };
  }

  async livePurchases(productId: string): Promise<PurchaseDocument[]> {
    await caughtUp(this.runtime, this.store, 'billing');
    const where: Where = { and: [{ eq: ['product_id', productId] }, { eq: ['live', true] }] };
    return this.documents.all(purchaseProjection, { where }, 'any');
  }

  /** Grants of a customer or benefit that are not revoked. */
  async granted(by: 'customer_id' | 'benefit_id', id: string): Promise<GrantDocument[]> {
    await caughtUp(this.runtime, this.store, 'billing');
    const where: Where = { and: [{ eq: [by, id] }, { eq: ['is_granted', true] }] };
    return this.documents.all(grantProjection, { where }, 'any');
  }

  private async execute(command: GrantBenefit | UpdateGrant | CycleGrant | RevokeGrant): Promise<void> {
    const { customerId, benefitId } = command.data;
    await this.executor.execute(grantDecider, grantsStream(customerId, benefitId), command);
  }
}

export function keyOf({ customer_id, benefit_id, subscription_id, order_id }: GrantDocument): GrantKey {
  const scope: GrantScope =
    subscription_id === null
      ? { subscriptionId: null, orderId: order_id! }
      : { subscriptionId: subscription_id, orderId: null };
  return { customerId: customer_id, benefitId: benefit_id, scope };
}

/** One event may change grants of several purchases of one customer and benefit. */
function stepOf(type: string, { benefitId, scope }: GrantKey): string {
  return `${type}:${benefitId}:${scope.subscriptionId ?? scope.orderId}`;
}
