import type { Receiver } from '../../support/receiver.ts';
import { organizationId } from '../../support/sellers.ts';
import { foundOrganization, type Shop } from '../../support/shop.ts';
import { minor, type ShopName } from './story.ts';

const RATES = [
  { country: 'DE', name: 'VAT', percent: '19' },
  { country: 'FR', name: 'VAT', percent: '5.5' },
  { country: 'JP', name: 'JCT', percent: '10' },
  { country: 'CA', state: 'CA-QC', name: 'GST', percent: '5' },
  { country: 'CA', state: 'CA-QC', name: 'QST', percent: '9.975' },
];

const BILLING: Readonly<Record<ShopName, object | null>> = {
  usual: null,
  patient: { benefit_grace_days: 10, unpaid_action: 'cancel' },
  lenient: { benefit_grace_days: 0, unpaid_action: 'unpaid' },
  several: null,
};

const SHOWN_WITHIN_MS = 60_000;

/** A seller, whose products and discounts are made when a story first names them. */
export class Organization {
  private readonly made = new Map<string, Promise<{ id: string }>>();

  constructor(
    private readonly shop: Pick<Shop, 'url' | 'runtime' | 'ports'>,
    private readonly bearer: string,
    private readonly benefitId: string,
  ) {}

  static async open(shop: Shop, name: ShopName, receiver: Receiver): Promise<Organization> {
    const slug = `cases${name}`;
    const bearer = `seller-${slug}`;
    await foundOrganization(shop, slug, name === 'several');
    await shop.settled();
    const draft = new Organization(shop, bearer, '');
    const benefit = { type: 'custom', description: 'Thanks', properties: { note: null } };
    const { id: benefitId } = await draft.answer<{ id: string }>('POST', '/v1/benefits/', benefit);
    await draft.answer('POST', '/v1/webhooks/endpoints', { url: receiver.url, format: 'raw', events: SENT });
    for (const rate of RATES) await draft.answer('POST', '/api/dashboard/tax-rates', rate);
    const billing = BILLING[name];
    if (billing)
      await draft.answer('PATCH', `/v1/organizations/${organizationId(slug)}`, { billing_settings: billing });
    return new Organization(shop, bearer, benefitId);
  }

  /** Of `Pro 30.00 eur monthly with a trial of 14 days`. */
  async productOf(deed: string): Promise<string> {
    const found =
      /([A-Z]\w+) ([\d.]+) (\w{3}) (monthly|yearly|once)(?:, [^|]+| with a trial of (\d+) (\w+?)s?\b)?/.exec(deed);
    if (!found) throw new Error(`No product is named: ${deed}`);
    const [text, name, amount, currency, every, count, interval] = found;
    return this.make(text, async () => {
      const price = minor(amount!);
      const metered = await this.meteredOf(deed);
      const product = await this.answer<{ id: string }>('POST', '/v1/products/', {
        name,
        recurring_interval: { monthly: 'month', yearly: 'year', once: null }[every!],
        prices: [
          price === 0
            ? { amount_type: 'free', price_currency: currency }
            : { amount_type: 'fixed', price_amount: price, price_currency: currency },
          ...(metered ? [{ amount_type: 'metered_unit', price_currency: currency, ...metered.price }] : []),
        ],
        ...(count && { trial_interval: interval, trial_interval_count: Number(count) }),
      });
      await this.answer('POST', `/v1/products/${product.id}/benefits`, {
        benefits: [metered?.benefitId ?? this.benefitId],
      });
      return product;
    });
  }

  /** Of `token sum at 0.5 up to 40`, `call count from 10 on at 1` or `token sum at 10 after 100 that roll over`. */
  private async meteredOf(deed: string) {
    const found =
      /, (\w+) (count|sum|max|min|avg)(?: from (\d+) on)? at ([\d.]+)(?: up to (\d+))?(?: after (\d+) that (roll over|expire))?/.exec(
        deed,
      );
    if (!found) return undefined;
    const [, event, func, least, unit_amount, cap, credited, how] = found as (string | undefined)[];
    const name = `${event} ${func}${least ? ` from ${least} on` : ''}`;
    const meter_id = await this.make(name, () =>
      this.answer('POST', '/v1/meters/', {
        name,
        filter: {
          conjunction: 'and',
          clauses: [
            { property: 'name', operator: 'eq', value: event },
            ...(least ? [{ property: 'n', operator: 'gte', value: Number(least) }] : []),
          ],
        },
        aggregation: func === 'count' ? { func } : { func, property: 'n' },
      }),
    );
    const properties = { meter_id, units: Number(credited), rollover: how === 'roll over' };
    const benefit = { type: 'meter_credit', description: name, properties };
    const benefitId =
      credited === undefined
        ? undefined
        : await this.make(`${credited} ${name} that ${how}`, () => this.answer('POST', '/v1/benefits/', benefit));
    const price = { meter_id, unit_amount, ...(cap && { cap_amount: Number(cap) }) };
    return { price, benefitId };
  }

  /** Of `10%` or `5.00`, `once`, `forever` or `for 3 months`. */
  async discountOf(off: string, duration: string, currency: string): Promise<string> {
    return this.make(`${off} ${duration} ${currency}`, () => {
      const [, months] = /(\d+) months/.exec(duration) ?? [];
      return this.answer<{ id: string }>('POST', '/v1/discounts/', {
        name: `Off ${off}`,
        ...(off.endsWith('%')
          ? { type: 'percentage', basis_points: Math.round(Number(off.slice(0, -1)) * 100) }
          : { type: 'fixed', amount: minor(off), currency }),
        ...(months ? { duration: 'repeating', duration_in_months: Number(months) } : { duration }),
      });
    });
  }

  async answer<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.shop.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.bearer}`,
        'accept-encoding': 'identity',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`refused ${response.status} ${(JSON.parse(text) as { error: string }).error}`);
    // On a busy machine, the read models may show a write later than its answer waits.
    if (response.headers.has('projection-pending'))
      await this.shop.runtime.readModels.passed((await this.shop.ports.store.end())!, SHOWN_WITHIN_MS);
    return (text && JSON.parse(text)) as T;
  }

  private async make(name: string, make: () => Promise<{ id: string }>): Promise<string> {
    if (!this.made.has(name)) this.made.set(name, make());
    return (await this.made.get(name)!).id;
  }
}

/** Everything about money and access. What tells that a customer's state has changed comes between, from several streams. */
const SENT = [
  ...['created', 'active', 'updated', 'canceled', 'uncanceled', 'revoked'].map((type) => `subscription.${type}`),
  ...['created', 'updated', 'paid', 'refunded'].map((type) => `order.${type}`),
  ...['refund.created', 'refund.updated'],
  ...['created', 'updated', 'cycled', 'revoked'].map((type) => `benefit_grant.${type}`),
];
