import {
  ConfirmCheckout,
  CreateCheckout,
  EMPTY_CHECKOUT,
  type FilledIn,
} from '../features/billing/checkouts/checkout.commands.ts';
import { CancelSubscription, RevokeSubscription } from '../features/billing/subscriptions/subscription.commands.ts';
import { addDays, addSeconds, dayOf, secondsBetween, type Instant } from '../kernel/ports/clock.ts';
import { deriveUuid } from '../kernel/ids.ts';
import type { DemoEnvironment } from './environment.ts';
import { follow, ignoringRefusal, installApp, linkAccounts, reportUsage, type Bought } from './sequels.ts';
import { openShop, type Shop } from './open-shop.ts';
import { person, type Person } from './people.ts';
import { pick, seededRandom } from './random.ts';
import {
  COMPANY,
  DEDICATIONS,
  DEVICES,
  DISCOUNTS,
  FIELDS,
  GIFTS,
  PRODUCTS,
  PROGRAM_DAYS,
  PROGRAMS,
  STORIES,
  STORIES_EVERY,
  type DemoProduct,
} from './shop.ts';

/** How old the shop is and how many people visited it; the same seed makes the same shop. */
export interface DemoScript {
  days: number;
  buyers: number;
  seed: number;
}

/** A year of a small shop. */
export const DEMO: DemoScript = { days: 365, buyers: 400, seed: 20 };

const REASONS = ['too_expensive', 'unused', 'missing_features', 'switched_service', 'other'] as const;

