import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { Customer } from '@polar-sh/sdk/models/components/customer.js';
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js';
import { createHash } from 'node:crypto';
import request from 'supertest';
import { EMAIL_CLAIM, type CustomerEvent } from '../../../src/features/billing/customers/customer.events.ts';
import { customerStateProjection } from '../../../src/features/billing/customer-states/customer-state.projection.ts';
import { CustomerStatePresenter } from '../../../src/features/billing/customer-states/customer-states.queries.ts';
import { CustomerReader } from '../../../src/features/billing/customers/customers.queries.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import type { GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import { Claims } from '../../../src/kernel/writing/claim.ts';
import { Writes, type Context } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';
import { organizationId, polar } from '../../support/sellers.ts';
import { foundOrganization } from '../../support/shop.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { ID, created } from './customer-events.ts';

describe('customer state', () => {
  const about = { subscriptionId: 's1', organizationId: 'o1', customerId: ID };
  const subscribed: SubscriptionEvent = {
    type: 'SubscriptionCreated',
    data: {
      ...about,
      items: [
        { productId: 'p1', price: { id: 'q1', amountType: 'fixed', amount: 900, currency: 'usd' }, quantity: 1 },
        {
          productId: 'p1',
          price: {
            id: 'q2',
            amountType: 'metered_unit',
            meterId: 'm1',
            unitAmount: '5',
            capAmount: null,
            currency: 'usd',
          },
          quantity: 1,
        },
      ],
      currency: 'usd',
      discount: null,
      trial: null,
      recurringInterval: 'month',
      anchorDay: 31,
      startedAt: NOW,
      currentPeriodEnd: '2026-02-28T10:00:00.000Z',
      checkoutId: 'k1',
      paymentMethodId: null,
      activeClaim: null,
      billingAddress: null,
      billingName: null,
      customFieldData: {},
      metadata: { plan: 'a' },
    },
  };
  const key = { grantId: 'g1', organizationId: 'o1', customerId: ID, benefitId: 'b1' };
  const scope = { subscriptionId: 's1', orderId: null };
  const granted: GrantEvent = {
    type: 'BenefitGranted',
    data: { ...key, scope, benefitType: 'custom', properties: {} },
  };
  const revoked: GrantEvent = { type: 'BenefitGrantRevoked', data: { ...key, scope, reason: 'payment_failed' } };
  const sold = { productId: 'p1', amount: 900, currency: 'usd', recurringInterval: 'month' } as const;
  const failed: SubscriptionEvent = {
    type: 'SubscriptionRenewalFailed',
    data: {
      ...about,
      orderId: 'o',
      paymentId: 'p',
      attempt: 1,
      nextAttemptAt: null,
      pastDue: sold,
      endsAt: null,
      released: null,
    },
  };
  const ended: SubscriptionEvent = {
    type: 'SubscriptionEnded',
    data: { ...about, ...sold, endedAt: NOW, wasPastDue: true, released: null },
  };
  const presenter = new CustomerStatePresenter(
    { shown: async () => (document: object) => document } as never,
    { shown: async () => () => ({}) } as never,
    { named: async () => new Map([['m1', {}]]) } as never,
    { ofCustomer: async () => [{ meter_id: 'm1' }] } as never,
    { countedAll: async () => [{ id: 'x1', customer_id: 'c1', meter_id: 'm1', balance: 2 }] } as never,
    {
      baseLinesOf: async (all: { id: string; customer_id: string; meterIds: string[] }[]) =>
        new Map(
          all.map(({ id, customer_id, meterIds }) => [id, meterIds.map((meter_id) => ({ meter_id, customer_id }))]),
        ),
    } as never,
    { named: async () => new Map([['b1', { metadata: { tier: 'gold' } }]]) } as never,
  );
  const METER = { meter_id: 'm1', customer_id: ID };
  const state = (...events: (CustomerEvent | SubscriptionEvent | GrantEvent)[]) =>
    presenter.present(
      documentsOf(customerStateProjection, [created, ...events].map((event) => recorded(event)) as never[]).c1!,
    );

  it('shows live subscriptions and grants', async () => {
    const { active_subscriptions, granted_benefits, active_meters } = await state(subscribed, granted);
    expect(active_subscriptions).toMatchObject([
      { id: 's1', status: 'active', amount: 900, current_period_start: NOW, metadata: { plan: 'a' }, meters: [METER] },
    ]);
    expect(granted_benefits).toMatchObject([{ id: 'g1', granted_at: NOW, benefit_id: 'b1', benefit_type: 'custom' }]);
    expect(granted_benefits).toMatchObject([{ benefit_metadata: { tier: 'gold' } }]);
    expect(active_meters).toEqual([{ id: 'x1', meter_id: 'm1', balance: 2 }]);
  });

  it('hides subscriptions that are past due or have ended, and revoked grants', async () => {
    expect(await state(subscribed, granted, failed, revoked)).toMatchObject({
      active_subscriptions: [],
      granted_benefits: [],
    });
    expect((await state(subscribed, ended)).active_subscriptions).toEqual([]);
  });

  it('shows a grant that was granted again', async () =>
    expect((await state(subscribed, granted, revoked, granted)).granted_benefits).toMatchObject([
      { id: 'g1', granted_at: NOW },
    ]));
});

