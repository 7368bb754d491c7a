import { expect } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { CheckoutConfirmStripe } from '@polar-sh/sdk/models/components/checkoutconfirmstripe.js';
import type { CheckoutPublicConfirmed } from '@polar-sh/sdk/models/components/checkoutpublicconfirmed.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { SandboxPaymentProcessor } from '../../src/adapters/sandbox/sandbox-payment-processor.ts';
import { PAYMENT_PROCESSOR } from '../../src/app/tokens.ts';
import { organizationStream } from '../../src/features/accounts/organizations/organization.events.ts';
import { Writes, type Context } from '../../src/kernel/writing/command.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { post } from './accounts.ts';
import { startApp, type StartOptions, type TestApp } from './app.ts';
import { happen, organizationId, polar } from './sellers.ts';

let named = 0;
let people = 0;

/** A buyer's address that nobody has used before. */
export const somebody = () => `person${(people += 1)}@example.com`;

/** A buyer's details for tests that do not depend on them. */
export interface Buyer {
  email?: string;
  token?: string | null;
}

/** The whole program with one organization in it, its seller's client, and a sandbox processor that counts. */
export interface Shop extends TestApp {
  seller: Polar;
  organizationId: string;
  /** Of the organization, and its name. */
  slug: string;
  /** The seller's bearer token, for plain HTTP. */
  bearer: string;
  processor: SandboxPaymentProcessor;
  product(of: { amount?: number; interval?: 'month' | 'year' | null; name?: string }): Promise<Product>;
  confirm(clientSecret: string, buyer?: Buyer, more?: CheckoutConfirmStripe): Promise<CheckoutPublicConfirmed>;
  /** Creates, confirms and fulfils a checkout of one product; returns its id. */
  buy(productId: string, buyer?: Buyer): Promise<string>;
  /** Somebody new subscribes; the business clock stands still. */
  subscribe(productId: string, token?: string): Promise<Subscription>;
  /** A customer's orders, the oldest first. */
  ordersOf(of: { customerId: string }): Promise<Order[]>;
  /** Moves the business clock over all that falls due until then, and waits until it is done. */
  advanceTo(instant: string): Promise<void>;
  events<E extends DomainEvent>(stream: string): Promise<readonly Recorded<E>[]>;
  /** The context of a request by the test itself. */
  context(): Context;
  settled(): Promise<void>;
}

export async function openShop({
  allowSeveral,
  ...options
}: StartOptions & { allowSeveral?: boolean } = {}): Promise<Shop> {
  const running = await startApp(options);
  const name = `shop${(named += 1)}`;
  const id = organizationId(name);
  const bearer = `seller-${name}`;
  const seller = polar(running.url, bearer);
  await foundOrganization(running, name, allowSeveral);
  await running.runtime.settled();
  const shop: Shop = {
    ...running,
    seller,
    organizationId: id,
    slug: name,
    bearer,
    processor: running.app.get<SandboxPaymentProcessor>(PAYMENT_PROCESSOR),
    product: ({ amount = 1_000, interval = null, name: productName = 'Ledger paper' }) =>
      seller.products.create({
        name: productName,
        recurringInterval: interval,
        prices: [amount === 0 ? { amountType: 'free' } : { amountType: 'fixed', priceAmount: amount }],
      }),
    confirm: (clientSecret, { email = 'ada@example.com', token = 'ctoken_ok' } = {}, more = {}) =>
      seller.checkouts.clientConfirm({
        clientSecret,
        checkoutConfirmStripe: {
          customerName: 'Ada',
          customerEmail: email,
          customerBillingAddress: { country: 'DE' },
          confirmationTokenId: token,
          ...more,
        },
      }),
    async buy(productId, buyer) {
      const { id: checkoutId, clientSecret } = await seller.checkouts.create({ products: [productId] });
      await shop.confirm(clientSecret, buyer);
      await shop.settled();
      return checkoutId;
    },
    async subscribe(productId, token) {
      const { clientSecret } = await seller.checkouts.create({ products: [productId] });
      const { customerId } = await shop.confirm(clientSecret, { email: somebody(), token });
      await shop.settled();
      const { result } = await seller.subscriptions.list({ customerId, limit: 1 });
      return result.items[0]!;
    },
    ordersOf: async ({ customerId }) =>
      (await seller.orders.list({ customerId, sorting: ['created_at'], limit: 100 })).result.items,
    async advanceTo(instant) {
      const { status } = await post(shop, '/sandbox/clock', { advance_to: instant });
      expect(status).toBe(200);
      await shop.settled();
    },
    events: (stream) => running.app.get(Executor).load(stream, 'any'),
    context() {
      const requestId = newUuid();
      return {
        requestId,
        actor: { kind: 'system', id: 'spec' },
        correlationId: requestId,
        causationId: requestId,
        now: running.clock.now(),
        machineNow: running.clock.machineNow(),
        scope: 'any',
        writes: new Writes(),
      };
    },
    settled: () => running.runtime.settled(),
  };
  return shop;
}

/** The organization of the bearer `seller-{name}`. */
export async function foundOrganization(running: TestApp, name: string, allowSeveral = false): Promise<void> {
  const id = organizationId(name);
  await happen(running, organizationStream(id), {
    type: 'OrganizationCreated',
    data: {
      organizationId: id,
      slug: name,
      slugClaim: { kind: 'organization-slug', digest: name },
      createdBy: 'tester',
      name,
      avatarUrl: null,
      metadata: null,
      email: null,
      website: null,
      socials: [],
      details: null,
      featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
      subscriptionSettings: {
        allowMultipleSubscriptions: allowSeveral,
        allowCustomerUpdates: true,
        prorationBehavior: 'prorate',
      },
    },
  });
}