/** The first of those who buy for a program; others are before them. */
const PROGRAM_BUYERS = 820;

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
  // Their own chance, so that everybody else does as before.
  const used = seededRandom(seed + 1);
  const programs: { customerId: string; perDay: number }[] = [];
  appointments.push({ at: addDays(start, Math.max(1, days - PROGRAM_DAYS)), run: startPrograms });
  for (let next = takeFirst(appointments); next; next = takeFirst(appointments)) {
    if (next.at > addDays(start, days)) continue;
    await stage.playTo(next.at);
    await next.run();
    stage.progress(secondsBetween(start, next.at) / (86_400 * days), dayOf(next.at));
  }
  await stage.playTo(addDays(start, days));

  /** Somebody visits the shop, may buy, and may change their mind later. */
  function arrival(n: number, since: Instant, chance: () => number): Appointment {
    // Visits grow from month to month, but early ones make subscriptions that last a while.
    const at = addSeconds(since, Math.floor(86_400 * days * (n / buyers) ** 1.15) + Math.floor(chance() * 30_000));
    return { at, run: () => signedIn(n) };
  }

  async function signedIn(n: number): Promise<void> {
    const buyer = person(n);
    const story = STORIES[n % STORIES_EVERY];
    const product = (story && PRODUCTS.find(({ key }) => key === story.product)) ?? pick(PRODUCTS, random);
    const entered = { ...entries(product, buyer, random), ...(story && { code: story.code ?? null }) };
    const { checkoutId, customer } = await openCheckout(stage, shop, product, entered);
    if (!story && random() < 0.12) return;
    const card = product.amount !== 0;
    if (card && random() < 0.05)
      await ignoringRefusal(() => confirm(stage, checkoutId, customer, 'ctoken_declined', entered));
    const kind = story ? (story.card ?? 'ok') : random() < 0.04 ? 'renewal_declined' : 'ok';
    const token = card ? `ctoken_${kind}` : null;
    // All redemptions of the code may be used up.
    const bought =
      (await ignoringRefusal(() => confirm(stage, checkoutId, customer, token, entered))) ??
      (await confirm(stage, checkoutId, customer, token, { ...entered, code: null }));
    const { subscriptionId } = bought;
    if (product.benefits.includes('app'))
      later(1, () => installApp(stage, shop, bought, DEVICES.slice(0, 1 + (n % 3))));
    // One in four does not come around to it: their grant waits.
    if (product.benefits.includes('club') && n % 4 !== 0)
      later(2, () => linkAccounts(stage, shop, bought, { name: buyer.name, n }));
    const sequel = story?.sequel;
    if (sequel) later(sequel.days, () => follow(stage, shop, bought, sequel));
    if (subscriptionId === null || story?.card || random() > 0.45) return;
    later(20 + (sequel?.days ?? 0) + Math.floor(random() * 220), () => leave(subscriptionId));
  }

  async function startPrograms(): Promise<void> {
    const product = PRODUCTS.find(({ key }) => key === 'finder')!;
    for (const [n, { perDay }] of PROGRAMS.entries()) {
      const entered = entries(product, person(PROGRAM_BUYERS + n), used);
      const { checkoutId, customer } = await openCheckout(stage, shop, product, entered);
      const { customerId } = await confirm(stage, checkoutId, customer, 'ctoken_ok', entered);
      programs.push({ customerId, perDay });
    }
    later(1, report);
  }

  /** Once a day. */
  async function report(): Promise<void> {
    for (const { customerId, perDay } of programs) {
      const count = Math.round(perDay * (0.5 + used()));
      if (count > 0) await reportUsage(stage, shop, customerId, { count, random: used });
    }
    later(1, report);
  }

  function later(days: number, run: () => Promise<void>): void {
    appointments.push({ at: addDays(stage.now(), days), run });
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

async function openCheckout(
  stage: DemoEnvironment,
  { seller, organizationId, productIds }: Shop,
  product: DemoProduct,
  entered: Entries,
): Promise<{ checkoutId: string; customer: FilledIn }> {
  const { buyer, company } = entered;
  const context = stage.context(seller, organizationId);
  const checkoutId = deriveUuid(context.requestId, 'checkout');
  const customer: FilledIn = {
    isBusinessCustomer: company !== null,
    customerName: buyer.name,
    customerEmail: buyer.email,
    customerIpAddress: null,
    customerBillingName: company && company.name,
    customerBillingAddress: buyer.address,
    customerTaxNumber: company && company.taxNumber,
    customerExternalId: null,
    customerMetadata: {},
  };
  const offer = { ...EMPTY_CHECKOUT, checkoutId, customerId: null };
  const products = { productIds: [productIds.get(product.key)!] };
  const amount = entered.amount === null ? {} : { amount: entered.amount };
  await stage.send(new CreateCheckout({ ...offer, ...products, ...amount, ...customer }, context));
  return { checkoutId, customer };
}

async function confirm(
  stage: DemoEnvironment,
  checkoutId: string,
  customer: FilledIn,
  confirmationToken: string | null,
  { code, answers: customFieldData }: Entries,
): Promise<Bought> {
  const data = { checkoutId, confirmationToken, ...customer, customFieldData, ...(code && { discountCode: code }) };
  const { history } = await stage.send(new ConfirmCheckout(data, stage.context()));
  const started = history.events.findLast((event) => event.type === 'CheckoutConfirmStarted')!;
  return started.data;
}

/** What a buyer enters at the checkout. */
interface Entries {
  buyer: Person;
  /** null if they buy for themselves. */
  company: typeof COMPANY | null;
  /** In cents, where they may choose it. */
  amount: number | null;
  code: string | null;
  /** By the slugs of custom fields. */
  answers: Record<string, string>;
}

function entries(product: DemoProduct, buyer: Person, random: () => number): Entries {
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const discount = DISCOUNTS.find(
    ({ products, share }) => products.some((key) => key === product.key) && random() * 100 < share,
  );
  const answers: Record<string, string> = {};
  for (const [key, required] of Object.entries(product.fields ?? {})) {
    const { slug, options } = FIELDS[key]!;
    if (required || random() < 0.4) answers[slug] = one(options ? Object.keys(options) : DEDICATIONS);
  }
  const buysForCompany = buyer.address.country === COMPANY.country && product.key === 'patron';
  return {
    buyer,
    company: buysForCompany ? COMPANY : null,
    amount: typeof product.amount === 'number' ? null : one(GIFTS),
    code: discount?.code ?? null,
    answers,
  };
}

/** Removes and returns the earliest. */
function takeFirst(appointments: Appointment[]): Appointment | undefined {
  let first = 0;
  for (let n = 1; n < appointments.length; n++) if (appointments[n]!.at < appointments[first]!.at) first = n;
  return appointments.splice(first, 1)[0];
}