describe('customers over HTTP', () => {
  let running: TestApp;
  let acme: Polar;

  beforeAll(async () => {
    running = await startApp({ ages: true });
    await foundOrganization(running, 'customers');
    acme = polar(running.url, 'seller-customers');
  });
  afterAll(() => running.close());

  async function raw(method: string, path: string, body?: unknown) {
    const headers = { authorization: 'Bearer seller-customers', 'content-type': 'application/json' };
    const response = await fetch(running.url + path, { method, headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { detail: { loc: unknown[] }[] } & Customer;
    return { status: response.status, body: answer };
  }
  const refused = async (body: object) =>
    (await raw('POST', '/v1/customers/', body)).body.detail.map(({ loc }) => loc.join('.'));
  const notFound = { error: 'ResourceNotFound' };

  it('returns the same customer from create, get, list and lookups', async () => {
    const customer = await acme.customers.create({
      email: 'Ann@Example.com',
      name: 'Ann',
      externalId: 'user/1 ü',
      billingAddress: { country: 'US', state: 'ca', line1: '1 Main St', line2: '', postalCode: '94104', city: 'SF' },
      taxId: ['911144442', 'us_ein'],
      metadata: { tier: 1, vip: true },
    });
    expect(customer).toMatchObject({
      email: 'Ann@Example.com',
      emailVerified: false,
      externalId: 'user/1 ü',
      organizationId: organizationId('customers'),
      billingAddress: { country: 'US', state: 'US-CA', line2: null, postalCode: '94104' },
      taxId: ['911144442', 'us_ein'],
      deletedAt: null,
      modifiedAt: null,
      avatarUrl: expect.stringContaining(createHash('sha256').update('ann@example.com').digest('hex')),
    });
    expect(await acme.customers.get({ id: customer.id })).toEqual(customer);
    expect(await acme.customers.getExternal({ externalId: 'user/1 ü' })).toEqual(customer);
    expect((await acme.customers.list({ email: 'ANN@example.com' })).result.items).toEqual([customer]);
    expect(await acme.customers.getStateExternal({ externalId: 'user/1 ü' })).toEqual({
      ...customer,
      activeSubscriptions: [],
      grantedBenefits: [],
      activeMeters: [],
    });
    expect(await acme.customers.getState({ id: customer.id })).toMatchObject({ id: customer.id });
  });

  it('finds a customer whose external id is the name of a route', async () => {
    const customer = await acme.customers.create({ email: 'state@example.com', externalId: 'state' });
    expect(await acme.customers.getExternal({ externalId: 'state' })).toEqual(customer);
  });

  it('filters, searches and sorts lists', async () => {
    const seller = polar(running.url, 'seller-lists');
    const make = (email: string, name: string | null, metadata = {}) =>
      seller.customers.create({ email, name, metadata });
    const a = await make('a@example.com', 'Zoë', { tier: 'x', n: 1 });
    const b = await make('B@example.com', 'yann', { tier: 'y' });
    const c = await make('c@example.com', null, { tier: 'x' });
    const ids = async (query: Parameters<Polar['customers']['list']>[0]) =>
      (await seller.customers.list(query)).result.items.map(({ id }) => id);
    expect(await ids({})).toEqual([c.id, b.id, a.id]);
    expect(await ids({ sorting: ['email'] })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ sorting: ['-name'] })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ query: 'ZO' })).toEqual([a.id]);
    expect(await ids({ query: 'b@EX' })).toEqual([b.id]);
    expect(await ids({ metadata: { tier: 'x' } })).toEqual([c.id, a.id]);
    expect(await ids({ metadata: { tier: ['x', 'y'], n: '1' } })).toEqual([a.id]);
  });

  it('finds names however they and the search are typed', async () => {
    const seller = polar(running.url, 'seller-folding');
    const names = ['José Müller'.normalize('NFD'), 'Søren Groß', "Pat O'Brien"];
    const made = [];
    for (const [n, name] of names.entries())
      made.push((await seller.customers.create({ email: `f${n}@example.com`, name })).id);
    const found = async (query: string) => (await seller.customers.list({ query })).result.items.map(({ id }) => id);
    for (const query of ['josé', 'josé'.normalize('NFD'), ' jose ', 'MULLER'])
      expect(await found(query)).toEqual([made[0]]);
    for (const query of ['soren', 'gross', 'groß', 'GROẞ']) expect(await found(query)).toEqual([made[1]]);
    for (const query of ['o’brien', "o'brien", '\u00A0pat  o‘brien\u3000'])
      expect(await found(query)).toEqual([made[2]]);
    expect(await found('  ')).toHaveLength(3);
  });

  it('has one customer per address, however it is written', async () => {
    const pairs = [
      ['rené@example.com', 'René@example.com'.normalize('NFD')],
      ['x@例え.jp', 'x@xn--r8jz45g.jp'],
    ] as const;
    for (const [first, second] of pairs) {
      const { id } = await acme.customers.create({ email: first });
      expect(await refused({ email: second })).toEqual(['body.email']);
      expect((await acme.customers.list({ email: second })).result.items.map((one) => one.id)).toEqual([id]);
    }
  });

  it('refuses invalid input at its field', async () => {
    const email = 'valid@example.com';
    expect(await refused({ email: 'nonsense' })).toEqual(['body.email']);
    expect(await refused({})).toEqual(['body.email']);
    expect(await refused({ email, billing_address: { country: 'XX' } })).toEqual(['body.billing_address.country']);
    expect(await refused({ email, billing_address: { country: 'CA', state: 'US-CA' } })).toEqual([
      'body.billing_address.state',
    ]);
    expect(await refused({ email, billing_address: {} })).toEqual(['body.billing_address.country']);
    expect(await refused({ email, tax_id: ['1', 'martian'] })).toEqual(['body.tax_id']);
    expect(
      await refused({ email, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])) }),
    ).toEqual(['body.metadata']);
    expect(await refused({ email, metadata: { a: { nested: 1 } } })).toEqual(['body.metadata']);
  });

  it('allows one customer per e-mail and per external id in an organization', async () => {
    await acme.customers.create({ email: 'only@example.com', externalId: 'only' });
    expect(await refused({ email: 'ONLY@example.com' })).toEqual(['body.email']);
    expect(await refused({ email: 'other@example.com', external_id: 'only' })).toEqual(['body.external_id']);
    const next = await acme.customers.create({ email: 'other@example.com' });
    const taken = await raw('PATCH', `/v1/customers/${next.id}`, { email: 'Only@example.com' });
    expect(taken.body.detail[0]!.loc).toEqual(['body', 'email']);
    await polar(running.url, 'seller-customers_other').customers.create({
      email: 'only@example.com',
      externalId: 'only',
    });
  });

  it('lets one of 50 concurrent creates have the e-mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        raw('POST', '/v1/customers/', { email: n % 2 ? 'Race@example.com' : 'race@example.com' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 422)]);
    expect((await acme.customers.list({ email: 'race@example.com' })).result.items).toHaveLength(1);
  });

  it('refuses oversize texts and tax ids of another form, and stores nothing of them', async () => {
    const email = 'oversize@example.com';
    const huge = 'x'.repeat(900_000);
    const at = { email, billing_address: { country: 'DE' } };
    const cases: [object, string][] = [
      [{ email, name: huge }, 'body.name'],
      [{ email, external_id: huge }, 'body.external_id'],
      [{ email, external_id: '' }, 'body.external_id'],
      [{ email: `${huge}@example.com` }, 'body.email'],
      [{ email, metadata: { note: huge } }, 'body.metadata'],
      [{ email, metadata: { ['k'.repeat(41)]: 1 } }, 'body.metadata'],
      [{ email, billing_address: { country: 'DE', line1: huge } }, 'body.billing_address.line1'],
      [{ email, billing_address: { country: 'DE', state: huge } }, 'body.billing_address.state'],
      [{ email, billing_address: { country: 'US', state: 'US-QC' } }, 'body.billing_address.state'],
      [{ email, billing_address: { country: 'de' } }, 'body.billing_address.country'],
      [{ ...at, tax_id: ['GB980780684', 'eu_vat'] }, 'body.tax_id'],
      [{ ...at, tax_id: ['DE123456789', 'us_ein'] }, 'body.tax_id'],
      [{ ...at, tax_id: ['51824753557', 'au_abn'] }, 'body.tax_id'],
      [{ ...at, tax_id: [huge, 'eu_vat'] }, 'body.tax_id'],
      [{ ...at, tax_id: 'DE123456789' }, 'body.tax_id'],
    ];
    for (const [body, place] of cases) expect([place, await refused(body)]).toEqual([place, [place]]);
    expect((await acme.customers.list({ email })).result.items).toEqual([]);
    const { id } = await acme.customers.create({
      email,
      billingAddress: { country: 'CA', state: 'qc' },
      taxId: ['123 026 635 RT0001', 'ca_gst_hst'],
    });
    expect(await acme.customers.get({ id })).toMatchObject({
      billingAddress: { country: 'CA', state: 'CA-QC' },
      taxId: ['123 026 635 RT0001', 'ca_gst_hst'],
    });
    const update = (customerUpdate: object) => acme.customers.update({ id, customerUpdate });
    expect(await update({ billingAddress: null, taxId: null, metadata: { a: 1 } })).toMatchObject({
      billingAddress: null,
      taxId: null,
      metadata: { a: 1 },
    });
    expect((await update({ metadata: {} })).metadata).toEqual({});
  });

  it.each(['a/b', 'a%2Fb', 'a?b#c&d=e', '100%', 'ü 漢字', "o'neil+x@y", 'a/'])(
    'finds, updates and deletes a customer by the external id %j',
    async (externalId) => {
      const { id } = await acme.customers.create({ email: `ext-${newUuid()}@example.com`, externalId });
      expect((await acme.customers.getExternal({ externalId })).id).toBe(id);
      const customerUpdateExternalID = { name: 'Found', billingAddress: { country: 'AT' as const } };
      expect(await acme.customers.updateExternal({ externalId, customerUpdateExternalID })).toMatchObject({
        id,
        name: 'Found',
        externalId,
      });
      expect((await acme.customers.getStateExternal({ externalId })).id).toBe(id);
      await acme.customers.deleteExternal({ externalId });
      await expect(acme.customers.getExternal({ externalId })).rejects.toMatchObject(notFound);
      await expect(
        acme.customers.updateExternal({ externalId, customerUpdateExternalID: { name: 'x' } }),
      ).rejects.toMatchObject(notFound);
    },
  );

  it('gives an external id that is set later to one of 50 customers, and one of 50 to a customer', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => (await acme.customers.create({ email: `late${n}@example.com` })).id),
    );
    const onlyOne = [200, ...Array.from({ length: 49 }, () => 422)];
    const same = await Promise.all(
      ids.map((id) => raw('PATCH', `/v1/customers/${id}`, { external_id: 'wanted-by-all' })),
    );
    expect(same.map(({ status }) => status).sort()).toEqual(onlyOne);
    expect(same.find(({ status }) => status === 422)!.body.detail[0]!.loc).toEqual(['body', 'external_id']);
    const winner = same.find(({ status }) => status === 200)!.body.id;
    expect((await acme.customers.getExternal({ externalId: 'wanted-by-all' })).id).toBe(winner);
    const without = ids.find((id) => id !== winner)!;
    const many = await Promise.all(
      ids.map((_, n) => raw('PATCH', `/v1/customers/${without}`, { external_id: `one-of-many-${n}` })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual(onlyOne);
    const { externalId } = await acme.customers.get({ id: without });
    // Those that lost are free for others.
    const free = ['one-of-many-1', 'one-of-many-2'].find((one) => one !== externalId)!;
    expect(await acme.customers.create({ email: 'free@example.com', externalId: free })).toMatchObject({
      externalId: free,
    });
    const creates = await Promise.all(
      ids.map((_, n) => raw('POST', '/v1/customers/', { email: `new${n}@example.com`, external_id: 'created-once' })),
    );
    expect(creates.map(({ status }) => status).sort()).toEqual([201, ...onlyOne.slice(1)]);
  });

  it('updates, but refuses another external id', async () => {
    const { id } = await acme.customers.create({ email: 'mutable@example.com', externalId: 'fixed', name: 'Before' });
    const changed = await acme.customers.update({ id, customerUpdate: { name: 'After', email: 'moved@example.com' } });
    expect(changed).toMatchObject({ name: 'After', email: 'moved@example.com', externalId: 'fixed' });
    const other = await raw('PATCH', `/v1/customers/${id}`, { external_id: 'another' });
    expect(other.body.detail[0]!.loc).toEqual(['body', 'external_id']);
    expect((await raw('PATCH', `/v1/customers/${id}`, { external_id: 'fixed', name: '' })).body.name).toBeNull();
    const byExternal = await acme.customers.updateExternal({
      externalId: 'fixed',
      customerUpdateExternalID: { name: 'By external id' },
    });
    expect(byExternal).toMatchObject({ id, name: 'By external id' });
  });

  it('releases a replaced e-mail, which its customer can take back', async () => {
    const { id } = await acme.customers.create({ email: 'there@example.com' });
    const move = (email: string) => acme.customers.update({ id, customerUpdate: { email } });
    await move('back@example.com');
    await move('there@example.com');
    await running.runtime.settled();
    expect(await refused({ email: 'there@example.com' })).toEqual(['body.email']);
    await acme.customers.create({ email: 'back@example.com' });
  });

  it('hides a deleted customer everywhere, and releases e-mail and external id', async () => {
    const { id } = await acme.customers.create({ email: 'gone@example.com', externalId: 'gone' });
    await acme.customers.deleteExternal({ externalId: 'gone' });
    await expect(acme.customers.get({ id })).rejects.toMatchObject(notFound);
    await expect(acme.customers.getState({ id })).rejects.toMatchObject(notFound);
    await expect(acme.customers.getExternal({ externalId: 'gone' })).rejects.toMatchObject(notFound);
    await expect(acme.customers.delete({ id })).rejects.toMatchObject(notFound);
    expect((await acme.customers.list({ email: 'gone@example.com' })).result.items).toEqual([]);
    const again = await acme.customers.create({ email: 'gone@example.com', externalId: 'gone' });
    expect(again.id).not.toBe(id);
    const kept = (await running.app.get(CustomerReader).find([id])).get(id)!;
    expect(kept).toMatchObject({ deleted_at: expect.any(String), metadata: { __external_id: 'gone' } });
  });

  it('hides customers of other tenants', async () => {
    const { id } = await acme.customers.create({ email: 'private@example.com', externalId: 'private' });
    const other = polar(running.url, 'seller-customers_other');
    await expect(other.customers.get({ id })).rejects.toMatchObject(notFound);
    await expect(other.customers.getState({ id })).rejects.toMatchObject(notFound);
    await expect(other.customers.getExternal({ externalId: 'private' })).rejects.toMatchObject(notFound);
    await expect(other.customers.update({ id, customerUpdate: { name: 'x' } })).rejects.toMatchObject(notFound);
    await expect(other.customers.delete({ id })).rejects.toMatchObject(notFound);
  });

  it('finds customers by claimed e-mail and external id', async () => {
    const { id } = await acme.customers.create({ email: 'Found@example.com', externalId: 'found' });
    const reader = running.app.get(CustomerReader);
    expect((await reader.byEmail(organizationId('customers'), 'found@EXAMPLE.com'))?.id).toBe(id);
    expect((await reader.byExternalId(organizationId('customers'), 'found'))?.id).toBe(id);
    expect(await reader.byEmail(organizationId('customers_other'), 'found@example.com')).toBeUndefined();
  });

  it('lets another customer take over a stale claim', async () => {
    const claims = running.app.get(Claims);
    const held = claims.claim(EMAIL_CLAIM, organizationId('customers'), 'stale@example.com');
    await claims.hold(held, 'customer-never', contextNow(running));
    expect(
      await running.app.get(CustomerReader).byEmail(organizationId('customers'), 'stale@example.com'),
    ).toBeUndefined();
    expect(await refused({ email: 'stale@example.com' })).toEqual(['body.email']);
    running.clock.advanceMachine(61);
    await acme.customers.create({ email: 'stale@example.com' });
  });

  it('encrypts personal fields in the log', async () => {
    const { id } = await acme.customers.create({
      email: 'sealed-mail@example.com',
      externalId: 'sealed-ext',
      name: 'sealed-name',
      metadata: { k: 'sealed-meta' },
      billingAddress: { country: 'SE', city: 'sealed-city' },
    });
    const stored = JSON.stringify(await running.ports.store.read(`customer-${id}`));
    expect(stored).not.toMatch(/sealed-(mail|ext|name|meta|city)/);
  });
});

