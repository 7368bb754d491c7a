import { expect } from '@jest/globals';
import { addDays, addSeconds, type Instant } from '../../src/kernel/ports/clock.ts';
import type { UsageEntry } from '../../src/features/billing/subscriptions/subscription.events.ts';
import type { VoidedMeasure } from '../../src/features/billing/usage/usage.events.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { createOrganization, post, signUp } from './accounts.ts';

interface Site {
  url: string;
}
interface Line {
  id: string;
  amount: number;
  metered?: unknown;
}
type Priced = Pick<UsageEntry, 'consumed' | 'unitAmount' | 'capAmount'>;
type Measured = Priced & Pick<UsageEntry, 'id' | 'periodId' | 'priceId'>;

const BATCH = 7;
/** A month and a day: each move ends a period of both subscriptions. */
const MOVE_DAYS = 32;
/** For a call, and for a token up to a cap, which each period with some calls of yen reaches. */
const PRICES = { usd: ['2.5', '0.5'], jpy: ['0.5', '2'] };
const CAP = 10;
/** Of each call. */
const TOKENS = 3;

/** A shop with a metered subscription in each of two currencies, whose use is reported, and once voided, while its periods end. */
export class MeteredShop {
  /** Events that were accepted. */
  reported = 0;
  private customers: readonly string[] = [];
  private isOver = false;
  private isAbandoned = false;
  private voided: string | undefined;

  private constructor(
    private readonly site: Site,
    private readonly cookie: string,
    private readonly organizationId: string,
  ) {}

  static async open(site: Site): Promise<MeteredShop> {
    const { cookie } = await signUp(site);
    const { id } = await createOrganization(site, cookie);
    const shop = new MeteredShop(site, cookie, id);
    const clauses = [{ property: 'name', operator: 'eq', value: 'call' }];
    const meter = { organization_id: id, name: 'Calls', filter: { conjunction: 'and', clauses } };
    const calls = await shop.create('/v1/meters/', { ...meter, aggregation: { func: 'count' } });
    const tokens = await shop.create('/v1/meters/', { ...meter, aggregation: { func: 'sum', property: 'tokens' } });
    for (const [currency, [call, token]] of Object.entries(PRICES))
      await shop.subscribe(currency, [
        { meter_id: calls.id, unit_amount: call },
        { meter_id: tokens.id, unit_amount: token, cap_amount: CAP },
      ]);
    // Answers once the periods of the meter have begun.
    await shop.advanceTo(addSeconds(await shop.now(), 1));
    const answer = await fetch(`${site.url}/v1/customers/`, { headers: { cookie } });
    shop.customers = ((await answer.json()) as { items: { id: string }[] }).items.map((customer) => customer.id);
    return shop;
  }

  /** Ends a period. */
  async endPeriod(): Promise<void> {
    await this.advanceTo(addDays(await this.now(), MOVE_DAYS));
  }

  /** One call after the other until `stop`, each repeated until it is answered. */
  async report(): Promise<void> {
    for (let first = 0; !this.isOver; first += BATCH) {
      if (first === BATCH) while (!this.isAbandoned && !(await this.isVoided()));
      const events = Array.from({ length: BATCH }, (_, n) => ({
        organization_id: this.organizationId,
        name: 'call',
        customer_id: this.customers[(first + n) % this.customers.length],
        external_id: `call ${first + n}`,
        metadata: { tokens: TOKENS },
      }));
      while (!(await this.isAccepted(events))) if (this.isAbandoned) return;
      this.reported += BATCH;
    }
  }

  stop(): void {
    this.isOver = true;
  }

  /** Gives up what has not been answered: after a failed test, the program may never answer again. */
  abandon(): void {
    this.isAbandoned = true;
    this.stop();
  }

  private isAccepted(events: object[]): Promise<boolean> {
    return answered(async () => post(this.site, '/v1/events/ingest', { events }, this.cookie));
  }

