import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { UsageEntry } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { chargeStepOf } from '../../../src/kernel/currencies.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';
import type { SimulatedCheckouts } from './checkouts.simulation.ts';
import { MeteredCounts, type Counted } from './metered-counts.simulation.ts';
import { roundedTo, wronglyCredited } from './void-credits.simulation.ts';

/** What a seller sells by use. */
interface Offer {
  seller: Seller;
  meterId: string;
  productId: string;
  /** Of credits; undefined if it has none. */
  benefitId: string | undefined;
}

const NAME = 'call';
const AGGREGATIONS = [{ func: 'count' }, { func: 'sum', property: 'n' }, { func: 'max', property: 'n' }] as const;
const MOST_METERS = 3;

/** Programs that report what subscribers use of metered products, sellers who correct it, give credits and change what they sell. */
export class SimulatedMeteredBilling implements Cast {
  private readonly offers: Offer[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
    private readonly checkouts: SimulatedCheckouts,
  ) {}

  readonly actions = [
    { name: 'sell by use', weight: 2, run: () => this.sell() },
    { name: 'subscribe to what is sold by use', weight: 2, run: () => this.subscribe() },
    { name: 'use what is metered', weight: 8, run: () => this.use() },
    { name: 'void what was used', weight: 2, run: () => this.void() },
    { name: 'change what a meter counts', weight: 0.5, run: () => this.redefine() },
    { name: 'sell by use at another price', weight: 0.3, run: () => this.sellAtOtherPrice() },
    { name: 'give credits with a metered product, or no longer', weight: 0.7, run: () => this.credit() },
  ];

  readonly invariants = [() => this.checkBilled(), () => this.checkCredited()];

