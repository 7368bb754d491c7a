import type { CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller, SimulatedOrganizations } from '../accounts/organizations.simulation.ts';
import type { SimulatedProducts } from './products.simulation.ts';

type Type = 'text' | 'number' | 'checkbox';

/** A custom field as it was last acknowledged. */
interface Field {
  id: string;
  type: Type;
  slug: string;
  seller: Seller;
  /** A deletion was begun: whether it was done is only known if it was answered. */
  fate: 'kept' | 'maybe deleted' | 'deleted';
}

interface Shown {
  id: string;
  slug: string;
}

interface Product {
  attached_custom_fields: { custom_field: Shown }[];
}

/** Few, so that sellers want the same ones at the same time. */
const SLUGS = ['company', 'Company', 'size', 'terms', 'seats'];
const VALUES = { text: 'Acme', number: 3, checkbox: true } as const;

/** Sellers who ask their buyers for more, rename what they ask for, and stop asking. */
export class SimulatedCustomFields implements Cast {
  private readonly fields: Field[] = [];

  constructor(
    private readonly world: World,
    private readonly organizations: SimulatedOrganizations,
    private readonly products: SimulatedProducts,
  ) {}

  readonly actions = [
    { name: 'create a custom field', weight: 1.5, run: () => this.create() },
    { name: 'rename a custom field', weight: 1, run: () => this.rename() },
    { name: 'ask for custom fields', weight: 1.5, run: () => this.attach() },
    { name: 'delete a custom field', weight: 0.5, run: () => this.remove() },
  ];

  readonly invariants = [() => this.checkFields(), () => this.checkProducts(), () => this.checkValues()];

  /** What a buyer enters who fills in all that this seller may ask for. */
  valuesFor(seller: Seller): Record<string, unknown> {
    const own = this.fields.filter((field) => field.seller === seller && field.fate === 'kept');
    return Object.fromEntries(own.map(({ slug, type }) => [slug, VALUES[type]]));
  }

  private async create(): Promise<void> {
    const seller = this.organizations.anySeller();
    if (!seller) return;
    const { random } = this.world;
    const type = random.pick(['text', 'number', 'checkbox'] as const);
    const body = { type, slug: random.pick(SLUGS), name: 'Field', properties: {} };
    const answer = await seller.api.call('POST', '/v1/custom-fields/', body);
    // 422: another field has the slug.
    demand(answer, 'the creation of a custom field', 201, 409, 422);
    if (answer.status !== 201) return;
    const { id, slug } = answer.body as Shown;
    this.fields.push({ id, type, slug, seller, fate: 'kept' });
  }

  private async rename(): Promise<void> {
    const field = this.any();
    if (!field) return;
    const { id, type, seller } = field;
    const body = { type, slug: this.world.random.pick(SLUGS) };
    const answer = await seller.api.call('PATCH', `/v1/custom-fields/${id}`, body);
    demand(answer, 'a new slug of a custom field', 200, 404, 409, 422);
    if (answer.status === 200) field.slug = (answer.body as Shown).slug;
  }

  private async attach(): Promise<void> {
    const product = this.products.any();
    if (!product) return;
    const { random } = this.world;
    const own = this.fields.filter(({ seller, fate }) => seller === product.seller && fate !== 'deleted');
    const attached_custom_fields = own
      .filter(() => random.chance(0.5))
      .map(({ id }) => ({ custom_field_id: id, required: random.chance(0.5) }));
    const answer = await product.seller.api.call('PATCH', `/v1/products/${product.id}`, { attached_custom_fields });
    // 422: one of them has been deleted meanwhile.
    demand(answer, 'asking for custom fields', 200, 409, 422);
  }

  private async remove(): Promise<void> {
    const field = this.any();
    if (!field) return;
    if (field.fate === 'kept') field.fate = 'maybe deleted';
    const answer = await field.seller.api.call('DELETE', `/v1/custom-fields/${field.id}`);
    demand(answer, 'the deletion of a custom field', 204, 404, 409);
    if (answer.status === 204) field.fate = 'deleted';
  }

  private any(): Field | undefined {
    return this.fields.length > 0 ? this.world.random.pick(this.fields) : undefined;
  }

  private async checkFields(): Promise<void> {
    const wrong: unknown[] = [];
    const owners = new Map<string, string>();
    for (const { id, seller, fate } of this.fields) {
      const found = await seller.api.get<Shown>(`/v1/custom-fields/${id}`);
      if (found ? fate === 'deleted' : fate === 'kept') wrong.push({ id, fate, found });
      if (!found) continue;
      const slug = `${seller.organizationId} ${found.slug}`;
      if (owners.has(slug)) wrong.push({ id, other: owners.get(slug), slug });
      owners.set(slug, id);
    }
    demandNone('every custom field is as it was acknowledged, and no two share a slug', wrong);
  }

  private async checkProducts(): Promise<void> {
    const deleted = new Set(this.fields.filter(({ fate }) => fate === 'deleted').map(({ id }) => id));
    const wrong: unknown[] = [];
    for (const { id, seller } of this.products.products) {
      const product = await seller.api.get<Product>(`/v1/products/${id}`);
      const asked = product?.attached_custom_fields.map(({ custom_field }) => custom_field.id) ?? [];
      if (new Set(asked).size < asked.length || asked.some((field) => deleted.has(field))) wrong.push({ id, asked });
    }
    demandNone('no product asks for a field twice, or for a deleted one', wrong);
  }

  private async checkValues(): Promise<void> {
    const entered = new Map<string, string>();
    const wrong: unknown[] = [];
    for (const event of await this.world.events<CheckoutEvent | OrderEvent>()) {
      if (event.type === 'CheckoutConfirmStarted') entered.set(event.data.orderId, valuesIn(event.data));
      if (event.type !== 'OrderCreated' || event.data.checkoutId === null) continue;
      const { orderId } = event.data;
      if (entered.get(orderId) !== valuesIn(event.data)) wrong.push({ orderId, entered: entered.get(orderId) });
    }
    demandNone('every order keeps what its buyer entered', wrong);
  }
}

function valuesIn({ customFieldData }: { customFieldData: object }): string {
  return JSON.stringify(Object.entries(customFieldData).sort());
}
