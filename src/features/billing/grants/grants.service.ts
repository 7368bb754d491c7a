import { Inject, Injectable } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { BenefitProperties } from '../benefits/benefit.events.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { orderStream } from '../orders/order.events.ts';
import { ProductReader } from '../products/products.queries.ts';
import { LinkedAccountReader } from '../remote-access/linked-accounts.queries.ts';
import type { RemotePlatformName } from '../remote-access/remote-access.rules.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CycleGrant, GrantBenefit, RevokeGrant, UpdateGrant } from './grant.commands.ts';
import type { GrantScope, RevokeReason } from './grant.events.ts';
import { GrantStreams } from './grant-streams.service.ts';
import { accessOf, creditOf, grantIdOf, heldOf } from './held.rules.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import { purchaseProjection, type PurchaseDocument } from './purchase.projection.ts';

/** Identifies one grant: a customer has a benefit from a purchase. */
export interface GrantKey {
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

interface Wanted {
  grants: GrantBenefit['data'][];
  /** To be revoked. */
  others: GrantKey[];
  reason: RevokeReason;
}

type Held = Pick<GrantBenefit['data'], 'properties' | 'remote' | 'credit'>;

const NOTHING: Wanted = { grants: [], others: [], reason: 'subscription_ended' };

/** Changes the grants of purchases. Folds single entities from their streams; reads lists once the read models have caught up. */
@Injectable()
export class GrantService {
  constructor(
    private readonly executor: Executor,
    private readonly streams: GrantStreams,
    private readonly links: LinkedAccountReader,
    private readonly locks: KeyedLock,
    private readonly products: ProductReader,
    private readonly benefits: BenefitReader,
    private readonly customers: CustomerReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  /**
   * Gives a live purchase exactly the benefits of its product. Purchases that have ended are left to `RevokeGrants`. It looks once more after that:
   * a benefit, product or customer that was changed meanwhile may not have seen these grants.
   */
  align(scope: GrantScope, context: Context): Promise<void> {
    return this.withLock(scope, async () => {
      for (let done: string | undefined; ;) {
        const wanted = await this.wantedBy(scope);
        const asked = JSON.stringify(wanted);
        if (asked === done) return;
        for (const grant of wanted.grants) {
          await this.streams.execute(new GrantBenefit(grant, context, stepOf('GrantBenefit', grant)));
          // Granted before, in this very loop.
          if (done !== undefined) await this.update(grant, grant, context);
        }
        for (const key of wanted.others) await this.revoke(key, wanted.reason, context);
        done = asked;
      }
    });
  }

  /** What a purchase gives now, and which of its grants are to be revoked. */
  private async wantedBy(scope: GrantScope): Promise<Wanted> {
    const purchase = await this.purchase(scope);
    if (!purchase?.live) return NOTHING;
    const { id, customer_id: customerId, organization_id: organizationId, period } = purchase;
    const tenant = { organizationIds: [organizationId] };
    const [customer, { now, before }] = await Promise.all([
      this.customers.folded(customerId, tenant),
      this.benefitsEver(purchase),
    ]);
    const keysOf = (ids: readonly string[]) => ids.map((benefitId) => ({ customerId, benefitId, scope }));
    if (!customer || customer.deleted_at !== null)
      return { grants: [], others: keysOf([...now, ...before]), reason: 'customer_deleted' };
    const benefits = await this.benefits.live(now, tenant);
    const held = await Promise.all(benefits.map(({ terms }) => this.heldBy(terms, customerId)));
    const grants = benefits.map((benefit, at) => ({
      ...{ customerId, benefitId: benefit.id, scope, organizationId },
      grantId: grantIdOf(id, benefit.id),
      benefitType: benefit.type,
      ...(period !== null && { period }),
      ...held[at]!,
    }));
    return { grants, others: keysOf(before), reason: 'benefit_removed' };
  }

  async revoke(key: GrantKey, reason: RevokeReason, context: Context): Promise<void> {
    await this.streams.execute(new RevokeGrant({ ...key, reason }, context, stepOf('RevokeGrant', key)));
  }

  async update(key: GrantKey, { properties, remote }: Held, context: Context): Promise<void> {
    const { customerId, benefitId, scope } = key;
    const data = { customerId, benefitId, scope, properties, ...(remote && { remote }) };
    await this.streams.execute(new UpdateGrant(data, context, stepOf('UpdateGrant', key)));
  }

  /** Terms of a benefit; undefined if it was deleted. */
  async termsOf(benefitId: string): Promise<BenefitProperties | undefined> {
    const [benefit] = await this.benefits.live([benefitId], 'any');
    return benefit?.terms;
  }

  /** What a customer holds by a benefit with these terms. */
  async heldBy(terms: BenefitProperties, customerId: string): Promise<Held> {
    const access = accessOf(terms);
    const [properties, credit] = [heldOf(terms), creditOf(terms)];
    if (!access) return { properties, ...(credit && { credit }) };
    return { properties, remote: { access, links: await this.links.linkIds(customerId, access.platform) } };
  }

  /** Also those that wait for an account, and those whose account is no longer linked. */
  async followAccounts(customerId: string, platform: RemotePlatformName, context: Context): Promise<void> {
    for (const grant of await this.ofCustomer(customerId)) {
      const terms = await this.termsOf(grant.benefit_id);
      if (terms && accessOf(terms)?.platform === platform)
        await this.update(keyOf(grant), await this.heldBy(terms, customerId), context);
    }
  }

  async cycle(key: GrantKey, { period }: PurchaseDocument, orderId: string, context: Context): Promise<void> {
    const terms = await this.termsOf(key.benefitId);
    const credit = terms && creditOf(terms);
    const data = { ...key, orderId, ...(credit && { credit }), ...(period !== null && { period }) };
    await this.streams.execute(new CycleGrant(data, context, stepOf('CycleGrant', key)));
  }

  /** Folded from the stream of the subscription or order. */
  async purchase({ subscriptionId, orderId }: GrantScope): Promise<PurchaseDocument | undefined> {
    const stream = subscriptionId === null ? orderStream(orderId) : subscriptionStream(subscriptionId);
    return project(purchaseProjection, await this.executor.history(stream, 'any'));
  }

  /** Changes every grant that a purchase may have: one per benefit that one of its products has or had. */
  ofPurchase(scope: GrantScope, change: (key: GrantKey, purchase: PurchaseDocument) => Promise<void>): Promise<void> {
    return this.withLock(scope, async () => {
      const purchase = await this.purchase(scope);
      if (!purchase) return;
      const { now, before } = await this.benefitsEver(purchase);
      for (const benefitId of [...now, ...before])
        await change({ customerId: purchase.customer_id, benefitId, scope }, purchase);
    });
  }

  /** What becomes of one purchase is done one after the other. */
  private withLock<T>({ subscriptionId, orderId }: GrantScope, task: () => Promise<T>): Promise<T> {
    return this.locks.withLock('grants', subscriptionId ?? orderId, task);
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

  /** Grants of a customer that are not revoked. */
  async ofCustomer(customerId: string): Promise<GrantDocument[]> {
    await caughtUp(this.runtime, this.store, 'billing');
    const where: Where = { and: [{ eq: ['customer_id', customerId] }, { eq: ['is_revoked', false] }] };
    return this.documents.all(grantProjection, { where }, 'any');
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
