import type { CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { BrokenRule, demandNone, type Cast } from '../../simulation/cast.ts';
import { demand } from '../../simulation/clients.ts';
import type { Answer } from '../../simulation/process.ts';
import type { World } from '../../simulation/world.ts';
import type { Seller } from '../accounts/organizations.simulation.ts';
import type { SimulatedCustomFields } from './custom-fields.simulation.ts';
import type { SimulatedCustomers } from './customers.simulation.ts';
import { CODES, type SimulatedDiscounts } from './discounts.simulation.ts';
import { CUSTOM, type SimulatedProducts } from './products.simulation.ts';

interface Checkout {
  id: string;
  clientSecret: string;
  seller: Seller;
  /** A confirm was acknowledged, and with which card. */
  confirmedWith?: string;
}

interface Offered {
  id: string;
  seller: Seller;
}

/** What a checkout and its order show alike. */
interface Amounts {
  currency: string;
  discount_id: string | null;
  discount_amount: number;
  net_amount: number;
  /** Of a checkout, null until the tax is known. */
  tax_amount: number | null;
  total_amount: number;
}
/** With a trial, it shows what is charged at its end. */
type ShownCheckout = Amounts & { status: string; amount: number; active_trial_interval: string | null };
type ShownOrder = Amounts & { subtotal_amount: number };

/** Who else takes part in a purchase. */
interface Others {
  products: SimulatedProducts;
  customers: SimulatedCustomers;
  discounts: SimulatedDiscounts;
  customFields: SimulatedCustomFields;
}

/** Cards whose first charge succeeds at once. */
const GOOD = ['ctoken_ok', 'ctoken_renewal_declined', 'ctoken_refund_pending', 'ctoken_refund_failed'];
const CARDS = [...GOOD, ...GOOD, 'ctoken_ok', 'ctoken_declined', 'ctoken_pending', 'ctoken_requires_action'];
/** Refused by a rule: open no more, already subscribed, expired, declined, withdrawn from sale. */
const REFUSED = [400, 403, 404, 409, 410, 412, 422];
const TRIES = 4;
const IN_QUEBEC = { country: 'CA', state: 'QC', line1: '1 Rue', city: 'Québec', postal_code: 'G1A 1A1' };

/** Customers who buy: some click twice, some have cards that are declined, some have lost their connection. */
export class SimulatedCheckouts implements Cast {
  private readonly checkouts: Checkout[] = [];

  constructor(
    private readonly world: World,
    private readonly others: Others,
  ) {}

  readonly actions = [
    { name: 'open a checkout', weight: 4, run: () => this.open() },
    { name: 'change a checkout', weight: 4, run: () => this.change() },
    { name: 'confirm a checkout', weight: 6, run: () => this.confirm() },
    { name: 'confirm a checkout twice at once', weight: 2, run: () => this.confirm(2) },
    { name: 'settle a pending payment', weight: 2, run: () => this.settle() },
  ];

  readonly invariants = [() => this.checkCheckouts(), () => this.checkTotals()];

  /** Somebody buys a product with a good card, at once. */
  async buy(product: Offered): Promise<void> {
    const checkout = await this.opened(product);
    if (checkout) await this.confirmAs(checkout, this.others.customers.address(), 'ctoken_ok');
  }

  private async open(): Promise<void> {
    const product = this.others.products.anyOnSale();
    if (product) await this.opened(product);
  }

  private async opened(product: Offered): Promise<Checkout | undefined> {
    const { random } = this.world;
    const { api } = product.seller;
    const discount = random.chance(0.7) ? this.others.discounts.anyOf(product.seller) : undefined;
    const body = { products: [product.id], ...(discount && { discount_id: discount }) };
    const answer = await api.call('POST', '/v1/checkouts/', body);
    // 422: the product has been archived meanwhile, or the discount was deleted or does not apply.
    demand(answer, 'opening a checkout', 201, 409, 422);
    if (answer.status !== 201) return undefined;
    refuseWrongSums(answer.body as ShownCheckout);
    const { id, client_secret: clientSecret } = answer.body as { id: string; client_secret: string };
    const checkout = { id, clientSecret, seller: product.seller };
    this.checkouts.push(checkout);
    return checkout;
  }

  /** A buyer fills in the form, in part. */
  private async change(): Promise<void> {
    const checkout = this.anyOpen();
    if (!checkout) return;
    const { random } = this.world;
    const body = {
      ...(random.chance(0.4) && { discount_code: random.pick([null, ...CODES]) }),
      ...(random.chance(0.3) && { amount: random.between(CUSTOM.least, CUSTOM.most) }),
      ...(random.chance(0.4) && { customer_billing_address: this.address() }),
      ...(random.chance(0.3) && { custom_field_data: this.others.customFields.valuesFor(checkout.seller) }),
    };
    const path = `/v1/checkouts/client/${checkout.clientSecret}`;
    const answer = await this.world.request({ method: 'PATCH', path, body });
    // 422: no such code, or the price is fixed.
    demand(answer, 'a change of a checkout', 200, ...REFUSED);
    if (answer.status === 200) refuseWrongSums(answer.body as ShownCheckout);
  }

  private address(): object {
    return this.world.random.pick([{ country: 'DE' }, { country: 'DE' }, { country: 'FR' }, IN_QUEBEC]);
  }

  private anyOpen(): Checkout | undefined {
    const open = this.checkouts.filter(({ confirmedWith }) => confirmedWith === undefined);
    return open.length > 0 ? this.world.random.pick(open) : undefined;
  }

  private async confirm(times = 1): Promise<void> {
    const checkout = this.anyOpen();
    if (!checkout) return;
    const { random } = this.world;
    const [email, card] = [this.others.customers.address(), random.pick(CARDS)];
    await Promise.all(Array.from({ length: times }, () => this.confirmAs(checkout, email, card)));
  }

  /** As a page does that does not know what has become of its request: it tries again. */
  private async confirmAs(checkout: Checkout, email: string, card: string): Promise<void> {
    const body = {
      customer_name: 'Ada',
      customer_email: email,
      customer_billing_address: this.address(),
      custom_field_data: this.others.customFields.valuesFor(checkout.seller),
      confirmation_token_id: card,
    };
    const path = `/v1/checkouts/client/${checkout.clientSecret}/confirm`;
    for (let n = 0; n < TRIES; n++) {
      const answer: Answer = await this.world.request({ method: 'POST', path, body });
      demand(answer, 'the confirmation of a checkout', 200, ...REFUSED);
      if (answer.status === 200) {
        checkout.confirmedWith = card;
        refuseWrongSums(answer.body as ShownCheckout);
      }
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
      const found = await seller.api.get<ShownCheckout>(`/v1/checkouts/${id}`);
      if (!found) wrong.push({ id, found });
      const orders = await seller.api.get<{ items: ShownOrder[] }>(`/v1/orders/?checkout_id=${id}`);
      const count = orders?.items.length;
      const wanted = found?.status === 'succeeded' ? 1 : 0;
      const isLost = confirmedWith !== undefined && GOOD.includes(confirmedWith) && found?.status !== 'succeeded';
      if (count !== wanted || isLost) wrong.push({ id, confirmedWith, found, count });
      if (found && orders?.items[0] && !areAlike(found, orders.items[0])) wrong.push({ found, order: orders.items[0] });
    }
    demandNone('every checkout exists, and one that succeeded has one order of what it showed, another none', wrong);
  }

  private async checkTotals(): Promise<void> {
    const started = new Map<string, { totalAmount: number; discountId: string | undefined }>();
    const wrong: unknown[] = [];
    for (const event of await this.world.events<CheckoutEvent | OrderEvent>()) {
      if (event.type === 'CheckoutConfirmStarted') {
        const { orderId, totalAmount, discount, trial } = event.data;
        // A discount is taken off what is charged later.
        started.set(orderId, { totalAmount, discountId: trial ? undefined : discount?.discountId });
      }
      if (event.type !== 'OrderCreated' || event.data.checkoutId === null) continue;
      const { orderId, totals, discount, billingReason } = event.data;
      const { subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount } = totals;
      if (netAmount !== subtotalAmount - discountAmount || totalAmount !== netAmount + taxAmount || netAmount < 0)
        wrong.push(totals);
      if (billingReason === 'subscription_cycle') continue;
      const agreed = started.get(orderId);
      if (agreed?.totalAmount !== totalAmount || agreed.discountId !== discount?.discountId)
        wrong.push({ orderId, agreed, totalAmount, discount });
    }
    demandNone('every order adds up, and is of what its buyer confirmed', wrong);
  }
}

/** @throws BrokenRule an answer to buyer or seller does not add up */
function refuseWrongSums(checkout: ShownCheckout): void {
  const { amount, discount_amount: discount, net_amount: net, tax_amount: tax, total_amount: total } = checkout;
  if (net !== amount - discount || total !== net + (tax ?? 0) || discount < 0 || net < 0)
    throw new BrokenRule('the amounts of a checkout add up', { amount, discount, net, tax, total });
  if (checkout.currency === 'bhd' && total % 10 !== 0)
    throw new BrokenRule('dinars are charged in tens of fils', { amount, discount, net, tax, total });
}

function areAlike(checkout: ShownCheckout, order: ShownOrder): boolean {
  if (checkout.active_trial_interval !== null) return checkout.currency === order.currency && order.total_amount === 0;
  return (
    checkout.currency === order.currency &&
    checkout.amount === order.subtotal_amount &&
    checkout.discount_amount === order.discount_amount &&
    checkout.net_amount === order.net_amount &&
    (checkout.tax_amount ?? 0) === order.tax_amount &&
    checkout.total_amount === order.total_amount &&
    checkout.discount_id === order.discount_id
  );
}
