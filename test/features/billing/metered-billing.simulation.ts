import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import type { UsageRemeasured } from '../../../src/features/billing/usage/remeasuring.events.ts';
import { keyOfOwner, type UsageEvent } from '../../../src/features/billing/usage/usage.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';

type Told = CustomerMeterEvent | OrderEvent | SubscriptionEvent | UsageEvent | UsageRemeasured;

/** Programs that report what subscribers use of metered products, while these renew, change and end. */
export class SimulatedMeteredBilling implements Cast {
  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
  ) {}

  private readonly selling = new Set<Seller>();

  readonly actions = [
    { name: 'sell by use', weight: 3, run: () => this.sell() },
    { name: 'use what is metered', weight: 8, run: () => this.use() },
  ];

  readonly invariants = [() => this.checkBilled()];

  /** Once for each seller: a few meters and products are enough. */
  private async sell(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller || this.selling.has(seller)) return;
    const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
    const body = { name: 'Calls', filter, aggregation: { func: 'count' } };
    const meter = await seller.api.call('POST', '/v1/meters/', body);
    demand(meter, 'the creation of a meter', 201, 409);
    if (meter.status !== 201) return;
    const { id: meter_id } = meter.body as { id: string };
    const prices = [
      { amount_type: 'fixed', price_amount: 900 },
      { amount_type: 'metered_unit', meter_id, unit_amount: '2.5', cap_amount: 500 },
    ];
    const product = { name: 'Calls by use', recurring_interval: 'month', prices };
    const sold = await seller.api.call('POST', '/v1/products/', product);
    demand(sold, 'the creation of a metered product', 201, 409);
    if (sold.status === 201) this.selling.add(seller);
  }

  private async use(): Promise<void> {
    const { random } = this.world;
    const seller = this.organizations.anySeller();
    const list = await seller?.api.get<Listed>('/v1/subscriptions/?limit=100');
    const metered = list?.items.filter(({ meters }) => meters.length > 0) ?? [];
    if (metered.length === 0) return;
    const { customer_id } = random.pick(metered);
    const events = Array.from({ length: random.between(1, 5) }, () => ({ name: 'call', customer_id }));
    // The customer may have been deleted meanwhile.
    demand(await seller!.api.call('POST', '/v1/events/ingest', { events }), 'a report of calls', 200, 409, 422);
  }

  /** A second answer to what periods come to: what lies between their cuts in the log, counted one by one. */
  private async checkBilled(): Promise<void> {
    const open = new Map<string, number>();
    const ended = new Map<string, { consumed: number; isBilled: boolean }>();
    const measured = new Map<string, number>();
    const lines = new Map<string, number>();
    const due = new Map<string, string>();
    const add = (key: string, count: number) => open.set(key, (open.get(key) ?? 0) + count);
    for (const { type, data } of await this.world.events<Told>())
      switch (type) {
        case 'UsageIngested':
          for (const { owner, measures = [] } of data.events)
            for (const [place] of measures) add(`${keyOfOwner(data.owners[owner]!)} ${data.meters[place]!.meterId}`, 1);
          break;
        case 'UsageRemeasured':
          for (const { owner, open: left } of data.owners) add(`${owner} ${data.meterId}`, left.count);
          break;
        case 'MeterPeriodClosed': {
          if (data.ends === 'price') break;
          const keys = data.owners.map((owner) => `${owner} ${data.meterId}`);
          const consumed = keys.reduce((sum, key) => sum + (open.get(key) ?? 0), 0);
          for (const key of keys) open.delete(key);
          ended.set(data.periodId, { consumed, isBilled: data.billing !== null });
          break;
        }
        case 'SubscriptionUsageMeasured':
          for (const { id, periodId, consumed } of data.usage) {
            measured.set(periodId, (measured.get(periodId) ?? 0) + Number(consumed));
            if (data.orderId !== null) due.set(id, data.orderId);
          }
          break;
        case 'OrderCreated':
          for (const { id, metered } of data.items) if (metered) lines.set(id, (lines.get(id) ?? 0) + 1);
          break;
        default:
      }
    const wrong = [...ended].filter(
      ([periodId, { consumed, isBilled }]) => (measured.get(periodId) ?? 0) !== (isBilled ? consumed : 0),
    );
    demandNone('a period is charged for what lies between its cuts in the log, if it is billed', wrong);
    demandNone(
      'each line that meters measured is on one order',
      [...due].filter(([id]) => lines.get(id) !== 1),
    );
  }
}

interface Listed {
  items: { customer_id: string; meters: unknown[] }[];
}
