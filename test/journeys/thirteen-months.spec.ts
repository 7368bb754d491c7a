import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { SandboxPaymentProcessor } from '../../src/adapters/sandbox/sandbox-payment-processor.ts';
import { PAYMENT_PROCESSOR } from '../../src/app/tokens.ts';
import { categoryOf, upToEnd, type Position, type StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { browser, type Browser } from '../support/auth-client.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { polar } from '../support/sellers.ts';
import { unsentStreams } from '../support/sent.ts';
import { until } from '../support/until.ts';
import { validated } from '../support/webhooks.ts';

/**
 * The main job over thirteen months: Olga founds a shop, Ada subscribes on 31 January and cancels a year later, Grace's card works
 * once, and Ada buys a book in between. The clock is moved; exactly this happens, and nothing else.
 */
const ADA = 'ada@example.com';
const GRACE = 'grace@example.com';

/** The ends of Ada's periods, at 10:00: the 31st, or the month's last day. */
const RENEWALS = [
  ['2026-02-28', '2026-03-31'],
  ['2026-03-31', '2026-04-30'],
  ['2026-04-30', '2026-05-31'],
  ['2026-05-31', '2026-06-30'],
  ['2026-06-30', '2026-07-31'],
  ['2026-07-31', '2026-08-31'],
  ['2026-08-31', '2026-09-30'],
  ['2026-09-30', '2026-10-31'],
  ['2026-10-31', '2026-11-30'],
  ['2026-11-30', '2026-12-31'],
  ['2026-12-31', '2027-01-31'],
] as const;
const at = (...days: string[]) => RENEWALS.filter(([day]) => days[0]! <= day && day < days[1]!);

describe('thirteen months', () => {
  let running: TestApp;
  let owner: Browser;
  let seller: Polar;
  let everything: Receiver;
  let money: Receiver;
  let secret: string;
  let begins: Position | undefined;
  let log: StoredEvent[];
  const people = new Map<string, string>();

  beforeAll(async () => {
    running = await startApp({ at: '2026-01-31T09:00:00.000Z', whole: true });
    begins = await running.ports.store.end();
    [everything, money] = await Promise.all([startReceiver(), startReceiver()]);
    await play();
    log = await wholeLog();
    for (const { type, data } of log)
      if (type === 'CustomerCreated') people.set(data['customerId'] as string, people.size === 0 ? 'ada' : 'grace');
  });
  afterAll(async () => {
    await running.close();
    await Promise.all([everything.close(), money.close()]);
  });

  async function play(): Promise<void> {
    owner = browser(running);
    await owner.client.signUp.email({ email: 'olga@shop.example', password: 'correct horse', name: 'Olga' });
    const { data: organization } = await owner.client.organization.create({ name: 'Olgas Papier', slug: 'olga' });
    const token = await organizationToken(organization!.id);
    seller = polar(running.url, token);
    const sample = await seller.benefits.create({
      type: 'custom',
      description: 'A sample',
      properties: { note: 'Hi' },
    });
    const paper = await seller.products.create({
      name: 'Paper',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 2_000 }],
    });
    const book = await seller.products.create({
      name: 'Book',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 2_500 }],
    });
    await seller.products.updateBenefits({ id: paper.id, productBenefitsUpdate: { benefits: [sample.id] } });
    secret = await endpoint(token, everything, EVERYTHING);
    await endpoint(token, money, ['order.paid', 'subscription.revoked']);

    await advance('2026-01-31T10:00:00.000Z');
    await buy(paper.id, ADA, 'ctoken_ok');
    await advance('2026-02-10T12:00:00.000Z');
    await buy(paper.id, GRACE, 'ctoken_renewal_declined');
    await advance('2026-06-01T08:00:00.000Z');
    await buy(book.id, ADA, 'ctoken_ok');
    await advance('2027-01-15T09:00:00.000Z');
    const { result } = await seller.subscriptions.list({ active: true });
    await seller.subscriptions.update({
      id: result.items[0]!.id,
      subscriptionUpdate: { cancelAtPeriodEnd: true, customerCancellationReason: 'unused' },
    });
    await advance('2027-03-01T00:00:00.000Z');
    // What became of mails and messages is recorded ten seconds later.
    running.clock.advanceMachine(11);
    await until(
      async () => unsentStreams(await wholeLog()).length === 0,
      'every webhook and mail to be delivered',
      40_000,
    );
  }

  it('records exactly these events', () => {
    const purchase = (when: string, who: string) => [
      `${when} CheckoutCreated 2000`,
      `${when} CheckoutConfirmStarted ${who} 2000`,
      `${when} CustomerCreated ${who}`,
      `${when} PaymentRequested ${who} 2000`,
      `${when} PaymentSucceeded ${who} 2000`,
      `${when} CheckoutConfirmed ${who}`,
      `${when} SubscriptionCreated ${who} 2000`,
      `${when} OrderCreated ${who} subscription_create paid 2000`,
      `${when} CheckoutSucceeded ${who}`,
      `${when} BenefitGranted ${who}`,
    ];
    const renewal = ([day, next]: readonly [string, string]) => [
      `${day} 10:00 SubscriptionRenewed ada until ${next} 10:00`,
      `${day} 10:00 OrderCreated ada subscription_cycle pending 2000`,
      `${day} 10:00 PaymentRequested ada 2000`,
      `${day} 10:00 PaymentSucceeded ada 2000`,
      `${day} 10:00 OrderPaid ada 2000`,
      `${day} 10:00 BenefitGrantCycled ada`,
    ];
    const declined = (day: string) => [
      `${day} 12:00 SubscriptionPaymentRetried grace`,
      `${day} 12:00 PaymentRequested grace 2000`,
      `${day} 12:00 PaymentDeclined grace`,
      `${day} 12:00 OrderPaymentFailed grace`,
      `${day} 12:00 SubscriptionRenewalFailed grace`,
    ];
    expect(log.filter(({ stream }) => !BOOKKEEPING.includes(categoryOf(stream))).map(lineOf)).toEqual([
      '2026-01-31 09:00 UserRegistered',
      '2026-01-31 09:00 PasswordSet',
      '2026-01-31 09:00 SessionStarted',
      '2026-01-31 09:00 OrganizationCreated',
      '2026-01-31 09:00 TeamCreated',
      '2026-01-31 09:00 MemberAdded',
      '2026-01-31 09:00 ActiveOrganizationChanged',
      '2026-01-31 09:00 AccessTokenCreated',
      '2026-01-31 09:00 BenefitCreated',
      '2026-01-31 09:00 ProductCreated',
      '2026-01-31 09:00 ProductCreated',
      '2026-01-31 09:00 ProductBenefitsChanged',
      '2026-01-31 09:00 WebhookEndpointCreated',
      '2026-01-31 09:00 WebhookEndpointCreated',
      ...purchase('2026-01-31 10:00', 'ada'),
      ...purchase('2026-02-10 12:00', 'grace'),
      ...at('2026-02-01', '2026-03-01').flatMap(renewal),
      '2026-03-10 12:00 SubscriptionRenewed grace until 2026-04-10 12:00',
      '2026-03-10 12:00 OrderCreated grace subscription_cycle pending 2000',
      '2026-03-10 12:00 PaymentRequested grace 2000',
      '2026-03-10 12:00 PaymentDeclined grace',
      '2026-03-10 12:00 OrderPaymentFailed grace',
      '2026-03-10 12:00 SubscriptionRenewalFailed grace',
      '2026-03-10 12:00 BenefitGrantRevoked grace',
      ...['2026-03-12', '2026-03-17', '2026-03-24'].flatMap(declined),
      ...at('2026-03-11', '2026-04-01').flatMap(renewal),
      ...declined('2026-03-31'),
      '2026-03-31 12:00 SubscriptionRevoked grace',
      '2026-03-31 12:00 OrderVoided grace',
      ...at('2026-04-01', '2026-06-01').flatMap(renewal),
      '2026-06-01 08:00 CheckoutCreated 2500',
      '2026-06-01 08:00 CheckoutConfirmStarted ada 2500',
      '2026-06-01 08:00 PaymentRequested ada 2500',
      '2026-06-01 08:00 PaymentSucceeded ada 2500',
      '2026-06-01 08:00 CheckoutConfirmed ada',
      '2026-06-01 08:00 OrderCreated ada purchase paid 2500',
      '2026-06-01 08:00 CheckoutSucceeded ada',
      ...at('2026-06-02', '2027-01-15').flatMap(renewal),
      '2027-01-15 09:00 SubscriptionCanceled ada',
      '2027-01-31 10:00 SubscriptionEnded ada',
      '2027-01-31 10:00 BenefitGrantRevoked ada',
    ]);
  });

  it('creates exactly these orders', async () => {
    const { result } = await seller.orders.list({ sorting: ['created_at'], limit: 100 });
    const shown = result.items.map(({ createdAt, customer, billingReason, status, totalAmount, items }) =>
      [minuteOf(createdAt), customer.email, billingReason, status, totalAmount, items[0]!.label].join(' '),
    );
    const cycle = ([day, next]: readonly [string, string]) =>
      `${day} 10:00 ${ADA} subscription_cycle paid 2000 Paper — From ${dateOf(day)} to ${dateOf(next)}`;
    expect(shown).toEqual([
      `2026-01-31 10:00 ${ADA} subscription_create paid 2000 Paper`,
      `2026-02-10 12:00 ${GRACE} subscription_create paid 2000 Paper`,
      ...at('2026-02-01', '2026-03-01').map(cycle),
      `2026-03-10 12:00 ${GRACE} subscription_cycle pending 2000 Paper — From Mar 10, 2026 to Apr 10, 2026`,
      ...at('2026-03-11', '2026-06-01').map(cycle),
      `2026-06-01 08:00 ${ADA} purchase paid 2500 Book`,
      ...at('2026-06-02', '2027-01-15').map(cycle),
    ]);
  });

  it('leaves one subscription canceled by its customer and one by its failed payments, and charges nobody twice', async () => {
    const { result } = await seller.subscriptions.list({ sorting: ['started_at'] });
    expect(result.items).toMatchObject([
      {
        customer: { email: ADA },
        status: 'canceled',
        canceledAt: new Date('2027-01-15T09:00:00.000Z'),
        endsAt: new Date('2027-01-31T10:00:00.000Z'),
        endedAt: new Date('2027-01-31T10:00:00.000Z'),
        customerCancellationReason: 'unused',
      },
      { customer: { email: GRACE }, status: 'canceled', endedAt: new Date('2026-03-31T12:00:00.000Z') },
    ]);
    const processor = running.app.get<SandboxPaymentProcessor>(PAYMENT_PROCESSOR);
    expect(await processor.taken()).toBe(RENEWALS.length + 3);
    const payments = log
      .filter(({ type }) => type === 'PaymentRequested')
      .map(({ data }) => data['paymentId'] as string);
    const calls = await Promise.all(payments.map((id) => processor.callsOf(id)));
    expect(calls.every((call) => call.calls === 1 && !call.reversed)).toBe(true);
  });

  it('issues exactly these invoices, numbered by the year', () => {
    const issued = log.flatMap(({ type, data }) =>
      type === 'InvoiceIssued' ? [`${data['issuedOn']} ${data['number']}`] : [],
    );
    const days = [
      ...['2026-01-31', '2026-02-10', ...at('2026-02-01', '2026-06-01').map(([day]) => day), '2026-06-01'],
      ...at('2026-06-02', '2027-01-15').map(([day]) => day),
    ];
    const numberOf = (day: string, nth: number) => `INV-${day.slice(0, 4)}-${String(nth).padStart(5, '0')}`;
    const inYear = (at: number) =>
      days.slice(0, at + 1).filter((day) => day.slice(0, 4) === days[at]!.slice(0, 4)).length;
    expect(issued).toEqual(days.map((day, at) => `${day} ${numberOf(day, inYear(at))}`));
  });

  it('sends exactly these mails', async () => {
    const outbox = (await (await fetch(`${running.url}/sandbox/outbox`)).json()) as {
      kind: string;
      to: string;
      text: string;
    }[];
    const shown = outbox.map(({ kind, to, text }) => `${kind} ${to} ${/\$[\d.]+/.exec(text)?.[0]}`);
    const receipt = () => `receipt ${ADA} $20.00`;
    const expected = [
      `receipt ${ADA} $20.00`,
      `receipt ${GRACE} $20.00`,
      ...at('2026-02-01', '2026-03-01').map(receipt),
      ...Array(4).fill(`payment-failed ${GRACE} $20.00`),
      ...at('2026-03-11', '2026-04-01').map(receipt),
      `payment-failed ${GRACE} $20.00`,
      ...at('2026-04-01', '2026-06-01').map(receipt),
      `receipt ${ADA} $25.00`,
      ...at('2026-06-02', '2027-01-15').map(receipt),
      `subscription-canceled ${ADA} undefined`,
      `subscription-ended ${ADA} undefined`,
    ];
    // Several are sent at a time, so the log has their order.
    expect(shown.toSorted()).toEqual(expected.toSorted());
    const scheduled = log
      .filter(({ type }) => type === 'EmailScheduled')
      .map(({ data }) => `${data['kind']} ${people.get(String(data['person']).split(':')[1]!)}@example.com`);
    expect(scheduled).toEqual(expected.map((mail) => mail.split(' ').slice(0, 2).join(' ')));
  });

  it('sends exactly these webhooks, in order per endpoint', () => {
    const purchase = [
      'checkout.created',
      'customer.created',
      'customer.state_changed',
      'checkout.updated',
      'subscription.created',
      'subscription.active',
      'subscription.updated',
      'customer.state_changed',
      'order.created',
      'order.updated',
      'order.paid',
      'checkout.updated',
      'benefit_grant.created',
      'customer.state_changed',
    ];
    const renewal = [
      'subscription.updated',
      'customer.state_changed',
      'order.created',
      'order.updated',
      'order.paid',
      'benefit_grant.cycled',
      'customer.state_changed',
    ];
    const again = ['subscription.updated', 'customer.state_changed'];
    expect(everything.types()).toEqual([
      ...purchase,
      ...purchase,
      ...at('2026-02-01', '2026-03-01').flatMap(() => renewal),
      'subscription.updated',
      'customer.state_changed',
      'order.created',
      'subscription.updated',
      'subscription.revoked',
      'customer.state_changed',
      'benefit_grant.revoked',
      'customer.state_changed',
      ...Array(3).fill(again).flat(),
      ...at('2026-03-11', '2026-04-01').flatMap(() => renewal),
      // The last attempt and the end are of one command, which is announced as one update.
      'customer.state_changed',
      'subscription.updated',
      'subscription.canceled',
      'subscription.revoked',
      'customer.state_changed',
      'order.updated',
      ...at('2026-04-01', '2026-06-01').flatMap(() => renewal),
      'checkout.created',
      'checkout.updated',
      'order.created',
      'order.updated',
      'order.paid',
      'checkout.updated',
      ...at('2026-06-02', '2027-01-15').flatMap(() => renewal),
      'subscription.updated',
      'subscription.canceled',
      'customer.state_changed',
      'subscription.updated',
      'subscription.revoked',
      'customer.state_changed',
      'benefit_grant.revoked',
      'customer.state_changed',
    ]);
    expect(money.types()).toEqual([
      'order.paid',
      'order.paid',
      'order.paid',
      'subscription.revoked',
      'order.paid',
      'subscription.revoked',
      ...Array.from({ length: RENEWALS.length - 1 }, () => 'order.paid'),
      'subscription.revoked',
    ]);
  });

  it('sends webhooks that the official client accepts, each under one id', () => {
    for (const message of everything.received) expect(() => validated(running, message, secret)).not.toThrow();
    expect(new Set(everything.ids()).size).toBe(everything.received.length);
  });

  async function organizationToken(organizationId: string): Promise<string> {
    const scopes = ['products:write', 'benefits:write', 'checkouts:write', 'orders:read', 'subscriptions:write'];
    const body = { organization_id: organizationId, comment: 'shop', scopes: [...scopes, 'webhooks:write'] };
    const answer = await owner.post('/v1/organization-access-tokens/', body);
    return ((await answer.json()) as { token: string }).token;
  }

  async function endpoint(token: string, { url }: Receiver, events: string[]): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await post('/v1/webhooks/endpoints', { url, format: 'raw', events }, headers);
    return (answer as { secret: string }).secret;
  }

  async function buy(productId: string, email: string, token: string): Promise<void> {
    const { clientSecret } = await seller.checkouts.create({ products: [productId] });
    await seller.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerEmail: email,
        customerName: 'Somebody',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: token,
      },
    });
    await running.runtime.settled();
  }

  async function advance(to: string): Promise<void> {
    expect(await post('/sandbox/clock', { advance_to: to })).toEqual({ now: to });
  }

  async function post(path: string, body: object, headers: object = {}): Promise<object> {
    const answer = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as object;
  }

  async function wholeLog(): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const batch of upToEnd(running.ports.store, begins)) events.push(...batch);
    return events;
  }

  /** An event's time, type, people and amounts. */
  function lineOf({ type, data, metadata }: StoredEvent): string {
    const who = people.get((data['customerId'] as string | undefined) ?? '');
    const [item] = (data['items'] ?? []) as { amount?: number; price?: { amount: number } }[];
    const ofItem = item?.amount ?? item?.price?.amount;
    const amount = data['amount'] ?? data['totalAmount'] ?? data['netAmount'] ?? ofItem;
    const period = type === 'SubscriptionRenewed' && `until ${minuteOf(new Date(data['periodEnd'] as string))}`;
    const order = type === 'OrderCreated' && `${data['billingReason'] as string} ${data['status'] as string}`;
    const shown = AMOUNTS.includes(type) && amount;
    const details = [minuteOf(new Date(metadata.occurredAt)), type, who, order, period, shown];
    return details.filter((part) => part !== undefined && part !== false).join(' ');
  }
});

/** Uniqueness, sending, invoices, saved payment methods and the seals of machine time's hours have tests of their own. */
const BOOKKEEPING = [
  ...['claim', 'webhook', 'webhookmessages', 'webhookoutcomes', 'email', 'emailoutcomes', 'seal'],
  ...['invoice', 'invoices', 'savedmethods'],
];
const AMOUNTS = [
  'CheckoutCreated',
  'CheckoutConfirmStarted',
  'PaymentRequested',
  'PaymentSucceeded',
  'SubscriptionCreated',
  'OrderCreated',
  'OrderPaid',
];
const EVERYTHING = [
  'checkout.created',
  'checkout.updated',
  'order.created',
  'order.updated',
  'order.paid',
  'subscription.created',
  'subscription.active',
  'subscription.updated',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'benefit_grant.created',
  'benefit_grant.cycled',
  'benefit_grant.revoked',
];

/** `2026-02-28 10:00`. */
function minuteOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

/** `Feb 28, 2026`. */
function dateOf(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${names[month! - 1]} ${date}, ${year}`;
}