describe('a customer in the whole program', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop({ at: '2026-01-31T10:00:00.000Z', ages: true });
  });
  afterAll(() => shop.close());

  it('shows purchases in state and metrics until they are deleted', async () => {
    const { seller } = shop;
    const product = await shop.product({ amount: 2_000, interval: 'month' });
    const { id } = await seller.benefits.create({ type: 'custom', description: 'Support', properties: {} });
    await seller.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [id] } });
    const buyer = await seller.customers.create({ email: 'Ada@example.com' });
    const checkout = await seller.checkouts.create({ products: [product.id] });
    await shop.confirm(checkout.clientSecret, { email: 'ada@example.com' });
    await shop.settled();
    const state = await seller.customers.getState({ id: buyer.id });
    expect(state.activeSubscriptions).toMatchObject([{ productId: product.id, status: 'active', amount: 2_000 }]);
    expect(state.grantedBenefits).toMatchObject([{ benefitId: id, benefitType: 'custom' }]);
    const year = {
      startDate: new RFCDate('2026-01-01'),
      endDate: new RFCDate('2026-12-31'),
      interval: 'year',
    } as const;
    expect((await seller.metrics.get({ ...year, customerId: buyer.id })).totals).toMatchObject({
      orders: 1,
      revenue: 2_000,
      newSubscriptions: 1,
      monthlyRecurringRevenue: 2_000,
      checkouts: 1,
      checkoutsConversion: 1,
    });
    const read = (path: string) => request(shop.url).get(`/v1/${path}`).set('authorization', `Bearer ${shop.bearer}`);
    const { items } = (await read(`customers/${buyer.id}/payment-methods`)).body as { items: object[] };
    expect(items).toMatchObject([{ type: 'card', customer_id: buyer.id, is_default: true, card: { last4: '4242' } }]);
    const grants = await read(`benefit-grants?customer_id=${buyer.id}&is_granted=true`);
    expect(grants.body.items).toMatchObject([{ benefit_id: id, customer: { id: buyer.id } }]);
    const other = '00000000-0000-4000-8000-000000000000';
    expect((await read(`benefit-grants?benefit_id=${other}`)).body.items).toEqual([]);
    expect((await read('customers/export')).text.split('\r\n')[1]).toContain('Ada@example.com');
    expect((await read(`orders/export?product_id=${product.id}`)).text.split('\r\n')[1]).toContain(buyer.id);
    const json = await read('orders/export').set('accept', 'application/json;q=1, text/csv;q=0');
    expect((json.body as string).split('\r\n')[0]).toMatch(/^number,invoice_number,created_on,/);
    expect((await read(`orders/export?product_id=${other}`)).text.trim().split('\r\n')).toHaveLength(1);
    await seller.customers.delete({ id: buyer.id });
    await shop.settled();
    expect((await seller.subscriptions.list({})).result.items).toMatchObject([{ status: 'canceled' }]);
    expect((await seller.benefits.grants({ id })).result.items).toMatchObject([{ isGranted: false }]);
    expect((await seller.metrics.get(year)).totals).toMatchObject({
      activeSubscriptions: 0,
      monthlyRecurringRevenue: 0,
    });
    const [order] = (await seller.orders.list({})).result.items;
    expect(order!.customer).toMatchObject({ id: buyer.id, email: 'Ada@example.com', deletedAt: expect.any(Date) });
  });
});

function contextNow({ clock }: TestApp): Context {
  const requestId = newUuid();
  return {
    requestId,
    actor: { kind: 'system', id: 'spec' },
    correlationId: requestId,
    causationId: requestId,
    now: clock.now(),
    machineNow: clock.machineNow(),
    scope: 'any',
    writes: new Writes(),
  };
}
