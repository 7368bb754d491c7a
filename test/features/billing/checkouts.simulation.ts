import { demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { Answer } from '../../simulation/process.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller } from '../accounts/organizations.simulation.ts';
import type { SimulatedCustomers } from './customers.simulation.ts';
import type { SimulatedProducts } from './products.simulation.ts';

interface Checkout {
  id: string;
  clientSecret: string;
  seller: Seller;
  /** A confirm was acknowledged, and with which card. */
  confirmedWith?: string;
}

/** Cards whose first charge succeeds at once. */
const GOOD = ['ctoken_ok', 'ctoken_renewal_declined'];
const CARDS = [...GOOD, ...GOOD, 'ctoken_ok', 'ctoken_declined', 'ctoken_pending', 'ctoken_requires_action'];
/** Refused by a rule: open no more, already subscribed, expired, declined, withdrawn from sale. */
const REFUSED = [400, 403, 404, 409, 410, 412, 422];
const TRIES = 4;

/** Customers who buy: some click twice, some have cards that are declined, some have lost their connection. */
export class SimulatedCheckouts implements Cast {
  private readonly checkouts: Checkout[] = [];

  constructor(
    private readonly world: World,
    private readonly products: SimulatedProducts,
    private readonly customers: SimulatedCustomers,
  ) {}

  readonly actions = [
    { name: 'open a checkout', weight: 4, run: () => this.open() },
    { name: 'confirm a checkout', weight: 6, run: () => this.confirm() },
    { name: 'confirm a checkout twice at once', weight: 2, run: () => this.confirm(2) },
    { name: 'settle a pending payment', weight: 2, run: () => this.settle() },
  ];

  readonly invariants = [() => this.checkCheckouts()];

  private async open(): Promise<void> {
    const product = this.products.anyOnSale();
    if (!product) return;
    const { api } = product.seller;
    const answer = await api.call('POST', '/v1/checkouts/', { products: [product.id] });
    // 422: it has been archived meanwhile.
    demand(answer, 'opening a checkout', 201, 409, 422);
    if (answer.status !== 201) return;
    const { id, client_secret: clientSecret } = answer.body as { id: string; client_secret: string };
    this.checkouts.push({ id, clientSecret, seller: product.seller });
  }

  private async confirm(times = 1): Promise<void> {
    const open = this.checkouts.filter(({ confirmedWith }) => confirmedWith === undefined);
    if (open.length === 0) return;
    const { random } = this.world;
    const checkout = random.pick(open);
    const [email, card] = [this.customers.address(), random.pick(CARDS)];
    await Promise.all(Array.from({ length: times }, () => this.confirmAs(checkout, email, card)));
  }

  /** As a page does that does not know what has become of its request: it tries again. */
  private async confirmAs(checkout: Checkout, email: string, card: string): Promise<void> {
    const body = {
      customer_name: 'Ada',
      customer_email: email,
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: card,
    };
    const path = `/v1/checkouts/client/${checkout.clientSecret}/confirm`;
    for (let n = 0; n < TRIES; n++) {
      const answer: Answer = await this.world.request({ method: 'POST', path, body });
      demand(answer, 'the confirmation of a checkout', 200, ...REFUSED);
      if (answer.status === 200) checkout.confirmedWith = card;
      if (answer.status !== 0 && answer.status !== 503) return;
      await this.world.pass(1_000);
    }
  }

  /** The customer's bank decides. */
  private async settle(): Promise<void> {
    const { random, servers } = this.world;
    const open = (await servers.books()).filter(
      ({ outcome }) => outcome === 'pending' || outcome === 'requires_action',
    );
    if (open.length === 0) return;
    const outcome = random.pick(['succeeded', 'succeeded', 'declined'] as const);
    const path = `/sandbox/payments/${random.pick(open).id}/settle`;
    // The bank decides even if we do not get to know it.
    await this.world.request({ method: 'POST', path, headers: { host: 'localhost:3000' }, body: { outcome } });
  }

  private async checkCheckouts(): Promise<void> {
    const wrong: unknown[] = [];
    for (const { id, seller, confirmedWith } of this.checkouts) {
      const found = await seller.api.get<{ status: string }>(`/v1/checkouts/${id}`);
      if (!found) wrong.push({ id, found });
      const orders = await seller.api.get<{ pagination: { total_count: number } }>(`/v1/orders/?checkout_id=${id}`);
      const count = orders?.pagination.total_count;
      const wanted = found?.status === 'succeeded' ? 1 : 0;
      const isLost = confirmedWith !== undefined && GOOD.includes(confirmedWith) && found?.status !== 'succeeded';
      if (count !== wanted || isLost) wrong.push({ id, confirmedWith, found, count });
    }
    demandNone('every checkout exists, and one that succeeded has one order, another none', wrong);
  }
}
