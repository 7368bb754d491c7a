import { CreateBenefit } from '../features/billing/benefits/benefit.commands.ts';
import { ConfirmCheckout, CreateCheckout, type FilledIn } from '../features/billing/checkouts/checkout.commands.ts';
import { CreateProduct, UpdateProductBenefits } from '../features/billing/products/product.commands.ts';
import { CancelSubscription, RevokeSubscription } from '../features/billing/subscriptions/subscription.commands.ts';
import { CreateOrganization } from '../features/accounts/organizations/organization.commands.ts';
import { RegisterUser } from '../features/accounts/users/user.commands.ts';
import { addDays, addSeconds, dayOf, secondsBetween, type Instant } from '../kernel/ports/clock.ts';
import type { Command, Context } from '../kernel/writing/command.ts';
import { deriveUuid } from '../kernel/ids.ts';
import { DEMO_ACCOUNT } from './account.ts';
import { person, type Person } from './people.ts';
import { pick, seededRandom } from './random.ts';
import { BENEFITS, ORGANIZATION, PRODUCTS, type DemoProduct } from './shop.ts';

/** How old the shop is and how many people visited it; the same seed makes the same shop. */
export interface DemoScript {
  days: number;
  buyers: number;
  seed: number;
}

/** A year of a small shop. */
export const DEMO: DemoScript = { days: 365, buyers: 580, seed: 20 };

const REASONS = ['too_expensive', 'unused', 'missing_features', 'switched_service', 'other'] as const;

/** The demo uses the same commands and the same clock as everything else. */
export interface DemoEnvironment {
  now(): Instant;
  /** Moves business time forward and runs due items. */
  playTo(instant: Instant): Promise<void>;
  /** The context of a new request. */
  context(userId?: string, organizationId?: string): Context;
  send<R>(command: Command<string, unknown, R>): Promise<R>;
  /** @param done between 0 and 1 */
  progress(done: number, day: string): void;
}

interface Shop {
  seller: string;
  organizationId: string;
  productIds: ReadonlyMap<string, string>;
}

interface Appointment {
  at: Instant;
  run: () => Promise<void>;
}

/** A shop's past, played by its own commands, the same for the same seed (docs/SANDBOX.md#demo). */
export async function playDemo(stage: DemoEnvironment, { days, buyers, seed }: DemoScript): Promise<void> {
  const random = seededRandom(seed);
  const start = stage.now();
  const shop = await openShop(stage);
  const appointments = Array.from({ length: buyers }, (_, n) => arrival(n, start, random));
  for (let next = takeFirst(appointments); next; next = takeFirst(appointments)) {
    if (next.at > addDays(start, days)) continue;
    await stage.playTo(next.at);
    await next.run();
    stage.progress(secondsBetween(start, next.at) / (86_400 * days), dayOf(next.at));
  }
  await stage.playTo(addDays(start, days));

  /** Somebody sessions the shop, may buy, and may cancel later. */
  function arrival(n: number, since: Instant, chance: () => number): Appointment {
    // Visits grow from month to month, but early ones make subscriptions that last a while.
    const at = addSeconds(since, Math.floor(86_400 * days * (n / buyers) ** 1.15) + Math.floor(chance() * 30_000));
    return { at, run: () => signedIn(person(n)) };
  }

  async function signedIn(buyer: Person): Promise<void> {
    const product = pick(PRODUCTS, random);
    const { checkoutId, customer } = await openCheckout(stage, shop, product, buyer);
    if (random() < 0.12) return;
    if (product.amount > 0 && random() < 0.05)
      await ignoringRefusal(() => confirm(stage, checkoutId, customer, 'ctoken_declined'));
    const token = random() < 0.04 ? 'ctoken_renewal_declined' : 'ctoken_ok';
    const { subscriptionId } = await confirm(stage, checkoutId, customer, product.amount > 0 ? token : null);
    if (subscriptionId === null || random() > 0.45) return;
    const at = addDays(stage.now(), 20 + Math.floor(random() * 220));
    appointments.push({ at, run: () => leave(subscriptionId) });
  }

  /** Most cancel at the end of the period, a few at once. */
  async function leave(subscriptionId: string): Promise<void> {
    const reason = REASONS[Math.floor(random() * REASONS.length)]!;
    const about = { subscriptionId, organizationIds: [shop.organizationId], reason, comment: null };
    const context = stage.context(shop.seller, shop.organizationId);
    const command = random() < 0.15 ? new RevokeSubscription(about, context) : new CancelSubscription(about, context);
    // The subscription may have ended already.
    await ignoringRefusal(() => stage.send(command));
  }
}