  /** A seller's second and third meter count what was used before them, too. */
  private async sell(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller || this.offers.filter((offer) => offer.seller === seller).length >= MOST_METERS) return;
    const aggregation = this.world.random.pick(AGGREGATIONS);
    const meter = await seller.api.call('POST', '/v1/meters/', { name: 'Calls', filter: filterOf(0), aggregation });
    demand(meter, 'the creation of a meter', 201, 409);
    if (meter.status === 201) await this.offer(seller, (meter.body as { id: string }).id, '2.5');
  }

  private async sellAtOtherPrice(): Promise<void> {
    const offer = this.anyOffer();
    const own = this.offers.filter(({ meterId }) => meterId === offer?.meterId);
    if (offer && own.length < 3) await this.offer(offer.seller, offer.meterId, ['1', '0.5'][own.length - 1]!);
  }

  private async offer(seller: Seller, meterId: string, unitAmount: string): Promise<void> {
    const prices = [
      { amount_type: 'fixed', price_amount: 900 },
      { amount_type: 'metered_unit', meter_id: meterId, unit_amount: unitAmount, cap_amount: 500 },
    ];
    const product = { name: 'Calls by use', recurring_interval: 'month', prices };
    const sold = await seller.api.call('POST', '/v1/products/', product);
    demand(sold, 'the creation of a metered product', 201, 409);
    if (sold.status !== 201) return;
    this.offers.push({ seller, meterId, productId: (sold.body as { id: string }).id, benefitId: undefined });
  }

  private async subscribe(): Promise<void> {
    const offer = this.anyOffer();
    if (offer) await this.checkouts.buy({ id: offer.productId, seller: offer.seller });
  }

  private async use(): Promise<void> {
    const { random } = this.world;
    const seller = this.organizations.anySeller();
    const list = await seller?.api.get<Listed>('/v1/subscriptions/?limit=100');
    const metered = list?.items.filter(({ meters }) => meters.length > 0) ?? [];
    if (metered.length === 0) return;
    const { customer_id } = random.pick(metered);
    const events = Array.from({ length: random.between(1, 5) }, () => ({
      ...{ name: NAME, customer_id, metadata: { n: random.between(0, 40) } },
    }));
    // The customer may have been deleted meanwhile.
    demand(await seller!.api.call('POST', '/v1/events/ingest', { events }), 'a report of calls', 200, 409, 422);
  }

  private async void(): Promise<void> {
    const seller = this.organizations.anySeller();
    // The oldest ones have been billed.
    const sorting = this.world.random.pick(['timestamp', '-timestamp']);
    const path = `/v1/events/?name=${NAME}&limit=20&sorting=${sorting}`;
    const list = await seller?.api.get<{ items: { id: string }[] }>(path);
    if (!seller || !list || list.items.length === 0) return;
    const { id } = this.world.random.pick(list.items);
    const answer = await seller.api.call('POST', `/v1/events/${id}/void`, { reason: 'Counted by mistake' });
    // A meter still counts past usage.
    demand(answer, 'the void of a usage event', 200, 409);
  }

  private async redefine(): Promise<void> {
    const offer = this.anyOffer();
    if (!offer) return;
    const body = { filter: filterOf(this.world.random.between(0, 10)) };
    const answer = await offer.seller.api.call('PATCH', `/v1/meters/${offer.meterId}`, body);
    // It was billed.
    demand(answer, 'a change of what a meter counts', 200, 409, 422, 429);
  }

  private async credit(): Promise<void> {
    const offer = this.anyOffer();
    if (!offer) return;
    const { seller, meterId, productId } = offer;
    const { random } = this.world;
    if (offer.benefitId === undefined) {
      const properties = { meter_id: meterId, units: random.between(1, 60), rollover: random.chance(0.5) };
      const body = { type: 'meter_credit', description: 'Calls for free', properties };
      const created = await seller.api.call('POST', '/v1/benefits/', body);
      demand(created, 'the creation of credits', 201, 409);
      if (created.status !== 201) return;
      offer.benefitId = (created.body as { id: string }).id;
    }
    const benefits = random.chance(0.7) ? [offer.benefitId] : [];
    const answer = await seller.api.call('POST', `/v1/products/${productId}/benefits`, { benefits });
    demand(answer, 'the benefits of a metered product', 200, 409);
  }

  private anyOffer(): Offer | undefined {
    return this.offers.length > 0 ? this.world.random.pick(this.offers) : undefined;
  }

  private async checkBilled(): Promise<void> {
    const counts = new MeteredCounts();
    const measured = new Map<string, UsageEntry[]>();
    const lines = new Map<string, number>();
    const due = new Map<string, string>();
    const currencies = new Map<string, string>();
    const wrong: UsageEntry[] = [];
    for (const event of await this.world.events<Counted | OrderEvent>()) {
      const { type, data } = event;
      if ('subscriptionId' in data && 'currency' in data) currencies.set(data.subscriptionId!, data.currency);
      if (type === 'SubscriptionUsageMeasured')
        for (const entry of data.usage) {
          if (isWrong(entry, currencies.get(data.subscriptionId)!)) wrong.push(entry);
          measured.set(entry.periodId, [...(measured.get(entry.periodId) ?? []), entry]);
          if (data.orderId !== null) due.set(entry.id, data.orderId);
        }
      else if (type === 'OrderCreated')
        for (const { id, metered } of data.items) if (metered) lines.set(id, (lines.get(id) ?? 0) + 1);
      counts.add(event as Counted);
    }
    const expected = new Map(counts.expected.map((one) => [one.periodId, one]));
    demandNone(
      'only periods that are billed are charged',
      [...measured.keys()].filter((periodId) => !expected.has(periodId)),
    );
    const consumedOf = (periodId: string) =>
      (measured.get(periodId) ?? []).reduce((sum, { consumed }) => sum + Number(consumed), 0);
    demandNone(
      'a period that is billed is charged for what lies between its cuts in the log',
      counts.expected
        .filter(({ periodId, consumed }) => consumed !== undefined && consumedOf(periodId) !== consumed)
        .map((one) => ({ ...one, charged: measured.get(one.periodId) })),
    );
    demandNone('a line costs its units without those that are paid for, up to the cap', wrong);
    demandNone(
      'credits are used up once in a period',
      [...measured.values()].filter(
        (all) => all.length > 0 && Number(all[0]!.credited) > expected.get(all[0]!.periodId)!.credited,
      ),
    );
    demandNone(
      'each line that meters measured is on one order',
      [...due].filter(([id]) => lines.get(id) !== 1),
    );
  }

  private async checkCredited(): Promise<void> {
    demandNone(
      'an order is credited what it would have cost less without voided usage',
      wronglyCredited(await this.world.events()),
    );
  }
}

/** All of these numbers are exact in binary. */
function isWrong({ consumed, credited, unitAmount, capAmount, amount }: UsageEntry, currency: string): boolean {
  const units = Math.max(0, Number(consumed) - Number(credited));
  return amount !== Math.min(capAmount ?? Infinity, roundedTo(chargeStepOf(currency), units * Number(unitAmount)));
}

/** Calls of at least that many. */
function filterOf(least: number) {
  const calls = { property: 'name', operator: 'eq', value: NAME };
  const large = { property: 'n', operator: 'gte', value: least };
  return { conjunction: 'and', clauses: least === 0 ? [calls] : [calls, large] };
}

interface Listed {
  items: { customer_id: string; meters: unknown[] }[];
}