  /** One event, whose period may have been billed. */
  private isVoided(): Promise<boolean> {
    const { cookie } = this;
    return answered(async () => {
      const list = `${this.site.url}/v1/events/?organization_id=${this.organizationId}&name=call&limit=1`;
      const { items } = (await (await fetch(list, { headers: { cookie } })).json()) as { items: { id: string }[] };
      this.voided ??= items[0]!.id;
      return post(this.site, `/v1/events/${this.voided}/void`, { reason: 'Counted twice' }, cookie);
    });
  }

  private async subscribe(price_currency: string, metered: readonly object[]): Promise<void> {
    const prices = [
      { amount_type: 'fixed', price_amount: 1_000, price_currency },
      ...metered.map((one) => ({ amount_type: 'metered_unit', price_currency, ...one })),
    ];
    const { organizationId: organization_id } = this;
    const product = { organization_id, name: price_currency, recurring_interval: 'month', prices };
    const { id } = await this.create('/v1/products/', product);
    const { client_secret } = await this.create('/v1/checkouts/', { products: [id] });
    await this.create(`/v1/checkouts/client/${client_secret}/confirm`, {
      customer_email: `${price_currency}@example.com`,
      customer_name: 'Ada',
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'ctoken_ok',
    });
  }

  private async create(path: string, body: object): Promise<{ id: string; client_secret: string }> {
    return (await (await post(this.site, path, body, this.cookie)).json()) as { id: string; client_secret: string };
  }

  private async now(): Promise<Instant> {
    return ((await (await fetch(`${this.site.url}/sandbox/clock`)).json()) as { now: Instant }).now;
  }

  private async advanceTo(to: Instant): Promise<void> {
    await post(this.site, '/sandbox/clock', { advance_to: to });
  }
}

/** Whether a request succeeded; if not, after a moment, because the program may have been killed. */
async function answered(request: () => Promise<Response>): Promise<boolean> {
  const isDone = await request()
    .then(({ status }) => status === 200)
    .catch(() => false);
  return isDone || new Promise((resolve) => setTimeout(resolve, 20, false));
}

/**
 * Every event that was accepted is in the log once, in one measured period of each meter, and on one order for what it costs; but the one that was voided:
 * it is in none, or what its order would have cost less is credited.
 */
export function expectBilledOnce(log: readonly Recorded<DomainEvent>[], reported: number): void {
  const of = (type: string) =>
    log.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const stored = of('UsageIngested').map(({ events }) => (events as unknown[]).length);
  expect([sum(stored), of('UsageVoided').length]).toEqual([reported, 1]);
  const measured = of('SubscriptionUsageMeasured').flatMap(({ usage }) => usage as Measured[]);
  const units = (isCapped: boolean) =>
    sum(measured.flatMap(({ capAmount, consumed }) => ((capAmount !== null) === isCapped ? [Number(consumed)] : [])));
  const voided = of('UsageVoided').flatMap(({ measures }) => measures as VoidedMeasure[]);
  const taken = (isToken: boolean) =>
    sum(voided.map(({ value, isTakenOff }) => (isTakenOff && (value !== null) === isToken ? (value ?? 1) : 0)));
  expect([units(false), units(true)]).toEqual([reported - taken(false), reported * TOKENS - taken(true)]);
  const costOf = ({ consumed, unitAmount, capAmount }: Priced) => {
    const amount = Math.round(Number(consumed) * Number(unitAmount));
    return Math.min(amount, capAmount ?? amount);
  };
  const costs = measured.map((one) => [one.id, costOf(one)] as const);
  const credits = voided.map(({ value, billed }) => {
    const one = measured.find(({ periodId, priceId }) => periodId === billed?.periodId && priceId === billed.priceId);
    return one ? costOf(one) - costOf({ ...one, consumed: String(Number(one.consumed) - (value ?? 1)) }) : 0;
  });
  expect(sum(of('UsageCredited').map(({ amount }) => amount as number))).toBe(sum(credits));
  const items = of('OrderCreated').flatMap((order) => order['items'] as Line[]);
  const lines = items.flatMap(({ id, amount, metered }) => (metered ? [[id, amount] as const] : []));
  expect(lines.length).toBe(costs.length);
  expect(new Map(lines)).toEqual(new Map(costs));
  expect(lines.map(([, amount]) => amount)).toContain(CAP);
}