async function openShop(stage: DemoEnvironment): Promise<Shop> {
  const { email, password, name } = DEMO_ACCOUNT;
  const signUp = new RegisterUser({ email, password, name, image: null, emailVerified: true }, stage.context());
  const seller = idOf(await stage.send(signUp), 'userId');
  const organization = { ...ORGANIZATION, logo: null, metadata: null, createdBy: seller };
  const created = await stage.send(new CreateOrganization(organization, stage.context(seller)));
  const organizationId = idOf(created, 'organizationId');
  const benefitIds = new Map<string, string>();
  for (const [key, { description, note }] of Object.entries(BENEFITS)) {
    const context = stage.context(seller, organizationId);
    const benefitId = deriveUuid(context.requestId, 'benefit');
    const properties = { type: 'custom' as const, note };
    await stage.send(new CreateBenefit({ benefitId, organizationId, description, properties, metadata: {} }, context));
    benefitIds.set(key, benefitId);
  }
  const productIds = new Map<string, string>();
  for (const product of PRODUCTS) {
    const context = stage.context(seller, organizationId);
    const productId = deriveUuid(context.requestId, 'product');
    const id = deriveUuid(context.requestId, 'price');
    const price =
      product.amount > 0
        ? { id, amountType: 'fixed' as const, amount: product.amount, currency: 'usd' }
        : { id, amountType: 'free' as const };
    const { name: productName, description, interval: recurringInterval } = product;
    const data = {
      productId,
      organizationId,
      name: productName,
      description,
      recurringInterval,
      prices: [price],
      metadata: {},
    };
    await stage.send(new CreateProduct(data, context));
    const given = product.benefits.map((key) => benefitIds.get(key)!);
    const change = { productId, benefitIds: given };
    if (given.length > 0) await stage.send(new UpdateProductBenefits(change, stage.context(seller, organizationId)));
    productIds.set(product.key, productId);
  }
  return { seller, organizationId, productIds };
}

async function openCheckout(
  stage: DemoEnvironment,
  { seller, organizationId, productIds }: Shop,
  product: DemoProduct,
  buyer: Person,
): Promise<{ checkoutId: string; customer: FilledIn }> {
  const context = stage.context(seller, organizationId);
  const checkoutId = deriveUuid(context.requestId, 'checkout');
  const customer: FilledIn = {
    isBusinessCustomer: false,
    customerName: buyer.name,
    customerEmail: buyer.email,
    customerIpAddress: null,
    customerBillingName: null,
    customerBillingAddress: buyer.address,
    customerTaxNumber: null,
    customerExternalId: null,
    customerMetadata: {},
  };
  const terms = {
    allowDiscountCodes: true,
    requireBillingAddress: false,
    successUrl: null,
    embedOrigin: null,
    metadata: {},
  };
  const offer = { checkoutId, customerId: null };
  const products = { productIds: [productIds.get(product.key)!] };
  await stage.send(new CreateCheckout({ ...offer, ...products, ...customer, ...terms }, context));
  return { checkoutId, customer };
}

async function confirm(
  stage: DemoEnvironment,
  checkoutId: string,
  customer: FilledIn,
  confirmationToken: string | null,
): Promise<{ subscriptionId: string | null }> {
  const data = { checkoutId, confirmationToken, ...customer };
  const { history } = await stage.send(new ConfirmCheckout(data, stage.context()));
  const started = history.events.findLast((event) => event.type === 'CheckoutConfirmStarted')!;
  return { subscriptionId: started.data.subscriptionId };
}

/** Ignores a refusal. */
async function ignoringRefusal(attempt: () => Promise<unknown>): Promise<void> {
  await attempt().catch((error: { status?: number }) => {
    if (error.status === undefined || error.status >= 500) throw error;
  });
}

interface Answer {
  appended: readonly { data: object }[];
}

function idOf({ appended }: Answer, field: string): string {
  return String(Reflect.get(appended[0]!.data, field));
}

/** Removes and returns the earliest. */
function takeFirst(appointments: Appointment[]): Appointment | undefined {
  let first = 0;
  for (let n = 1; n < appointments.length; n++) if (appointments[n]!.at < appointments[first]!.at) first = n;
  return appointments.splice(first, 1)[0];
}
