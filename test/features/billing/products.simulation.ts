import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';
import type { SimulatedMeters } from './meters.simulation.ts';

/** A product as it was last acknowledged. */
export interface Product {
  id: string;
  seller: Seller;
  /** How often it was renamed: its name says so. */
  edition: number;
  isRecurring: boolean;
  isArchived: boolean;
}

/** What buyers may choose to pay where they may choose. */
export const CUSTOM = { least: 500, most: 5_000 };

/** Sellers who offer products, change their prices and withdraw them. */
export class SimulatedProducts implements Cast {
  readonly products: Product[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
    private readonly meters: SimulatedMeters,
  ) {}

  readonly actions = [
    { name: 'create a product', weight: 2, run: () => this.create() },
    { name: 'rename a product', weight: 2, run: () => this.rename() },
    { name: 'change a price', weight: 1, run: () => this.reprice() },
    { name: 'archive or restore a product', weight: 1, run: () => this.archive() },
  ];

  readonly invariants = [() => this.checkProducts()];

  async prologue(): Promise<void> {
    while (this.products.length < 4) await this.create();
  }

  any(): Product | undefined {
    return this.products.length > 0 ? this.world.random.pick(this.products) : undefined;
  }

  anyOnSale(): Product | undefined {
    const onSale = this.products.filter(({ isArchived }) => !isArchived);
    return onSale.length > 0 ? this.world.random.pick(onSale) : undefined;
  }

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const { random } = this.world;
    const interval = random.pick([null, 'month', 'month', 'year']);
    const trial = interval !== null &&
      random.chance(0.3) && {
        trial_interval: random.pick(['day', 'week']),
        trial_interval_count: random.between(1, 5),
      };
    const prices = this.prices(seller, interval !== null);
    const body = { name: 'Edition 0', recurring_interval: interval, prices, ...trial };
    const answer = await seller.api.call('POST', '/v1/products/', body);
    demand(answer, 'the creation of a product', 201);
    if (answer.status !== 201) return;
    const { id } = answer.body as { id: string };
    this.products.push({ id, seller, edition: 0, isRecurring: interval !== null, isArchived: false });
  }

  /** One static price, and for what recurs maybe a metered one, in one currency. */
  private prices(seller: Seller, isRecurring: boolean): object[] {
    const price_currency = this.world.random.pick(['usd', 'usd', 'eur', 'jpy', 'bhd']);
    const meter = isRecurring && this.world.random.chance(0.3) ? this.meters.anyOf(seller) : undefined;
    const metered = meter ? [{ amount_type: 'metered_unit', meter_id: meter, unit_amount: '0.5', price_currency }] : [];
    return [this.staticPrice(price_currency), ...metered];
  }

  private staticPrice(price_currency: string): object {
    const { random } = this.world;
    if (random.chance(0.15)) return { amount_type: 'free' };
    const isDinar = price_currency === 'bhd';
    // Buyers choose any amount, and dinars are charged in tens.
    if (!isDinar && random.chance(0.2))
      return { amount_type: 'custom', minimum_amount: CUSTOM.least, preset_amount: 1_000, price_currency };
    const price_amount = isDinar ? 10 * random.between(20, 2_000) : random.between(50, 20_000);
    return { amount_type: 'fixed', price_amount, price_currency };
  }

  private async rename(): Promise<void> {
    const product = this.any();
    if (!product) return;
    const edition = product.edition + 1;
    product.edition = edition;
    const answer = await product.seller.api.call('PATCH', `/v1/products/${product.id}`, { name: `Edition ${edition}` });
    demand(answer, 'a change of a product', 200, 409);
  }

  private async reprice(): Promise<void> {
    const product = this.any();
    if (!product) return;
    const body = { prices: this.prices(product.seller, product.isRecurring) };
    const answer = await product.seller.api.call('PATCH', `/v1/products/${product.id}`, body);
    demand(answer, 'a change of a price', 200, 409);
  }

  private async archive(): Promise<void> {
    const product = this.any();
    if (!product) return;
    const isArchived = this.world.random.chance(0.3);
    const answer = await product.seller.api.call('PATCH', `/v1/products/${product.id}`, { is_archived: isArchived });
    demand(answer, 'archiving a product', 200, 409);
    if (answer.status === 200) product.isArchived = isArchived;
  }

  private async checkProducts(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { id, seller, edition } of this.products) {
      const found = await seller.api.get<{ name: string }>(`/v1/products/${id}`);
      const shown = Number(found?.name.split(' ')[1]);
      // Renames at the same time may have ended in another order.
      if (!found || shown > edition) wrong.push({ id, edition, found });
    }
    demandNone('every product that was acknowledged exists, under a name that it was given', wrong);
  }
}
