import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller } from '../accounts/organizations.simulation.ts';
import type { SimulatedProducts } from './products.simulation.ts';

interface Link {
  id: string;
  clientSecret: string;
  productId: string;
  seller: Seller;
  isDeleted: boolean;
}

interface Visit {
  clientSecret: string;
  link: Link;
}

/** Sellers who share links, and strangers who open them. */
export class SimulatedCheckoutLinks implements Cast {
  private readonly links: Link[] = [];
  private readonly visits: Visit[] = [];

  constructor(
    private readonly world: World,
    private readonly products: SimulatedProducts,
  ) {}

  readonly actions = [
    { name: 'create a checkout link', weight: 1, run: () => this.create() },
    { name: 'open a checkout link', weight: 2, run: () => this.open() },
    { name: 'delete a checkout link', weight: 0.2, run: () => this.remove() },
  ];

  readonly invariants = [() => this.checkLinks(), () => this.checkVisits()];

  private async create(): Promise<void> {
    const product = this.products.anyOnSale();
    if (!product) return;
    const { seller, id: productId } = product;
    const answer = await seller.api.call('POST', '/v1/checkout-links/', { products: [productId] });
    // 422: it has been archived meanwhile.
    demand(answer, 'the creation of a checkout link', 201, 409, 422);
    if (answer.status !== 201) return;
    const { id, client_secret: clientSecret } = answer.body as { id: string; client_secret: string };
    this.links.push({ id, clientSecret, productId, seller, isDeleted: false });
  }

  private async open(): Promise<void> {
    const link = this.any();
    if (!link) return;
    const path = `/v1/checkout-links/${link.clientSecret}/redirect?utm_source=simulation`;
    const answer = await this.world.request({ method: 'GET', path, headers: {} });
    // 404: deleted, or not shown by this process yet. 410: its product has been archived.
    demand(answer, 'a visit of a checkout link', 302, 404, 409, 410, 422);
    if (answer.status !== 302) return;
    const { pathname } = new URL(String(answer.headers.location));
    this.visits.push({ clientSecret: pathname.split('/').at(-1)!, link });
  }

  private async remove(): Promise<void> {
    const link = this.any();
    if (!link) return;
    link.isDeleted = true;
    const answer = await link.seller.api.call('DELETE', `/v1/checkout-links/${link.id}`);
    demand(answer, 'deleting a checkout link', 204, 404, 409);
  }

  private any(): Link | undefined {
    return this.links.length > 0 ? this.world.random.pick(this.links) : undefined;
  }

  private async checkLinks(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { id, seller, isDeleted } of this.links) {
      if (isDeleted) continue;
      const link = await seller.api.get<{ products: { is_archived: boolean }[] }>(`/v1/checkout-links/${id}`);
      if (!link || link.products.some(({ is_archived }) => is_archived)) wrong.push({ id, link });
    }
    demandNone('every checkout link that was acknowledged and not deleted exists, without archived products', wrong);
  }

  private async checkVisits(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { clientSecret, link } of this.visits) {
      const path = `/v1/checkouts/client/${clientSecret}`;
      const { status, body } = await this.world.request({ method: 'GET', path, headers: {} });
      const { product_id: productId } = body as { product_id?: string };
      // 410: it has expired.
      if (status !== 410 && !(status === 200 && productId === link.productId))
        wrong.push({ status, body, link: link.id });
    }
    demandNone('every visit of a checkout link opened a checkout of its product', wrong);
  }
}
