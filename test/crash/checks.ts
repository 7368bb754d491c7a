import { expect } from '@jest/globals';
import { messagesIn } from '../support/sent.ts';
import { idOf } from '../../src/kernel/ports/event-store.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import type { Receiver } from '../support/receiver.ts';
import type { Smtp } from '../support/smtp.ts';
import type { Acknowledged } from './writers.ts';

/** What must hold whatever was killed: nothing lost, nothing duplicated. */
export type Logged = Recorded<DomainEvent<string, Record<string, unknown>>>;

/** Sent at most once per order, subscription or customer. */
const SENT_ONCE = ['order.created', 'order.paid', 'subscription.created', 'customer.created'];

/** Checks that nothing acknowledged was lost. */
export async function expectNothingLost(
  acknowledged: Acknowledged,
  get: (path: string, headers?: Record<string, string>) => Promise<unknown>,
): Promise<void> {
  const { people, organizations, customers, renamed, confirmed, canceled } = acknowledged;
  for (const { email, cookie } of people)
    expect(await get('/api/auth/get-session', { cookie })).toMatchObject({ user: { email } });
  for (const { slug, cookie } of organizations)
    expect(await get('/api/auth/organization/list', { cookie })).toMatchObject([{ slug }]);
  for (const [id, { email, name }] of customers)
    expect(await get(`/v1/customers/${id}`)).toMatchObject({ email, name });
  for (const [id, count] of renamed) {
    const { name } = (await get(`/v1/products/${id}`)) as { name: string };
    // One more may have been renamed without an answer.
    expect(Number(name.split(' ')[1])).toBeGreaterThanOrEqual(count);
  }
  for (const id of confirmed) {
    expect(await get(`/v1/checkouts/${id}`)).toMatchObject({ status: 'succeeded' });
    expect(await get(`/v1/orders/?checkout_id=${id}`)).toMatchObject({ pagination: { total_count: 1 } });
  }
  for (const id of canceled)
    expect(await get(`/v1/subscriptions/${id}`)).toMatchObject({ canceled_at: expect.any(String) });
}

export function expectNobodyChargedTwice(log: readonly Logged[]): void {
  const only = ofType(log);
  expect(duplicates(only('PaymentSucceeded').map(({ data }) => JSON.stringify(data.purpose)))).toEqual([]);
  expect(duplicates(only('OrderCreated').map(({ data }) => String(data.checkoutId ?? cycleOf(data))))).toEqual([]);
  expect(
    duplicates(
      only('SubscriptionRenewed').map(({ data }) => cycleOf({ ...data, period: { start: data.periodStart } })),
    ),
  ).toEqual([]);
  const paid = new Set(only('PaymentSucceeded').map(({ data }) => data.paymentId));
  expect(only('OrderCreated').filter(({ data }) => data.paymentId !== null && !paid.has(data.paymentId))).toEqual([]);
  expect(only('PaymentReversalRequested')).toEqual([]);
}

export function expectNothingCreatedTwice(log: readonly Logged[]): void {
  const only = ofType(log);
  expect(duplicates(only('CustomerCreated').map(({ data }) => String(data.email)))).toEqual([]);
  expect(duplicates(only('UserRegistered').map(({ data }) => String(data.email)))).toEqual([]);
}

/** A message may arrive again only under its own id. */
export function expectNothingSentTwice(log: readonly Logged[], smtp: Smtp, receiver: Receiver): void {
  const only = ofType(log);
  const receipts = only('EmailScheduled').filter(({ data }) => data.kind === 'receipt');
  const receiptOf = receipts.map(({ data }) => (data.values as { orderId: string }).orderId);
  expect(duplicates(receiptOf)).toEqual([]);
  expect(receiptOf.sort()).toEqual(
    only('OrderCreated')
      .map(({ data }) => String(data.orderId))
      .sort(),
  );
  const mails = new Set(only('EmailScheduled').map(({ stream }) => idOf(stream)));
  expect(smtp.received.filter(({ id }) => !mails.has(id))).toEqual([]);

  const messages = messagesIn(log);
  expect(duplicates(messages.map(({ eventId, wireType }) => `${eventId} ${wireType}`))).toEqual([]);
  const created = messages.filter(({ wireType }) => wireType === 'order.created');
  expect(created).toHaveLength(only('OrderCreated').length);
  const known = new Set(messages.map(({ webhookId }) => webhookId));
  expect(receiver.ids().filter((id) => !known.has(id))).toEqual([]);
  const webhooks = new Map(receiver.received.map(({ headers, body }) => [String(headers['webhook-id']), factOf(body)]));
  const once = [...webhooks.values()].filter((fact) => SENT_ONCE.includes(fact.split(' ')[0]!));
  expect(duplicates(once)).toEqual([]);
}

function ofType(log: readonly Logged[]): (type: string) => Logged[] {
  return (type) => log.filter((event) => event.type === type);
}

/** Identifies a period of a subscription. */
function cycleOf({ subscriptionId, period }: Record<string, unknown>): string {
  return `${String(subscriptionId)} ${(period as { start: string }).start}`;
}

/** The type of a webhook and the id of its object. */
function factOf(body: string): string {
  const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
  return `${type} ${data.id}`;
}

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
