import { CommandBus } from '@nestjs/cqrs';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import { ChangePaymentMethod } from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import { subscriptionStream } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addDays, msOf, type Instant } from '../../../src/kernel/ports/clock.ts';
import { upToEnd } from '../../../src/kernel/ports/event-store.ts';
import { savedCard } from '../../support/cards.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { messagesIn } from '../../support/sent.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { Organization } from './organization.ts';
import { minor, type Line, type ShopName, type Story } from './story.ts';
import { shownOrder, shownSubscription, type Account, type Order, type Subscription } from './shown.ts';

/** What became of a story: a line for each of its lines, and what each day sent about each object. */
export interface Told {
  lines: string[];
  sent: Map<Instant, Record<string, string>>;
}

const AT_ONCE = 8;
const DAY_MS = 86_400_000;

/** One customer on their way through a story. */
class Teller {
  customerId = '';
  private readonly email = `${newUuid()}@example.com`;
  private readonly seen = new Map<string, { shown: string; items?: string }>();
  private refundId = '';
  /** Of what was done last. */
  private refusal: string | undefined;
  private orderIds: string[] = [];
  private subscription: Subscription | undefined;
  readonly lines: string[] = [];

  constructor(
    private readonly shop: Shop,
    private readonly organization: Organization,
  ) {}

  async does({ deed }: Line): Promise<void> {
    if (/^(buys|upgrades)/.test(deed)) return this.buys(deed);
    if (/^is (given (?!up)|asked to pay)/.test(deed)) return this.isGiven(deed);
    if (/^(switches|is to switch)/.test(deed)) return this.switches(deed);
    if (/^withdraws/.test(deed)) return this.call('DELETE', `${this.path}/pending-change`);
    if (/^cancels/.test(deed)) return this.call('PATCH', this.path, { cancel_at_period_end: true });
    if (/^uncancels/.test(deed)) return this.call('PATCH', this.path, { cancel_at_period_end: false });
    if (/^is revoked/.test(deed)) return this.call('DELETE', this.path);
    if (/another card/.test(deed)) return this.hasAnotherCard(/that fails/.test(deed));
    if (/^is (not )?refunded/.test(deed)) return this.isRefunded(deed);
    if (/^uses/.test(deed)) return this.uses(deed);
    if (/^voids/.test(deed)) return this.voids(deed);
    if (/^has the refund fail/.test(deed))
      return this.call('POST', `/sandbox/refunds/${this.refundId}/settle`, { outcome: 'failed' });
  }

  /** So that the other stories go on. */
  stumbles(error: Error): void {
    this.refusal = error.message;
  }

  /** The line as it turned out. */
  async tells({ at }: Line): Promise<void> {
    const [orders, subscriptions, account] = await Promise.all([
      this.get<{ items: Order[] }>(`/v1/orders/?customer_id=${this.customerId}&sorting=created_at&limit=100`),
      this.get<{ items: Subscription[] }>(`/v1/subscriptions/?customer_id=${this.customerId}&limit=100`),
      this.get<Account>(`/api/dashboard/customers/${this.customerId}/account`),
    ]);
    this.subscription = subscriptions.items.sort((one, other) => (one.created_at < other.created_at ? 1 : -1))[0];
    const changed = orders.items.flatMap((order) => {
      const { shown: before, items } = this.seen.get(order.id) ?? {};
      const now = shownOrder(order, items ?? { at, subscription: this.subscription });
      this.seen.set(order.id, now);
      return now.shown === before ? [] : [now.shown];
    });
    for (const { id } of orders.items) if (!this.orderIds.includes(id)) this.orderIds.push(id);
    const outcome = this.refusal ?? (changed.join('; ') || '-');
    this.refusal = undefined;
    this.lines.push(`${outcome} | ${shownSubscription(this.subscription, account)}`);
  }

  /** So that it costs nothing from here on. */
  async leaves(): Promise<void> {
    if (this.subscription?.ended_at === null) await this.call('DELETE', this.path);
  }

  private get path(): string {
    return `/v1/subscriptions/${this.subscription!.id}`;
  }

