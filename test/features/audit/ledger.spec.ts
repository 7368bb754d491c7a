import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organizationStream } from '../../../src/features/accounts/organizations/organization.events.ts';
import { ANONYMOUS } from '../../../src/app/http/callers/caller.ts';
import { features } from '../../../src/app.module.ts';
import { LedgerEntities, ledgerDeclarationsOf } from '../../../src/features/audit/ledger/ledger-entities.service.ts';
import { LedgerPresenter } from '../../../src/features/audit/ledger/ledger.queries.ts';
import { entryOf } from '../../../src/features/audit/ledger/ledger.projection.ts';
import { customerStream } from '../../../src/features/billing/customers/customer.events.ts';
import { orderStream } from '../../../src/features/billing/orders/order.events.ts';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { productStream } from '../../../src/features/billing/products/product.events.ts';
import { subscriptionStream } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { emailStream } from '../../../src/features/delivery/emails/email.events.ts';
import { createOrganization, organizationToken, signUp, tokenOf } from '../../support/accounts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startContext } from '../../../src/kernel/writing/command.ts';
import { Executor } from '../../../src/kernel/writing/execute.ts';
import { skipDecider, SkipEvent, SKIPPED_STREAM } from '../../../src/kernel/writing/skipped-events.ts';
import { paymentFailedMail } from '../../../src/features/billing/orders/mails/order.mails.ts';
import { readGolden } from '../../golden/golden.ts';
import { NOW, recorded } from '../../support/given.ts';
import { happen, polar } from '../../support/sellers.ts';

interface LedgerEvent {
  id: string;
  type: string;
  stream: string;
  revision: number;
  actor: { kind: string; id: string };
  persons: string[];
  command_id: string;
  about: { kind: string; id: string; name: string | null }[];
  amount: number | null;
  currency: string | null;
  data: Record<string, unknown>;
  state: Record<string, unknown> | null;
}

describe('the ledger projection', () => {
  const told = ledgerDeclarationsOf(features);
  const factsOf = (type: string, stream: string, data: object) => {
    const { money, about, persons } = entryOf(recorded({ type, data }, { stream }), 'o1', told);
    return { money, about, persons };
  };

  it('records the amount and currency of an event, and the ids of what it is about', () => {
    const totals = { subtotalAmount: 1000, discountAmount: 0, netAmount: 1000, taxAmount: 190, totalAmount: 1190 };
    const order = { orderId: 'r1', customerId: 'c1', productId: 'p1', totals, currency: 'eur' };
    expect(factsOf('OrderCreated', 'order-r1', order)).toEqual({
      money: { amount: 1190, currency: 'eur' },
      about: { order: 'r1', customer: 'c1', product: 'p1' },
      persons: ['tester', 'c1'],
    });
    const price = { id: 'q1', amountType: 'fixed', amount: 500, currency: 'jpy' };
    const items = [{ productId: 'p1', price, quantity: 2 }];
    expect(
      factsOf('SubscriptionCreated', 'subscription-s1', { items, currency: 'jpy', customerId: 'c1' }),
    ).toMatchObject({
      money: { amount: 1000, currency: 'jpy' },
      about: { product: 'p1', customer: 'c1' },
    });
  });

  it('records the customer and the order of a payment', () => {
    const purpose = { kind: 'order', orderId: 'r1', subscriptionId: null };
    const declined = { paymentId: 'y1', customerId: 'c1', purpose, code: 'card_declined', message: 'No' };
    expect(factsOf('PaymentDeclined', 'payment-y1', declined)).toEqual({
      money: null,
      about: { order: 'r1', customer: 'c1' },
      persons: ['tester', 'c1'],
    });
  });

  describe('of every event type', () => {
    const examples = readGolden('test/golden/events.jsonl').map(({ event: { type, stream }, expect: data }) =>
      recorded({ type, data }, { stream }),
    );
    /** They name a currency, but nothing that is charged, requested or priced in it: what MRR loses or regains, an order's revenue, terms, what an account is told without a change of its balance. */
    const notShown = [
      ...['MeterPeriodClosed', 'MeterPriceSet', 'OrderCredited', 'OrderPaid', 'RefundSettled', 'RefundUndone'],
      ...['SubscriptionEnded', 'SubscriptionRecovered', 'SubscriptionRenewalFailed', 'SubscriptionRevoked'],
    ];

    it('is shown with the amount that the event states, or with none', async () => {
      // Every entity exists, and has an amount of its own.
      const entity = new Proxy({}, { get: (_, field) => (String(field).endsWith('amount') ? 4711 : 'usd') });
      const getMany = (_: unknown, ids: string[]) => Promise.resolve(new Map(ids.map((id) => [id, entity])));
      const entities = new LedgerEntities({ getMany } as never, features);
      const entries = examples.map((event) => entryOf(event, 'o1', told));
      const shown = await new LedgerPresenter({} as never, entities, features).presentAll(entries, ANONYMOUS);
      expect(shown.map(({ type, amount, currency }) => [type, amount, currency])).toEqual(
        entries.map(({ type, money }) => [type, money?.amount ?? null, money?.currency ?? null]),
      );
      expect(entries.filter(({ about, money }) => about['order'] && !money).length).toBeGreaterThan(10);
    });

    it('states an amount if its data has a currency', () => {
      const inCurrency = examples.filter(({ data }) => /"currency":"[a-z]{3}"/.test(JSON.stringify(data)));
      const types = [...new Set(inCurrency.map(({ type }) => type))];
      expect(types.filter((type) => !(type in told.facts)).sort()).toEqual(notShown);
      expect(types.length).toBeGreaterThan(30);
    });

    it('states a refund with its tax, and nothing for events that name only its order', () => {
      const money = (type: string, data: object) => factsOf(type, 'refunds-y1', { orderId: 'r1', ...data }).money;
      const refund = { amount: 700, taxAmount: 133, paymentAmount: 833, balanceAmount: 0, currency: 'jpy' };
      expect(money('RefundRequested', refund)).toEqual({ amount: 833, currency: 'jpy' });
      for (const type of [
        'RefundPending',
        'RefundFailed',
        'CreditNoteIssued',
        'SubscriptionUsageMeasured',
        'DiscountRedeemed',
      ])
        expect([type, money(type, {})]).toEqual([type, null]);
    });
  });

  it('finds the product and the customer of events in their own streams', () => {
    expect(factsOf('ProductArchived', 'product-p1', { productId: 'p1' }).about).toEqual({ product: 'p1' });
    expect(factsOf('ProductArchived', 'product-p1', {}).about).toEqual({ product: 'p1' });
  });
});

