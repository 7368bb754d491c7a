import { expect } from '@jest/globals';
import { createOrganization, post, signUp } from './accounts.ts';
import { multiplyPurchases } from './multiplied-shop.ts';
import type { Vault } from '../../src/kernel/ports/vault.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';

type Logged = Recorded<DomainEvent<string, Record<string, unknown>>>;

/** In minor units, by currency. */
const PRICES = { usd: 1_000, eur: 933 };
type Currency = keyof typeof PRICES;
const CURRENCIES = Object.keys(PRICES) as Currency[];

const CHARGES = 'sandbox-charge/';
const LISTED = 5_000;

interface Charge {
  amount: number;
  currency: string;
  outcome: { outcome: string };
}

/** A shop whose many subscriptions, in two currencies, have all begun at the same time. */
export class RenewingShop {
  private constructor(
    private readonly organizationId: string,
    private readonly cookie: string,
    private readonly products: ReadonlyMap<Currency, string>,
  ) {}

  static async open(api: { url: string }): Promise<RenewingShop> {
    const { cookie } = await signUp(api);
    const { id } = await createOrganization(api, cookie);
    const products = new Map<Currency, string>();
    for (const currency of CURRENCIES) {
      const prices = [{ amount_type: 'fixed', price_amount: PRICES[currency], price_currency: currency }];
      const product = { organization_id: id, name: currency, recurring_interval: 'month', prices };
      const created = await post(api, '/v1/products/', product, cookie);
      products.set(currency, ((await created.json()) as { id: string }).id);
    }
    return new RenewingShop(id, cookie, products);
  }

  /** Buys a subscription in each currency. */
  async buy(api: { url: string }): Promise<void> {
    for (const [currency, product] of this.products) {
      const created = await post(api, '/v1/checkouts/', { products: [product] }, this.cookie);
      const { client_secret: secret } = (await created.json()) as { client_secret: string };
      await post(api, `/v1/checkouts/client/${secret}/confirm`, {
        customer_email: `${currency}@example.com`,
        customer_name: 'Ada',
        customer_billing_address: { country: 'DE' },
        confirmation_token_id: 'ctoken_ok',
      });
    }
  }

  /** Copies what was bought, while nothing runs. */
  async copy({ env }: { env: Readonly<Record<string, string>> }, copies: number): Promise<void> {
    await multiplyPurchases(env, this.organizationId, copies, () => 0);
  }

  /** How many orders of renewals are paid. */
  async renewed({ url }: { url: string }): Promise<number> {
    const path = '/v1/orders/?limit=1&billing_reason=subscription_cycle&status=paid';
    const answer = await fetch(url + path, { headers: { cookie: this.cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { pagination: { total_count: number } }).pagination.total_count;
  }
}

/** Every subscription has exactly one renewal, order and charge for its second period, and the cents add up, in each currency. */
export async function expectRenewedOnce(log: readonly Logged[], vault: Vault, copies: number): Promise<void> {
  const of = (type: string) => log.filter((event) => event.type === type);
  const subscriptions = of('SubscriptionCreated').map(({ data }) => String(data['subscriptionId']));
  expect(subscriptions).toHaveLength(CURRENCIES.length * (copies + 1));
  const orders = of('OrderCreated').filter(({ data }) => data['billingReason'] === 'subscription_cycle');
  const charges = of('PaymentSucceeded').filter(({ data }) => (data['purpose'] as { kind: string }).kind === 'order');
  const ordered = new Map(orders.map(({ data }) => [data['orderId'], data['subscriptionId']]));
  const found = {
    renewals: of('SubscriptionRenewed').map(({ data }) => data['subscriptionId']),
    orders: orders.map(({ data }) => data['subscriptionId']),
    requests: of('PaymentRequested').flatMap(({ data }) => ordered.get(orderOf(data)) ?? []),
    charges: charges.map(({ data }) => ordered.get(orderOf(data))),
    paid: of('OrderPaid').flatMap(({ data }) => ordered.get(data['orderId']) ?? []),
  };
  for (const [what, ids] of Object.entries(found)) expect([what, ids.sort()]).toEqual([what, subscriptions.sort()]);
  expect(of('PaymentReversalRequested')).toEqual([]);
  const sums = (events: readonly Logged[], field: string) =>
    Object.fromEntries(
      CURRENCIES.map((currency) => [
        currency,
        events
          .filter(({ data }) => data['currency'] === currency)
          .reduce((sum, { data }) => sum + Number(data[field]), 0),
      ]),
    );
  const owed = Object.fromEntries(CURRENCIES.map((currency) => [currency, PRICES[currency] * (copies + 1)]));
  expect(sums(orders, 'dueAmount')).toEqual(owed);
  expect(sums(charges, 'amount')).toEqual(owed);
  // What the processor itself has taken: for the first period, which was copied, and for the second.
  const taken = Object.fromEntries(CURRENCIES.map((currency) => [currency, 2 * owed[currency]!]));
  expect(await takenBySandbox(vault)).toEqual(taken);
}

function orderOf(data: Record<string, unknown>): unknown {
  return (data['purpose'] as { orderId?: string }).orderId;
}

/** What the sandbox's processor remembers to have taken, in minor units by currency. */
async function takenBySandbox(vault: Vault): Promise<Record<string, number>> {
  const entries = await vault.getMany(await vault.list(CHARGES, `${CHARGES}\uffff`, LISTED));
  const taken: Record<string, number> = {};
  for (const { value } of entries.values()) {
    const { amount, currency, outcome } = JSON.parse(value) as Charge;
    if (outcome.outcome === 'succeeded') taken[currency] = (taken[currency] ?? 0) + amount;
  }
  return taken;
}