  private async buys(deed: string): Promise<void> {
    const product = await this.organization.productOf(deed);
    const [, discount, duration] = /less (\S+) (once|forever|for \d+ months)/.exec(deed) ?? [];
    const currency = /\d (\w{3}) /.exec(deed)?.[1];
    const discount_id = discount ? await this.organization.discountOf(discount, duration!, currency!) : undefined;
    const subscription_id = deed.startsWith('upgrades') ? this.subscription!.id : undefined;
    const checkout = { products: [product], discount_id, customer_email: this.email, subscription_id };
    const { client_secret } = await this.answer<{ client_secret: string }>('POST', '/v1/checkouts/', checkout);
    const [, country = 'CH'] = /from ([A-Z]{2})/.exec(deed) ?? [];
    const confirmed = await this.answer<{ customer_id: string }>(
      'POST',
      `/v1/checkouts/client/${client_secret}/confirm`,
      {
        customer_name: 'Ada',
        customer_email: this.email,
        customer_billing_address: {
          country,
          ...(country === 'CA' && { state: 'CA-QC', line1: 'Rue 1', city: 'Québec', postal_code: 'G1R 1A1' }),
        },
        confirmation_token_id: /on the card that fails/.test(deed) ? 'ctoken_renewal_declined' : 'ctoken_ok',
      },
    );
    this.customerId = confirmed.customer_id;
  }

  private async isGiven(deed: string): Promise<void> {
    const product_id = await this.organization.productOf(deed);
    await this.call('POST', '/v1/subscriptions/', { product_id, customer_id: this.customerId });
  }

  private async switches(deed: string): Promise<void> {
    const product_id = await this.organization.productOf(deed);
    const isLater = deed.startsWith('is to switch');
    const proration_behavior = isLater
      ? 'next_period'
      : /billed now|card that fails/.test(deed)
        ? 'invoice'
        : 'prorate';
    await this.call('PATCH', this.path, { product_id, proration_behavior });
  }

  /** The customers' own page changes cards in another way. */
  private async hasAnotherCard(fails: boolean): Promise<void> {
    const { id: subscriptionId } = this.subscription!;
    const paymentMethodId = newUuid();
    const token = fails ? 'ctoken_declined' : 'ctoken_ok';
    const methods = this.shop.app.get(PaymentMethods, { strict: false });
    await methods.keep(paymentMethodId, savedCard(token), subscriptionStream(subscriptionId));
    const change = new ChangePaymentMethod({ subscriptionId, paymentMethodId }, this.shop.context());
    await this.shop.app.get(CommandBus).execute(change);
  }

  private async isRefunded(deed: string): Promise<void> {
    const [, amount, order] = /refunded (\S+)(?: of order (\d+))?/.exec(deed)!;
    const order_id = order ? this.orderIds[Number(order) - 1] : this.orderIds.at(-1);
    const body = { order_id, amount: minor(amount!), reason: 'customer_request' };
    this.refundId = (await this.answer<{ id: string }>('POST', '/v1/refunds/', body)).id;
  }

  /** `uses token 0.5 "7"`: an event for each value. */
  private async uses(deed: string): Promise<void> {
    const [, name, ...values] = deed.split(' ');
    const of = { name, customer_id: this.customerId };
    const events = values.map((value) => ({ ...of, metadata: { n: JSON.parse(value) as unknown } }));
    await this.call('POST', '/v1/events/ingest', { events });
  }

  private async voids(deed: string): Promise<void> {
    const [, name, value] = deed.split(' ');
    const path = `/v1/events/?customer_id=${this.customerId}&name=${name}&metadata[n]=${value}`;
    const { items } = await this.get<{ items: { id: string }[] }>(path);
    await this.call('POST', `/v1/events/${items[0]!.id}/void`, { reason: 'It was a mistake' });
  }

  private async call(method: string, path: string, body?: object): Promise<void> {
    await this.answer(method, path, body);
  }

  private async get<T>(path: string): Promise<T> {
    return this.answer<T>('GET', path);
  }

  private answer<T>(method: string, path: string, body?: object): Promise<T> {
    return this.organization.answer<T>(method, path, body);
  }
}

/** Plays all stories in one run of the clock. */
export async function tellAll(stories: readonly Story[]): Promise<Map<Story, Told>> {
  const times = [...new Set(stories.flatMap(({ lines }) => lines.map(({ at }) => at)))].sort();
  const shop = await openShop({ at: addDays(times[0]!, -1) });
  const receiver = await startReceiver();
  const [played] = await Promise.allSettled([play(shop, receiver, stories, times)]);
  await receiver.close();
  if (played.status === 'rejected') {
    await shop.close().catch(() => undefined);
    throw played.reason;
  }
  await shop.close();
  return played.value;
}