describe("an organization's ledger over HTTP", () => {
  let app: TestApp;
  let seller: Awaited<ReturnType<typeof organizationToken>>;
  let productId: string;
  let customerId: string;

  beforeAll(async () => {
    app = await startApp();
    seller = await organizationToken(app, 'ledger:read', 'products:write', 'customers:write', 'customers:read');
    const client = polar(app.url, seller.token);
    const prices = [{ amountType: 'fixed' as const, priceAmount: 1000 }];
    productId = (await client.products.create({ name: 'Ledger Pro', recurringInterval: 'month', prices })).id;
    await client.products.update({ id: productId, productUpdate: { name: 'Ledger Max' } });
    customerId = (await client.customers.create({ email: 'ann@example.com', name: 'Ann' })).id;
    await app.runtime.settled();
  });
  afterAll(() => app.close());

  const read = async (path: string, credential: string = seller.token) => {
    const headers: Record<string, string> = credential.startsWith('tb_')
      ? { authorization: `Bearer ${credential}` }
      : { cookie: credential };
    const answer = await fetch(`${app.url}/api/ledger/${path}`, { headers });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const list = async (query: string, credential?: string) => {
    const { status, body } = await read(`events?limit=100&${query}`, credential);
    expect(status).toBe(200);
    return body as { items: LedgerEvent[]; pagination: { total_count: number; max_page: number } };
  };
  const typesIn = async (query: string) => (await list(query)).items.map(({ type }) => type);

  it('lists newest first, page by page', async () => {
    const all = await typesIn('');
    expect(all.slice(0, 3)).toEqual(['CustomerCreated', 'ProductUpdated', 'ProductCreated']);
    expect(all.at(-1)).toBe('OrganizationCreated');
    const second = (await read('events?limit=1&page=2')).body as { items: LedgerEvent[]; pagination: object };
    expect(second.items.map(({ type }) => type)).toEqual(['ProductUpdated']);
    expect(second.pagination).toEqual({ total_count: all.length, max_page: all.length });
  });

  it('filters by type, stream, person and time', async () => {
    expect(await typesIn('type=ProductCreated&type=CustomerCreated')).toEqual(['CustomerCreated', 'ProductCreated']);
    expect(await typesIn(`stream=${productStream(productId)}`)).toEqual(['ProductUpdated', 'ProductCreated']);
    expect(await typesIn(`person=${customerId}`)).toEqual(['CustomerCreated']);
    expect(await typesIn(`person=${seller.tokenId}`)).toEqual(['CustomerCreated', 'ProductUpdated', 'ProductCreated']);
    const persons = (count: number) => `person=${customerId}${'&person=nobody'.repeat(count - 1)}`;
    expect(await typesIn(persons(100))).toEqual(['CustomerCreated']);
    expect((await read(`events?${persons(101)}`)).status).toBe(422);
    expect(await typesIn('from=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await typesIn('to=2000-01-01T00:00:00Z')).toEqual([]);
    expect((await read('events?from=yesterday')).status).toBe(422);
  });

  it('opens an event to its data, who caused it by which command, and the state after it', async () => {
    const [entry] = (await list('type=ProductCreated')).items;
    const { body } = await read(`events/${entry!.id}`);
    expect(body).toMatchObject({
      type: 'ProductCreated',
      revision: 0,
      actor: { kind: 'token', id: seller.tokenId },
      command_id: expect.stringMatching(/:CreateProduct$/),
      data: { name: 'Ledger Pro' },
      state: { name: 'Ledger Pro', is_archived: false },
    });
  });

  it('shows a stream as a timeline with the state after each event', async () => {
    const { body } = await read(`streams/${productStream(productId)}`);
    const { items } = body as { items: LedgerEvent[] };
    expect(items.map(({ type, state }) => [type, state!.name])).toEqual([
      ['ProductCreated', 'Ledger Pro'],
      ['ProductUpdated', 'Ledger Max'],
    ]);
  });

  it('shows personal fields only to callers who may read customers', async () => {
    const [entry] = (await list('type=CustomerCreated')).items;
    const opened = (await read(`events/${entry!.id}`)).body as LedgerEvent;
    expect(opened).toMatchObject({ data: { email: 'ann@example.com' }, state: { email: 'ann@example.com' } });
    const { token } = await tokenOf(app, seller.cookie, seller.organizationId, 'ledger:read');
    const closed = (await read(`events/${entry!.id}`, token)).body as LedgerEvent;
    expect(closed.data).toMatchObject({ email: null, name: null, customerId });
    expect(JSON.stringify(closed)).not.toMatch(/ann@example|"Ann"/);
    const timeline = (await read(`streams/${customerStream(customerId)}`, token)).body;
    expect(JSON.stringify(timeline)).not.toMatch(/ann@example|"Ann"/);
  });

  describe('of what was sold', () => {
    const orderId = newUuid();
    const subscriptionId = newUuid();
    beforeAll(async () => {
      const { organizationId } = seller;
      const about = { orderId, organizationId, customerId, subscriptionId };
      const totals = { subtotalAmount: 1800, discountAmount: 0, netAmount: 1800, taxAmount: 0, totalAmount: 1800 };
      const billed = {
        items: [],
        discount: null,
        tax: null,
        totals,
        currency: 'eur',
        billingReason: 'subscription_cycle',
      };
      const none = { checkoutId: null, period: null, paymentId: null, paymentMethodId: null, billingAddress: null };
      const created = { ...about, ...billed, ...none, productId, status: 'pending', billingName: null, metadata: {} };
      await happen(app, orderStream(orderId), { type: 'OrderCreated', data: created });
      const renewed = { ...about, periodStart: NOW, periodEnd: NOW };
      await happen(app, subscriptionStream(subscriptionId), { type: 'SubscriptionRenewed', data: renewed });
      await app.runtime.settled();
    });
    const entry = async (type: string, credential?: string) => (await list(`type=${type}`, credential)).items[0]!;

    it('names the amount, the customer, the product and the order’s number', async () => {
      expect(await entry('OrderCreated')).toMatchObject({
        amount: 1800,
        currency: 'eur',
        about: expect.arrayContaining([
          { kind: 'customer', id: customerId, name: 'ann@example.com' },
          { kind: 'product', id: productId, name: 'Ledger Max' },
          { kind: 'order', id: orderId, name: orderNumber(orderId) },
        ]),
      });
    });

    it('shows no amount for events that state none, in the list and on the receipt', async () => {
      expect(await entry('SubscriptionRenewed')).toMatchObject({ amount: null, currency: null });
      const { body } = await read(`streams/${subscriptionStream(subscriptionId)}`);
      expect((body as { items: LedgerEvent[] }).items).toMatchObject([{ amount: null, currency: null }]);
    });

    it('says which mail it was and to whom, to callers who may read customers', async () => {
      const emailId = newUuid();
      const { organizationId } = seller;
      const mail = { emailId, kind: 'payment-failed', person: customerId, organizationId };
      const sender = { name: 'Ledger', replyTo: null, logoUrl: null, imprint: null };
      const about = { organizationName: 'Ledger', slug: 'ledger', timeZone: 'UTC', currency: 'eur', sender, now: NOW };
      const to = { to: 'ann@example.com', values: paymentFailedMail.sample(about).values, at: NOW };
      await happen(app, emailStream(emailId), { type: 'EmailScheduled', data: { ...mail, ...to } });
      await app.runtime.settled();
      const name = 'payment failed to ann@example.com';
      expect((await entry('EmailScheduled')).about).toEqual([{ kind: 'email', id: emailId, name }]);
      const { token } = await tokenOf(app, seller.cookie, seller.organizationId, 'ledger:read');
      expect((await entry('EmailScheduled', token)).about).toEqual([{ kind: 'email', id: emailId, name: null }]);
    });

    it('lists every event that concerns a customer', async () => {
      expect(await typesIn(`person=${customerId}`)).toEqual(['SubscriptionRenewed', 'OrderCreated', 'CustomerCreated']);
    });

    it('names customers only to callers who may read them, and nothing to another tenant', async () => {
      const { token } = await tokenOf(app, seller.cookie, seller.organizationId, 'ledger:read');
      const { about, amount } = await entry('OrderCreated', token);
      expect(about).toContainEqual({ kind: 'customer', id: customerId, name: null });
      expect(about).toContainEqual({ kind: 'product', id: productId, name: 'Ledger Max' });
      expect(amount).toBe(1800);
      const other = await signUp(app);
      const { id: organizationId } = await createOrganization(app, other.cookie);
      // Their own event, which names another tenant's entities.
      const foreign = { productId, organizationId, customerId, orderId };
      await happen(app, productStream(newUuid()), { type: 'ProductArchived', data: foreign });
      await app.runtime.settled();
      const archived = await entry('ProductArchived', other.cookie);
      expect(archived.about.map(({ name }) => name)).toEqual([null, null, null]);
      expect(archived.amount).toBeNull();
    });
  });

  it('is for owners, admins and tokens with the scope', async () => {
    expect((await list('', seller.cookie)).items.length).toBeGreaterThan(3);
    const { token } = await tokenOf(app, seller.cookie, seller.organizationId, 'products:read');
    expect((await read('events', token)).status).toBe(403);
    const member = await signUp(app);
    await happen(app, organizationStream(seller.organizationId), {
      type: 'MemberAdded',
      data: { organizationId: seller.organizationId, memberId: 'm2', userId: member.id, role: 'member' },
    });
    await app.runtime.settled();
    expect((await read('events', member.cookie)).status).toBe(403);
    expect((await fetch(`${app.url}/api/ledger/events`)).status).toBe(401);
  });

  it('opens a skipped event for its own organization, and no timeline of those of all', async () => {
    const skipped = { stream: 'order-1', revision: 0, type: 'OrderPaid', reason: 'unknown version' };
    const ids = [seller.organizationId, newUuid()];
    for (const [at, organizationId] of ids.entries()) {
      const data = { ...skipped, eventId: newUuid(), organizationId };
      const skip = new SkipEvent(data, startContext({ kind: 'operator', id: `o${at}` }, app.clock));
      await app.app.get(Executor).execute(skipDecider, SKIPPED_STREAM, skip);
    }
    await app.runtime.settled();
    const { items } = await list('type=EventSkipped');
    expect(items).toHaveLength(1);
    expect(await read(`events/${items[0]!.id}`)).toMatchObject({ status: 200, body: { data: skipped, state: null } });
    expect((await read(`streams/${SKIPPED_STREAM}`)).status).toBe(404);
  });

  it('does not exist for another tenant', async () => {
    const other = await signUp(app);
    const { id } = await createOrganization(app, other.cookie);
    const { items } = await list('', other.cookie);
    expect(items.every(({ stream }) => stream === organizationStream(id))).toBe(true);
    expect((await list(`organization_id=${seller.organizationId}`, other.cookie)).items).toEqual([]);
    const [entry] = (await list('type=ProductCreated')).items;
    expect((await read(`events/${entry!.id}`, other.cookie)).status).toBe(404);
    for (const stream of [productStream(productId), organizationStream(seller.organizationId), `user-${other.id}`])
      expect((await read(`streams/${stream}`, other.cookie)).status).toBe(404);
  });
});
