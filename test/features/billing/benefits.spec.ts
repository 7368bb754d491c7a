import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { benefitDecider } from '../../../src/features/billing/benefits/benefit.decider.ts';
import type { BenefitEvent } from '../../../src/features/billing/benefits/benefit.events.ts';
import { features } from '../../../src/app.module.ts';
import { grantDecider } from '../../../src/features/billing/grants/grant.decider.ts';
import type { GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import { grantsProcess } from '../../../src/features/billing/grants/grant.process.ts';
import { grantProjection } from '../../../src/features/billing/grants/grant.projection.ts';
import { GrantWebhookPresenter } from '../../../src/features/billing/grants/grants.queries.ts';
import { GrantHolders } from '../../../src/features/billing/grants/grant-holders.service.ts';
import { purchaseProjection } from '../../../src/features/billing/grants/purchase.projection.ts';
import { checkoutStream, type CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { orderStream, type OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
} from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { collectionOf, type AnyProjection } from '../../../src/kernel/reading/projection.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import { NO_TERMS } from '../../../src/features/billing/pricing/terms.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { happen, organizationId, polar, sellers } from '../../support/sellers.ts';

type Of<T extends string> = Extract<SubscriptionEvent | OrderEvent, { type: T }>;

function subscribed(
  subscriptionId: string,
  customerId: string,
  productId: string,
  org = 'o1',
): Of<'SubscriptionCreated'> {
  return {
    type: 'SubscriptionCreated',
    data: {
      subscriptionId,
      organizationId: org,
      customerId,
      items: [{ productId, price: { id: 'q1', amountType: 'free' }, quantity: 1 }],
      currency: 'usd',
      discount: null,
      trial: null,
      recurringInterval: 'month',
      anchorDay: 31,
      startedAt: NOW,
      // Not due while a test runs.
      currentPeriodEnd: '2099-01-31T10:00:00.000Z',
      checkoutId: 'k1',
      paymentMethodId: null,
      activeClaim: null,
      billingAddress: null,
      billingName: null,
      customFieldData: {},
      metadata: {},
    },
  };
}

function bought(
  checkoutId: string,
  customerId: string,
  orderId: string,
  subscriptionId: string | null,
): Extract<CheckoutEvent, { type: 'CheckoutSucceeded' }> {
  return { type: 'CheckoutSucceeded', data: { checkoutId, customerId, orderId, subscriptionId } };
}

function ordered(
  orderId: string,
  customerId: string,
  productId: string,
  changes: Partial<Of<'OrderCreated'>['data']> = {},
): Of<'OrderCreated'> {
  return {
    type: 'OrderCreated',
    data: {
      orderId,
      organizationId: 'o1',
      customerId,
      subscriptionId: null,
      productId,
      checkoutId: null,
      billingReason: 'purchase',
      status: 'paid',
      ...billOf([], 'usd', NO_TERMS),
      appliedBalanceAmount: 0,
      dueAmount: 0,
      period: null,
      paymentId: null,
      paymentMethodId: null,
      billingAddress: null,
      billingName: null,
      customFieldData: {},
      metadata: {},
      ...changes,
    },
  };
}

describe('the benefit decider', () => {
  const given = specOf(benefitDecider);
  const properties = { type: 'custom', note: null } as const;
  const data = { benefitId: 'b1', organizationId: 'o1', description: 'Support', properties, metadata: {} };
  const created: BenefitEvent = { type: 'BenefitCreated', data };
  const deleted: BenefitEvent = { type: 'BenefitDeleted', data: { benefitId: 'b1', organizationId: 'o1' } };
  const id = { benefitId: 'b1' };

  it('creates once', () => {
    given().when({ type: 'CreateBenefit', data }).then(created);
    given(created).when({ type: 'CreateBenefit', data }).then();
  });

  it('records only what has changed', () => {
    given(created)
      .when({ type: 'UpdateBenefit', data: { ...id, description: 'Support', properties } })
      .then();
    given(created)
      .when({ type: 'UpdateBenefit', data: { ...id, properties: { type: 'custom', note: 'Hi' } } })
      .then({ type: 'BenefitUpdated', data: { benefitId: 'b1', properties: { type: 'custom', note: 'Hi' } } });
  });

  it('changes what is credited without changing grants', () => {
    const before = { type: 'meter_credit', meterId: 'm1', units: 100, rollover: true } as const;
    const after = { ...before, meterId: 'm2', units: 50 };
    given({ type: 'BenefitCreated', data: { ...data, properties: before } })
      .when({ type: 'UpdateBenefit', data: { ...id, properties: after } })
      .then({ type: 'BenefitUpdated', data: { benefitId: 'b1', properties: after } });
  });

  it('deletes once', () => {
    given(created).when({ type: 'DeleteBenefit', data: id }).then(deleted);
    given(created, deleted).when({ type: 'DeleteBenefit', data: id }).thenRefused('ResourceNotFound');
  });
});

describe('the grant decider', () => {
  const given = specOf(grantDecider);
  const scope = { subscriptionId: 's1', orderId: null };
  const other = { subscriptionId: null, orderId: 'r1' };
  const key = { grantId: 'g1', organizationId: 'o1', customerId: 'c1', benefitId: 'b1', scope };
  const granted: GrantEvent = { type: 'BenefitGranted', data: { ...key, benefitType: 'custom', properties: {} } };
  const revoked: GrantEvent = { type: 'BenefitGrantRevoked', data: { ...key, reason: 'payment_failed' } };
  const grant = { type: 'GrantBenefit', data: { ...key, benefitType: 'custom', properties: {} } } as const;
  const ids = { customerId: 'c1', benefitId: 'b1' };

  it('grants once per purchase', () => {
    given().when(grant).then(granted);
    given(granted).when(grant).then();
    const again = { ...grant, data: { ...grant.data, grantId: 'g2', scope: other } };
    given(granted)
      .when(again)
      .then({
        type: 'BenefitGranted',
        data: { ...key, grantId: 'g2', scope: other, benefitType: 'custom', properties: {} },
      });
  });

  it('grants a revoked grant again under the same id', () =>
    given(granted, revoked)
      .when({ ...grant, data: { ...grant.data, grantId: 'g9' } })
      .then(granted));

  it('revokes a grant once', () => {
    const revoke = { type: 'RevokeGrant', data: { ...ids, scope, reason: 'payment_failed' } } as const;
    given(granted).when(revoke).then(revoked);
    given(granted, revoked).when(revoke).then();
    given(granted)
      .when({ ...revoke, data: { ...revoke.data, scope: other } })
      .then();
  });

  it('cycles a grant unless it is revoked', () => {
    const cycle = { type: 'CycleGrant', data: { ...ids, scope, orderId: 'r2' } } as const;
    given(granted)
      .when(cycle)
      .then({ type: 'BenefitGrantCycled', data: { ...key, orderId: 'r2' } });
    given(granted, revoked).when(cycle).then();
  });

  describe('of credits', () => {
    const later = '2026-02-28T10:00:00.000Z';
    const credit = { meterId: 'm1', units: 100, rollover: true };
    const says = (meterId: string, units: number, at: string) => ({
      last_credited_meter_id: meterId,
      last_credited_units: units,
      last_credited_at: at,
    });
    const of = { ...key, benefitType: 'meter_credit' };
    const credited: GrantEvent = {
      type: 'BenefitGranted',
      data: { ...of, properties: says('m1', 100, NOW), credit },
    };
    const cycle = { type: 'CycleGrant', data: { ...ids, scope, orderId: 'r2' }, now: later } as const;
    const cycled: GrantEvent = {
      type: 'BenefitGrantCycled',
      data: { ...key, orderId: 'r2', properties: says('m1', 70, later), credit: { ...credit, units: 70 } },
    };

    it('says what was credited last, when it is granted and cycled', () => {
      given()
        .when({ type: 'GrantBenefit', data: { ...of, properties: {}, credit } })
        .then(credited);
      given(credited)
        .when({ ...cycle, data: { ...cycle.data, credit: { ...credit, units: 70 } } })
        .then(cycled);
      given(credited)
        .when(cycle)
        .then({ type: 'BenefitGrantCycled', data: { ...key, orderId: 'r2' } });
      const show = (...events: GrantEvent[]) =>
        documentsOf(
          grantProjection,
          events.map((one) => recorded(one)),
        ).g1!;
      expect(show(credited, cycled)).toMatchObject({
        properties: says('m1', 70, later),
        previous_properties: says('m1', 100, NOW),
      });
    });

    it('names the meter that it credited before, if its benefit has another one now', () => {
      const moved = { ...credit, meterId: 'm2' };
      given(credited)
        .when({ ...cycle, data: { ...cycle.data, credit: moved } })
        .then({
          type: 'BenefitGrantCycled',
          data: { ...key, orderId: 'r2', properties: says('m2', 100, later), credit: moved, formerMeterId: 'm1' },
        });
    });

    it('keeps them when the benefit is changed, and names the last ones when it is revoked', () => {
      given(credited)
        .when({ type: 'UpdateGrant', data: { ...ids, scope, properties: {} } })
        .then();
      given(credited, cycled)
        .when({ type: 'RevokeGrant', data: { ...ids, scope, reason: 'subscription_ended' } })
        .then({
          type: 'BenefitGrantRevoked',
          data: { ...key, reason: 'subscription_ended', properties: says('m1', 70, later) },
        });
    });
  });

  it('projects granting, revoking and granting again', () => {
    const at = (day: number) => ({ occurredAt: `2026-02-0${day}T00:00:00.000Z` });
    const show = (...events: GrantEvent[]) =>
      documentsOf(
        grantProjection,
        events.map((event, index) => recorded(event, at(index + 1))),
      ).g1!;
    expect(show(granted)).toMatchObject({ is_granted: true, is_revoked: false, granted_at: at(1).occurredAt });
    expect(show(granted, revoked)).toMatchObject({
      is_granted: false,
      granted_at: null,
      is_revoked: true,
      revoked_at: at(2).occurredAt,
    });
    expect(show(granted, revoked, granted)).toMatchObject({
      created_at: at(1).occurredAt,
      granted_at: at(3).occurredAt,
      revoked_at: null,
      is_revoked: false,
    });
  });
});

describe('the grants process', () => {
  const react = (event: { type: string; data: object }) =>
    grantsProcess.react(recorded(event) as never).map(({ command, data }) => [command.name, data]);
  const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
  const scope = { subscriptionId: 's1', orderId: null };
  const renewal = { subscriptionId: 's1', billingReason: 'subscription_cycle' } as const;

  it('aligns the grants of a purchase when its checkout succeeds', () => {
    expect(react(bought('k1', 'c1', 'r1', 's1'))).toEqual([['AlignGrants', { scope }]]);
    expect(react(bought('k1', 'c1', 'r1', null))).toEqual([
      ['AlignGrants', { scope: { subscriptionId: null, orderId: 'r1' } }],
    ]);
    expect(react(ordered('r1', 'c1', 'p1'))).toEqual([]);
    expect(react(ordered('r1', 'c1', 'p1', { subscriptionId: 's1', billingReason: 'subscription_create' }))).toEqual(
      [],
    );
  });

  it('cycles grants when a renewal is paid', () => {
    const cycled = [['CycleGrants', { subscriptionId: 's1', orderId: 'r1' }]];
    expect(react({ type: 'OrderPaid', data: { ...about, ...renewal, orderId: 'r1', paymentId: 'y' } })).toEqual(cycled);
    expect(react(ordered('r1', 'c1', 'p1', renewal))).toEqual(cycled);
    expect(react(ordered('r1', 'c1', 'p1', { ...renewal, status: 'pending' }))).toEqual([]);
  });

  it('revokes grants when a subscription, benefit or customer ends', () => {
    const revoke = (type: string, data: object = about) => react({ type, data });
    expect(revoke('SubscriptionRenewalFailed')).toEqual([['RevokeGrants', { scope, reason: 'payment_failed' }]]);
    expect(revoke('SubscriptionRevoked')).toEqual([['RevokeGrants', { scope, reason: 'subscription_ended' }]]);
    expect(revoke('SubscriptionEnded')).toEqual([['RevokeGrants', { scope, reason: 'subscription_ended' }]]);
    expect(revoke('BenefitDeleted', { benefitId: 'b1' })).toEqual([
      ['StartGrantReview', { task: { kind: 'revoke', benefitId: 'b1' } }],
    ]);
    expect(revoke('CustomerDeleted', { customerId: 'c1' })).toEqual([
      ['RevokeGrants', { customerId: 'c1', reason: 'customer_deleted' }],
    ]);
  });

  it('finds the live purchases of a product', () => {
    const live = (...events: object[]) =>
      Object.values(documentsOf(purchaseProjection, events.map((event) => recorded(event as never)) as never[])).map(
        ({ id, live }) => [id, live],
      );
    const failed = { type: 'SubscriptionRenewalFailed', data: { ...about, orderId: 'r', paymentId: 'y' } };
    expect(live(subscribed('s1', 'c1', 'p1'), ordered('r1', 'c1', 'p1'))).toEqual([
      ['s1', true],
      ['r1', true],
    ]);
    expect(live(subscribed('s1', 'c1', 'p1'), failed)).toEqual([['s1', false]]);
    expect(live(ordered('r1', 'c1', 'p1', renewal))).toEqual([]);
  });
});

describe('grants over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  let support: string;
  let chat: string;
  let product: Product;

  beforeAll(async () => {
    running = await startApp({ features: [sellers, ...features] });
    acme = polar(running.url, 'seller-acme');
    const custom = (description: string) =>
      acme.benefits.create({ type: 'custom', description, properties: { note: null } });
    support = (await custom('Support')).id;
    chat = (await custom('Chat')).id;
    product = await acme.products.create({
      name: 'Membership',
      recurringInterval: 'month',
      prices: [{ amountType: 'free' }],
    });
    await assign(support);
  });
  afterAll(() => running.close());

  const assign = (...list: string[]) =>
    acme.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: list } });
  let customerCount = 0;
  const customer = async () => (await acme.customers.create({ email: `buyer${(customerCount += 1)}@example.com` })).id;
  async function grantsOf(benefitId: string, customerId: string) {
    await running.runtime.settled();
    const { result } = await acme.benefits.grants({ id: benefitId, customerId });
    return result.items;
  }
  async function subscribe(customerId: string): Promise<string> {
    const id = newUuid();
    await happen(running, subscriptionStream(id), subscribed(id, customerId, product.id, organizationId('acme')));
    const checkoutId = newUuid();
    await happen(running, checkoutStream(checkoutId), bought(checkoutId, customerId, newUuid(), id));
    return id;
  }
  const about = (subscriptionId: string, customerId: string) => ({
    subscriptionId,
    customerId,
    organizationId: organizationId('acme'),
  });

  it('begin and end with a subscription', async () => {
    const who = await customer();
    const subscription = await subscribe(who);
    const [grant, ...others] = await grantsOf(support, who);
    expect(others).toEqual([]);
    expect(grant).toMatchObject({
      customerId: who,
      benefitId: support,
      subscriptionId: subscription,
      orderId: null,
      isGranted: true,
      isRevoked: false,
      grantedAt: expect.any(Date),
      revokedAt: null,
      error: null,
      properties: {},
      customer: { id: who },
    });
    await happen(running, subscriptionStream(subscription), {
      type: 'SubscriptionRevoked',
      data: {
        ...about(subscription, who),
        endedAt: NOW,
        reason: null,
        comment: null,
        wasCanceled: false,
        released: null,
      },
    });
    expect(await grantsOf(support, who)).toMatchObject([{ id: grant!.id, isGranted: false, isRevoked: true }]);
    expect((await acme.benefits.grants({ id: support, customerId: who, isGranted: true })).result.items).toEqual([]);
  });

  it('begin with the paid order of a one-time product', async () => {
    const who = await customer();
    const id = newUuid();
    await happen(running, orderStream(id), ordered(id, who, product.id, { organizationId: organizationId('acme') }));
    const checkoutId = newUuid();
    await happen(running, checkoutStream(checkoutId), bought(checkoutId, who, id, null));
    expect(await grantsOf(support, who)).toMatchObject([{ orderId: id, subscriptionId: null, isGranted: true }]);
  });

  it('end when a renewal is declined', async () => {
    const who = await customer();
    const subscription = await subscribe(who);
    const [grant] = await grantsOf(support, who);
    await happen(running, subscriptionStream(subscription), {
      type: 'SubscriptionRenewalFailed',
      data: { ...about(subscription, who), orderId: newUuid(), paymentId: newUuid(), endsAt: null },
    });
    expect(await grantsOf(support, who)).toMatchObject([{ id: grant!.id, isGranted: false }]);
  });

  it('are cycled when a renewal is paid', async () => {
    const who = await customer();
    const subscription = await subscribe(who);
    const [grant] = await grantsOf(support, who);
    const orderId = newUuid();
    await happen(running, orderStream(orderId), {
      type: 'OrderPaid',
      data: { ...about(subscription, who), orderId, paymentId: newUuid(), billingReason: 'subscription_cycle' },
    });
    const [cycled] = await grantsOf(support, who);
    expect([grant!.modifiedAt, cycled!.modifiedAt]).toEqual([null, expect.any(Date)]);
    const events = await running.ports.store.read(`grants-${who}_${support}`);
    expect(events.map(({ type }) => type)).toEqual(['BenefitGranted', 'BenefitGrantCycled']);
  });

  it('follow the benefits of the product for all of its buyers', async () => {
    const [one, two] = [await customer(), await customer()];
    await Promise.all([subscribe(one), subscribe(two)]);
    await running.runtime.settled();
    await assign(chat);
    for (const who of [one, two]) {
      expect(await grantsOf(chat, who)).toMatchObject([{ isGranted: true }]);
      expect(await grantsOf(support, who)).toMatchObject([{ isGranted: false }]);
    }
    const before = await grantsOf(support, one);
    await assign(support, chat);
    expect(await grantsOf(support, one)).toMatchObject([{ id: before[0]!.id, isGranted: true }]);
    await assign(support);
  });

  it('end when their benefit or customer is deleted', async () => {
    const doomed = (await acme.benefits.create({ type: 'custom', description: 'Deleted soon', properties: {} })).id;
    await assign(support, doomed);
    const [one, two] = [await customer(), await customer()];
    await Promise.all([subscribe(one), subscribe(two)]);
    expect(await grantsOf(doomed, one)).toMatchObject([{ isGranted: true }]);
    await acme.benefits.delete({ id: doomed });
    await acme.customers.delete({ id: two });
    await running.runtime.settled();
    const live = await running.ports.documents.find(collectionOf(grantProjection), {
      where: { and: [{ eq: ['benefit_id', doomed] }, { eq: ['is_granted', true] }] },
      limit: 10,
    });
    expect(live.items).toEqual([]);
    expect(await grantsOf(support, two)).toMatchObject([
      { isGranted: false, customer: { deletedAt: expect.any(Date) } },
    ]);
    const late = await subscribe(two);
    await running.runtime.settled();
    expect((await grantsOf(support, two)).filter(({ subscriptionId }) => subscriptionId === late)).toEqual([]);
  });

  it('are found beyond the first page of purchases and grants', async () => {
    const productId = newUuid();
    const [purchase, grant] = await Promise.all(
      [purchaseProjection, grantProjection].map(
        async (projection) => (await running.ports.documents.find(collectionOf(projection), { limit: 1 })).items[0]!,
      ),
    );
    const many = Array.from({ length: 1_100 }, () => newUuid());
    const write = (projection: typeof purchaseProjection | typeof grantProjection, document: object) =>
      many.map((id) => {
        const collection = collectionOf(projection as AnyProjection);
        return { collection, id, seen: undefined, position: '0', document: { ...document, id } };
      });
    await running.ports.documents.save([
      ...write(purchaseProjection, { ...purchase, product_id: productId, live: true }),
      ...write(grantProjection, { ...grant, benefit_id: productId, is_revoked: false }),
    ]);
    const service = running.app.get(GrantHolders, { strict: false });
    for (const task of [
      { kind: 'align', productId },
      { kind: 'revoke', benefitId: productId },
    ] as const) {
      const holders = await service.of(task);
      const found: string[] = [];
      for (let page = await holders.next('', 400); page.length > 0; page = await holders.next(found.at(-1)!, 400))
        found.push(...page.map(({ id }) => id));
      expect(found).toEqual([...many].sort());
      expect(await holders.count()).toBe(1_100);
    }
  });

  it('are hidden from other tenants', async () => {
    const other = polar(running.url, 'seller-other');
    await expect(other.benefits.grants({ id: support })).rejects.toMatchObject({ error: 'ResourceNotFound' });
  });

  it('include their benefit in webhooks', async () => {
    const who = await customer();
    await subscribe(who);
    await running.runtime.settled();
    const { items } = await running.ports.documents.find(collectionOf(grantProjection), {
      where: { eq: ['customer_id', who] },
      limit: 1,
    });
    const body = await running.app.get(GrantWebhookPresenter).present(items[0] as never);
    expect(body).toMatchObject({ benefit: { id: support }, customer: { id: who }, previous_properties: {} });
    expect(body).not.toHaveProperty('organization_id');
  });
});