async function play(
  shop: Shop,
  receiver: Receiver,
  stories: readonly Story[],
  times: readonly Instant[],
): Promise<Map<Story, Told>> {
  const organizations = new Map<ShopName, Organization>();
  for (const name of ['usual', 'patient', 'lenient', 'several'] as const)
    organizations.set(name, await Organization.open(shop, name, receiver));
  const tellers = new Map(stories.map((told) => [told, new Teller(shop, organizations.get(told.shop)!)]));
  const going = new Set(stories);
  const sending = new Sending(shop, receiver, await shop.ports.store.end());
  for (const at of times) {
    await advance(shop, at);
    const over = [...going].filter(({ lines }) => lines.at(-1)!.at < at);
    await someAtOnce(over, (told) => tellers.get(told)!.leaves());
    for (const told of over) going.delete(told);
    await perform(shop, at, tellers);
    // Before the clock goes on, because what is sent is not kept for longer than 90 days.
    await until(() => sending.isDone(), `every webhook of ${at} to arrive`, 120_000, 50);
  }
  const sent = sentTo(receiver);
  const told = (story: Story, teller: Teller) => toldBy(story, teller, sent.get(teller.customerId) ?? []);
  return new Map(stories.map((story) => [story, told(story, tellers.get(story)!)]));
}

/** So that the server does not refuse what is too much for it. */
async function someAtOnce<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map((item) => run(item)));
}

/** What happens at one time, line by line. */
async function perform(shop: Shop, at: Instant, tellers: ReadonlyMap<Story, Teller>): Promise<void> {
  const acting = [...tellers].map(([{ lines }, teller]) => ({ teller, today: lines.filter((line) => line.at === at) }));
  for (let step = 0; acting.some(({ today }) => today.length > step); step += 1) {
    const now = acting.flatMap(({ teller, today }) => today.slice(step, step + 1).map((line) => ({ teller, line })));
    await someAtOnce(now, ({ teller, line }) => teller.does(line).catch((error: Error) => teller.stumbles(error)));
    await move(shop, at);
    await someAtOnce(now, ({ teller, line }) => teller.tells(line));
  }
}

/** A move is at most 400 days. */
async function advance(shop: Shop, to: Instant): Promise<void> {
  while (msOf(to) - msOf(shop.clock.now()) > 400 * DAY_MS) await move(shop, addDays(shop.clock.now(), 400));
  await move(shop, to);
}

/** Until what is due then is done, and its payments are charged. */
async function move(shop: Shop, to: Instant): Promise<void> {
  const answer = await fetch(`${shop.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_to: to }),
  });
  if (!answer.ok) throw new Error(`The clock: ${await answer.text()}`);
  await shop.settled();
}

interface Sent {
  at: Instant;
  type: string;
}

/** What each customer's webhooks were. */
function sentTo({ received }: Receiver): Map<string, Sent[]> {
  const sent = new Map<string, Sent[]>();
  for (const { body } of received) {
    const { type, timestamp, data } = JSON.parse(body) as {
      type: string;
      timestamp: string;
      data: { customer_id: string };
    };
    const { customer_id: customerId } = data;
    if (!sent.has(customerId)) sent.set(customerId, []);
    sent.get(customerId)!.push({ at: addDays(timestamp, 0), type });
  }
  return sent;
}

function toldBy({ lines }: Story, teller: Teller, webhooks: readonly Sent[]): Told {
  const sent = new Map<Instant, Record<string, string>>();
  for (const { at, type } of webhooks) {
    if (at > lines.at(-1)!.at) continue;
    const [object, what] = type.replace('benefit_', '').split('.');
    const day = sent.get(at) ?? {};
    sent.set(at, { ...day, [object!]: [day[object!], what].filter(Boolean).join(' ') });
  }
  return { lines: teller.lines, sent };
}

/** The webhooks that the log has scheduled, read on from where it was read last. Whether they were accepted, it says some seconds later. */
class Sending {
  private missing: string[] = [];

  constructor(
    private readonly shop: Shop,
    private readonly receiver: Receiver,
    /** Before the first message. */
    private position: string | undefined,
  ) {}

  async isDone(): Promise<boolean> {
    for await (const batch of upToEnd(this.shop.ports.store, this.position)) {
      this.missing.push(...messagesIn(batch).map(({ webhookId }) => webhookId));
      this.position = batch.at(-1)?.position ?? this.position;
    }
    if (this.missing.length === 0) return true;
    const arrived = new Set(this.receiver.ids());
    this.missing = this.missing.filter((id) => !arrived.has(id));
    return this.missing.length === 0;
  }
}
