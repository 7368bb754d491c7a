import { expect } from '@jest/globals';
import { addDays, addSeconds, type Instant } from '../../src/kernel/ports/clock.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { createOrganization, post, signUp } from './accounts.ts';

interface Site {
  url: string;
}
interface Line {
  metered?: { consumed: string };
}

const BATCH = 7;
/** A month and a day: each move ends a period of both subscriptions. */
const MOVE_DAYS = 32;
const PRICES = { usd: '2.5', jpy: '0.5' };

/** A shop with a metered subscription in each of two currencies, whose use is reported while its periods end. */
export class MeteredShop {
  /** Events that were accepted. */
  reported = 0;
  private customers: readonly string[] = [];
  private isOver = false;

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
    const meter = { name: 'Calls', filter: { conjunction: 'and', clauses }, aggregation: { func: 'count' } };
    const { id: meter_id } = await shop.create('/v1/meters/', { organization_id: id, ...meter });
    for (const [price_currency, unit_amount] of Object.entries(PRICES))
      await shop.subscribe({ price_currency, unit_amount, meter_id });
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
      const events = Array.from({ length: BATCH }, (_, n) => ({
        organization_id: this.organizationId,
        name: 'call',
        customer_id: this.customers[(first + n) % this.customers.length],
        external_id: `call ${first + n}`,
      }));
      while (!(await this.isAccepted(events)));
      this.reported += BATCH;
    }
  }

  stop(): void {
    this.isOver = true;
  }

  private async isAccepted(events: object[]): Promise<boolean> {
    try {
      return (await post(this.site, '/v1/events/ingest', { events }, this.cookie)).status === 200;
    } catch {
      return new Promise((resolve) => setTimeout(resolve, 20, false));
    }
  }

  private async subscribe(metered: Record<string, string> & { price_currency: string }): Promise<void> {
    const { price_currency } = metered;
    const fixed = { amount_type: 'fixed', price_amount: 1_000, price_currency };
    const prices = [fixed, { amount_type: 'metered_unit', ...metered }];
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

/** Every event that was accepted is in the log once, in one measured period, and on one order. */
export function expectBilledOnce(log: readonly Recorded<DomainEvent>[], reported: number): void {
  const of = (type: string) =>
    log.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const stored = of('UsageIngested').map(({ events }) => (events as unknown[]).length);
  const measured = of('SubscriptionUsageMeasured').flatMap(({ usage }) => usage as { consumed: string }[]);
  const lines = of('OrderCreated').flatMap(({ items }) => (items as Line[]).flatMap(({ metered }) => metered ?? []));
  const units = (some: { consumed: string }[]) => sum(some.map(({ consumed }) => Number(consumed)));
  expect([sum(stored), units(measured), units(lines)]).toEqual([reported, reported, reported]);
}
