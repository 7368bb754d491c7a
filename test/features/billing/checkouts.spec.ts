import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Checkout } from '@polar-sh/sdk/models/components/checkout.js';
import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js';
import { ExpiredCheckoutError } from '@polar-sh/sdk/models/errors/expiredcheckouterror.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { NotOpenCheckout } from '@polar-sh/sdk/models/errors/notopencheckout.js';
import { PaymentError } from '@polar-sh/sdk/models/errors/paymenterror.js';
import { JOBS, VAULT } from '../../../src/app/tokens.ts';
import {
  CompleteConfirm,
  ContinueConfirm,
  FulfilCheckout,
  ReopenCheckout,
} from '../../../src/features/billing/checkouts/checkout.commands.ts';
import { checkoutDecider } from '../../../src/features/billing/checkouts/checkout.decider.ts';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { expireDue } from '../../../src/features/billing/checkouts/checkout.due.ts';
import type { CheckoutEvent, CheckoutSelection } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { checkoutClaimsProcess, checkoutProcess } from '../../../src/features/billing/checkouts/checkout.process.ts';
import { checkoutProjection } from '../../../src/features/billing/checkouts/checkout.projection.ts';
import { billingAddressFields, totalsOf, withTaxId } from '../../../src/features/billing/checkouts/checkout.rules.ts';
import { CheckoutHold } from '../../../src/features/billing/checkouts/checkouts.queries.ts';
import { benefitProjection } from '../../../src/features/billing/benefits/benefit.projection.ts';
import { customerProjection } from '../../../src/features/billing/customers/customer.projection.ts';
import { grantProjection, type GrantDocument } from '../../../src/features/billing/grants/grant.projection.ts';
import { GrantWebhookPresenter } from '../../../src/features/billing/grants/grants.queries.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { productProjection } from '../../../src/features/billing/products/product.projection.ts';
import { run } from '../../../src/cli/run.ts';
import { CreateOrder } from '../../../src/features/billing/orders/order.commands.ts';
import {
  ChargePayment,
  RecordPaymentOutcome,
  RequestPayment,
} from '../../../src/features/billing/payments/payment.commands.ts';
import { paymentMethodEntry, type PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import { FIRST_INQUIRY_SECONDS } from '../../../src/features/billing/payments/payment.worker.ts';
import { collectionOf, type AnyProjection } from '../../../src/kernel/reading/projection.ts';
import { ReleaseClaim } from '../../../src/kernel/writing/claim.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import type { Money } from '../../../src/kernel/money.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { tokenIdOf } from '../../../src/kernel/secrets/tokens.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

type Of<T extends CheckoutEvent['type']> = Extract<CheckoutEvent, { type: T }>;

const customer = {
  isBusinessCustomer: false,
  customerName: null,
  customerEmail: null,
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: null,
  customerTaxId: null,
  customerExternalId: null,
  customerMetadata: {},
  customFieldData: {},
};
const filledIn = { ...customer, customerName: 'Ada', customerEmail: 'ada@example.com' };
const EXPIRES = addSeconds(NOW, 3_600);
const NEXT_MONTH = '2026-02-28T10:00:00.000Z';
const claim = { kind: 'active-subscription', digest: 'd1' };
const address = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'DE' };

const created: Of<'CheckoutCreated'> = {
  type: 'CheckoutCreated',
  data: {
    checkoutId: 'k1',
    organizationId: 'o1',
    productIds: ['x1'],
    customerId: null,
    expiresAt: EXPIRES,
    productId: 'x1',
    priceId: 'q1',
    meteredPriceIds: [],
    discount: null,
    tax: null,
    amount: 2_000,
    currency: 'usd',
    recurringInterval: 'month',
    productTrial: null,
    ...customer,
    allowDiscountCodes: true,
    requireBillingAddress: false,
    allowTrial: true,
    trial: null,
    successUrl: null,
    embedOrigin: null,
    metadata: {},
    subject: 'checkout:k1',
  },
};
const confirmation = {
  customerId: 'c1',
  createsCustomer: true,
  orderId: 'b1',
  subscriptionId: 's1',
  paymentId: 'p1',
  paymentMethodId: 'm1',
  totalAmount: 2_000,
  discount: null,
  tax: null,
  currency: 'usd',
  activeClaim: claim,
  subject: 'customer:c1',
};
const request = { checkoutId: 'k1', ...filledIn, ...confirmation };
const started: Of<'CheckoutConfirmStarted'> = {
  type: 'CheckoutConfirmStarted',
  data: { ...request, organizationId: 'o1' },
};
const confirmed: CheckoutEvent = {
  type: 'CheckoutConfirmed',
  data: { checkoutId: 'k1', customerId: 'c1', paymentId: 'p1' },
};
const released = { claim, owner: 'subscription-s1' };
const openAgain = (reason: string) => ({ checkoutId: 'k1', reason, expiresAt: EXPIRES, released });
const failed = (reason = 'No'): CheckoutEvent => ({ type: 'CheckoutConfirmFailed', data: openAgain(reason) });
const reopened = (reason = 'No'): CheckoutEvent => ({ type: 'CheckoutReopened', data: openAgain(reason) });
const succeeded: CheckoutEvent = {
  type: 'CheckoutSucceeded',
  data: { checkoutId: 'k1', customerId: 'c1', orderId: 'b1', subscriptionId: 's1' },
};
const expired: CheckoutEvent = { type: 'CheckoutExpired', data: { checkoutId: 'k1' } };
const updated = (subject: string, changes: object): CheckoutEvent => ({
  type: 'CheckoutUpdated',
  data: { checkoutId: 'k1', subject, ...changes },
});

describe('a checkout', () => {
  const given = specOf(checkoutDecider);
  const buyer = { checkoutId: 'k1', by: 'buyer', subject: 'email:e1' } as const;
  const update = (changes: object) => ({ type: 'UpdateCheckout', data: { ...buyer, ...changes } }) as const;
  const confirm = { type: 'ConfirmCheckout', data: request } as const;
  const complete = { type: 'CompleteConfirm', data: { checkoutId: 'k1', paymentId: 'p1' } } as const;
  const fail = { type: 'FailConfirm', data: { checkoutId: 'k1', orderId: 'b1', reason: 'No' } } as const;
  const reopen = (paymentId: string | null = 'p1') =>
    ({ type: 'ReopenCheckout', data: { checkoutId: 'k1', paymentId, reason: 'No' } }) as const;
  const succeed = { type: 'SucceedCheckout', data: { checkoutId: 'k1', orderId: 'b1', subscriptionId: 's1' } } as const;
  const expire = (now: string) => ({ type: 'ExpireCheckout', data: { id: 'k1', dueAt: EXPIRES }, now }) as const;

  it('is created', () => given().when({ type: 'CreateCheckout', data: created.data }).then(created));
  it('is created once', () => given(created).when({ type: 'CreateCheckout', data: created.data }).then());
  it('records only what an update changes', () =>
    given(created)
      .when(update({ customerName: 'Ada', customerEmail: null }))
      .then(updated('email:e1', { customerName: 'Ada' })));
  it('ignores an update that changes nothing', () =>
    given(created)
      .when(update({ customerName: null }))
      .then());
  it('rejects the 201st update', () =>
    given(created, ...Array.from({ length: 200 }, (_, n) => updated('email:e1', { customerName: `Ada ${n}` })))
      .when(update({ customerName: 'Ada' }))
      .thenRefused('TooManyRequests'));
  it('rejects an update before it is created', () => given().when(update({})).thenRefused('ResourceNotFound'));
  it('rejects an update while it is being confirmed', () =>
    given(created, started)
      .when(update({ customerName: 'Eve' }))
      .thenRefused('NotOpenCheckout'));
  it('rejects the update of a buyer as expired after its expiry', () =>
    given(created)
      .when({ ...update({ customerName: 'Ada' }), now: EXPIRES })
      .thenRefused('ExpiredCheckoutError'));
  it('rejects the update of a seller as not open after its expiry', () =>
    given(created)
      .when({ type: 'UpdateCheckout', data: { ...buyer, by: 'seller' }, now: EXPIRES })
      .thenRefused('NotOpenCheckout'));

  it('starts its confirm', () => given(created).when(confirm).then(started));
  it('rejects a second confirm', () => given(created, started).when(confirm).thenRefused('NotOpenCheckout'));
  it('rejects a confirm after its expiry', () =>
    given(created)
      .when({ ...confirm, now: EXPIRES })
      .thenRefused('ExpiredCheckoutError'));
  it('completes its confirm', () => given(created, started).when(complete).then(confirmed));
  it('completes its confirm once', () => given(created, started, confirmed).when(complete).then());
  it('does not complete a later confirm for the payment of an earlier one', () =>
    given(created, started, failed(), { ...started, data: { ...started.data, paymentId: 'p2' } })
      .when(complete)
      .then());
  it('reopens when the charge is declined at once', () => given(created, started).when(fail).then(failed()));
  it('stays closed when an earlier confirm fails late', () =>
    given(created, started, failed(), { ...started, data: { ...started.data, orderId: 'b2' } })
      .when(fail)
      .then());
  it('accepts another confirm after that', () => given(created, started, failed()).when(confirm).then(started));
  it('stays confirmed once the charge has confirmed it', () => given(created, started, confirmed).when(fail).then());
  it('reopens when its payment fails later', () => given(created, started, confirmed).when(reopen()).then(reopened()));
  it('reopens when its payment fails before the confirm is complete', () =>
    given(created, started).when(reopen()).then(failed()));
  it('ignores the failure of another payment', () => given(created, started, confirmed).when(reopen('p0')).then());
  it('stays succeeded when its payment fails', () =>
    given(created, started, confirmed, succeeded).when(reopen()).then());
  it('succeeds', () => given(created, started, confirmed).when(succeed).then(succeeded));
  it('succeeds once', () => given(created, started, confirmed, succeeded).when(succeed).then());
  it('does not succeed before it is confirmed', () =>
    given(created, started).when(succeed).thenRefused('CheckoutNotConfirmed'));

  it('expires when it is due', () => given(created).when(expire(EXPIRES)).then(expired));
  it('does not expire early', () => given(created).when(expire(NOW)).then());
  it('does not expire while it is being confirmed', () => given(created, started).when(expire(EXPIRES)).then());
  it('expires after it was reopened', () => given(created, started, failed()).when(expire(EXPIRES)).then(expired));
});

describe('the expiry of a checkout', () => {
  const after = (event: CheckoutEvent) => expireDue.dueAfter(recorded(event));
  it('is due an hour after creation', () => expect(after(created)).toEqual({ entity: 'k1', dueAt: EXPIRES }));
  it('is not due during a confirm', () => expect(after(started)).toEqual({ entity: 'k1', dueAt: null }));
  it('is due as before once reopened', () =>
    expect([after(failed()), after(reopened())]).toEqual([
      { entity: 'k1', dueAt: EXPIRES },
      { entity: 'k1', dueAt: EXPIRES },
    ]));
});

describe('the checkout process', () => {
  const purpose = { kind: 'checkout', checkoutId: 'k1' } as const;
  const about = { paymentId: 'p1', organizationId: 'o1', purpose };
  const paid: PaymentEvent = {
    type: 'PaymentSucceeded',
    data: { ...about, reference: 'r', amount: 1_750, currency: 'eur' },
  };
  const declined: PaymentEvent = { type: 'PaymentDeclined', data: { ...about, code: 'card_declined', message: 'No' } };
  const steps = (event: CheckoutEvent | PaymentEvent) =>
    checkoutProcess.react(recorded(event)).map(({ command, data }) => [command, data]);

  it('continues a confirm that has started', () =>
    expect(steps(started)).toEqual([[ContinueConfirm, { checkoutId: 'k1' }]]));
  it('waits for the payment', () => expect(steps(confirmed)).toEqual([]));
  it('fulfils a checkout with nothing to pay', () =>
    expect(steps({ type: 'CheckoutConfirmed', data: { checkoutId: 'k1', customerId: 'c1', paymentId: null } })).toEqual(
      [[FulfilCheckout, { checkoutId: 'k1', payment: null }]],
    ));
  it('fulfils a paid checkout', () =>
    expect(steps(paid)).toEqual([
      [FulfilCheckout, { checkoutId: 'k1', payment: { paymentId: 'p1', amount: 1_750, currency: 'eur' } }],
    ]));
  it('confirms a checkout whose payment is pending', () =>
    expect(steps({ type: 'PaymentPending', data: { ...about, action: 'wait', reference: 'r' } })).toEqual([
      [CompleteConfirm, { checkoutId: 'k1', paymentId: 'p1' }],
    ]));
  it('reopens a checkout whose payment is declined', () =>
    expect(steps(declined)).toEqual([[ReopenCheckout, { checkoutId: 'k1', paymentId: 'p1', reason: 'No' }]]));
  it('ignores the payment of a renewal', () => {
    const renewal = { kind: 'order', orderId: 'b1', subscriptionId: 's1' } as const;
    expect(steps({ ...paid, data: { ...paid.data, purpose: renewal } } as PaymentEvent)).toEqual([]);
  });
  it('handles the events of one checkout in order', () =>
    expect(checkoutProcess.key!(recorded(paid))).toBe('checkout-k1'));
  it('releases the claim of a reopened checkout', () =>
    expect(
      [failed(), reopened()].flatMap((event) =>
        checkoutClaimsProcess.react(recorded(event)).map(({ command, data }) => [command, data]),
      ),
    ).toEqual([
      [ReleaseClaim, released],
      [ReleaseClaim, released],
    ]));
});

describe('the amounts of a checkout', () => {
  const bought = (about: Partial<CheckoutSelection> & Pick<CheckoutSelection, 'amount' | 'recurringInterval'>) => ({
    productId: 'p1',
    priceId: 'q1',
    meteredPriceIds: [],
    currency: 'usd',
    productTrial: null,
    ...about,
  });
  it('are 0 if only a meter bills, but a payment method is saved', () =>
    expect(
      totalsOf(
        bought({ amount: 0, recurringInterval: 'month', meteredPriceIds: ['q1'] }),
        { discount: null, tax: null },
        null,
        null,
      ),
    ).toMatchObject({
      totalAmount: 0,
      paymentRequired: false,
      setupRequired: true,
    }));
  it('leave tax unknown until there is an address', () =>
    expect(
      totalsOf(bought({ amount: 2_000, recurringInterval: null }), { discount: null, tax: null }, null, null),
    ).toMatchObject({
      taxAmount: null,
      totalAmount: 2_000,
      paymentRequired: true,
      setupRequired: false,
    }));
  it('have no tax if nothing is due', () =>
    expect(
      totalsOf(bought({ amount: 0, recurringInterval: 'month' }), { discount: null, tax: null }, null, null),
    ).toMatchObject({
      taxAmount: 0,
      paymentRequired: false,
      setupRequired: false,
    }));
  it('asks for the whole address in the US, and the state in Canada', () => {
    expect(Object.values(billingAddressFields(false, false, 'US')).every(Boolean)).toBe(true);
    expect(billingAddressFields(false, false, 'CA')).toMatchObject({ state: true, city: false });
    expect(billingAddressFields(false, false, undefined)).toMatchObject({ country: true, state: false, line1: false });
    expect(billingAddressFields(true, false, 'DE')).toMatchObject({ line1: true, postal_code: true });
  });
  it('knows the kind of a tax number by the address', () => {
    const withAddress = { ...customer, customerBillingAddress: address };
    expect(withTaxId({ ...withAddress, customerTaxNumber: 'DE136695976' }).customerTaxId).toEqual([
      'DE136695976',
      'eu_vat',
    ]);
    expect(withTaxId({ ...withAddress, customerTaxId: ['DE136695976', 'eu_vat'] }).customerTaxId).toEqual([
      'DE136695976',
      'eu_vat',
    ]);
    expect(() => withTaxId({ ...customer, customerTaxNumber: 'DE136695976' })).toThrow('Country is required');
  });
  it('drops a tax number that has no form in another country, and rejects it if it is entered again', () => {
    const moved = { ...customer, customerBillingAddress: { ...address, country: 'FR' } };
    const german = { ...moved, customerTaxId: ['DE136695976', 'eu_vat'] as [string, string] };
    expect(address.country).toBe('DE');
    expect(withTaxId(german, address).customerTaxId).toBeNull();
    expect(withTaxId(german, moved.customerBillingAddress).customerTaxId).toEqual(['DE136695976', 'eu_vat']);
    expect(() => withTaxId({ ...german, customerTaxNumber: 'DE136695976' }, address)).toThrow();
  });
  it('is blanked when its person is erased', () => {
    const { k1 } = documentsOf(checkoutProjection, [recorded(created), recorded(started)]);
    expect(k1!.subjects).toEqual(['checkout:k1', 'customer:c1']);
    const blank = checkoutProjection.blank!(k1!, 'customer:c1');
    expect(JSON.stringify(blank)).not.toMatch(/Ada|ada@/);
  });
});

describe('checkouts over HTTP', () => {
  let shop: Shop;
  let once: string;
  let monthly: string;
  let free: string;
  let people = 0;

  beforeAll(async () => {
    // Of commands that fail as a crash would.
    shop = await openShop({ at: NOW, provokes: [500] });
    once = (await shop.product({ amount: 2_500, name: 'Book' })).id;
    monthly = (await shop.product({ amount: 2_000, interval: 'month', name: 'Paper' })).id;
    free = (await shop.product({ amount: 0, interval: 'month', name: 'Air' })).id;
  });
  afterAll(() => shop.close());

  const somebody = () => `person${(people += 1)}@example.com`;
  const open = (productId: string, more: object = {}): Promise<Checkout> =>
    shop.seller.checkouts.create({ products: [productId], ...more });
  const get = (id: string) => shop.seller.checkouts.get({ id });
  const types = async (id: string) => (await shop.events(`checkout-${id}`)).map(({ type }) => type);
  const ordersOf = async (checkoutId: string) => (await shop.seller.orders.list({ checkoutId })).result.items;
  const post = async (path: string, body: object, headers: object = {}) => {
    const answer = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };
  const create = (body: object) => post('/v1/checkouts/', body, { authorization: `Bearer ${shop.bearer}` });
  const refusedAt = ({ status, body }: { status: number; body: { detail?: { loc: string[] }[] } }) => [
    status,
    ...(body.detail ?? []).map(({ loc }) => loc.join('.')),
  ];
  const settle = (paymentId: string, outcome: 'succeeded' | 'declined') =>
    post(`/sandbox/payments/${paymentId}/settle`, { outcome });
  const paymentOf = async (checkout: Checkout) =>
    (await get(checkout.id)).paymentProcessorMetadata['payment_id'] as string;

  it('creates a checkout with its products, a computed secret and an hour to expiry', async () => {
    const checkout = await shop.seller.checkouts.create({
      products: [once, monthly],
      customerEmail: 'grace@example.com',
      metadata: { source: 'newsletter' },
      successUrl: 'https://shop.example/thanks?id={CHECKOUT_ID}',
    });
    expect(checkout).toMatchObject({
      status: 'open',
      amount: 2_500,
      netAmount: 2_500,
      taxAmount: null,
      totalAmount: 2_500,
      productId: once,
      isPaymentRequired: true,
      isPaymentSetupRequired: false,
      customerEmail: 'grace@example.com',
      customerId: null,
      metadata: { source: 'newsletter' },
      url: `${shop.url}/checkout/${checkout.clientSecret}`,
      successUrl: `https://shop.example/thanks?id=${checkout.id}`,
      expiresAt: new Date(EXPIRES),
    });
    expect(checkout.clientSecret).toMatch(/^tb_c_[0-9A-Za-z]{43}$/);
    expect(checkout.products.map(({ id }) => id)).toEqual([once, monthly]);
    expect(await get(checkout.id)).toEqual(checkout);
    const shown = await shop.seller.checkouts.clientGet({ clientSecret: checkout.clientSecret });
    expect(shown).toMatchObject({ id: checkout.id, organization: { id: shop.organizationId } });
    const stored = JSON.stringify((await shop.ports.store.read(`checkout-${checkout.id}`)).map(({ data }) => data));
    expect(stored).not.toContain('grace@example.com');
    expect(stored).not.toContain('tb_c_');
  });

  it('lets only the origin it names frame it, checked and normalised', async () => {
    const framedBy = async (path: string) => {
      const page = await fetch(`${shop.url}/checkout/${path}`, { headers: { accept: 'text/html' } });
      return /frame-ancestors ([^;]*)/.exec(page.headers.get('content-security-policy')!)![1];
    };
    const { id, clientSecret, embedOrigin } = await open(once, { embedOrigin: 'HTTPS://Shop.Example:443' });
    expect([embedOrigin, await framedBy(clientSecret)]).toEqual(['https://shop.example', 'https://shop.example']);
    const update = (checkoutUpdate: { embedOrigin: string | null }) =>
      shop.seller.checkouts.update({ id, checkoutUpdate });
    await update({ embedOrigin: 'http://localhost:4000' });
    expect(await framedBy(`${clientSecret}/confirmation`)).toBe('http://localhost:4000');
    await update({ embedOrigin: null });
    expect(await framedBy(clientSecret)).toBe("'none'");
    const forged = `${clientSecret.slice(0, -1)}${clientSecret.endsWith('a') ? 'b' : 'a'}`;
    for (const secret of [forged, 'tb_c_', id, '%00', 'x'.repeat(5_000)])
      expect([secret, await framedBy(secret)]).toEqual([secret, "'none'"]);
  });

  it.each([
    'https://shop.example/',
    'https://shop.example/path',
    'https://*.example',
    'https://shop.example\r\nx',
    'https://shop.example;sandbox',
    'https://shop.example,https://other.example',
    'https://user@shop.example',
    'https://[::1]',
    'http://shop.example',
    'javascript:alert(1)',
    'null',
    "'self'",
    '*',
    '',
    7,
  ])('takes no origin that is %j', async (origin) => {
    expect(refusedAt(await create({ products: [once], embed_origin: origin }))).toEqual([422, 'body.embed_origin']);
  });

  it('shows when the subscription it created is charged next', async () => {
    const nextCharge = async (checkoutId: string) => {
      const { clientSecret } = await get(checkoutId);
      // The official client drops what the contract does not have.
      const shown = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`);
      return ((await shown.json()) as { next_charge: unknown }).next_charge;
    };
    const bought = await shop.buy(monthly, { email: somebody() });
    expect(await nextCharge(bought)).toEqual({ at: NEXT_MONTH, amount: 2_000, currency: 'usd' });
    const { subscriptionId } = await get(bought);
    const subscriptionUpdate = { cancelAtPeriodEnd: true };
    await shop.seller.subscriptions.update({ id: subscriptionId!, subscriptionUpdate });
    const others = [(await open(monthly)).id, await shop.buy(once), await shop.buy(free, { email: somebody() })];
    for (const id of [bought, ...others]) expect(await nextCharge(id)).toBeNull();
  });

  it('shows the buyer why the last payment was declined, and the order number', async () => {
    const { id, clientSecret } = await open(once);
    const shown = async () => {
      const answer = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`);
      const { decline_reason, order_number } = (await answer.json()) as Record<string, string | null>;
      return { decline_reason, order_number };
    };
    expect(await shown()).toEqual({ decline_reason: null, order_number: null });
    const buyer = { email: somebody(), token: 'ctoken_insufficient_funds' };
    await expect(shop.confirm(clientSecret, buyer)).rejects.toThrow();
    expect(await shown()).toEqual({ decline_reason: 'Your card has insufficient funds.', order_number: null });
    await shop.confirm(clientSecret, { email: buyer.email });
    await shop.settled();
    const [order] = (await shop.seller.orders.list({ checkoutId: id })).result.items;
    expect(await shown()).toEqual({ decline_reason: null, order_number: orderNumber(order!.id) });
  });

  it('rejects a success URL that a browser would read differently', async () => {
    for (const success_url of [
      'https://shop.example/a\r\nX: y',
      'https://shop.example/a\tb',
      'https://shop.example/a b',
      ' https://shop.example/',
      'http:\\\\shop.example',
      'https:/\\shop.example',
      'https:shop.example',
      'https://',
      'https://shop.example:99999/',
      'javascript://shop.example/%0aalert(1)',
    ])
      expect([success_url, refusedAt(await create({ products: [once], success_url }))]).toEqual([
        success_url,
        [422, 'body.success_url'],
      ]);
  });

  it('lets seller and buyer change product and customer', async () => {
    const { id, clientSecret } = await shop.seller.checkouts.create({ products: [once, monthly] });
    const byBuyer = await shop.seller.checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: {
        productId: monthly,
        customerEmail: 'buyer@example.com',
        customerBillingAddress: { country: 'US', state: 'CA' },
      },
    });
    expect(byBuyer).toMatchObject({
      productId: monthly,
      amount: 2_000,
      taxAmount: 0,
      isPaymentSetupRequired: true,
      customerEmail: 'buyer@example.com',
      customerBillingAddress: { country: 'US', state: 'US-CA' },
      customerBillingAddressFields: { line1: true, state: true },
    });
    const bySeller = await shop.seller.checkouts.update({
      id,
      checkoutUpdate: { allowDiscountCodes: false, metadata: { a: 1 } },
    });
    expect(bySeller).toMatchObject({ productId: monthly, allowDiscountCodes: false, metadata: { a: 1 } });
  });

  it('rejects unsupported fields and unknown ids at their field', async () => {
    const refused = async (body: object) => refusedAt(await create({ products: [once], ...body }));
    expect(await refused({ discount_id: newUuid() })).toEqual([422, 'body.discount_id']);
    expect(await refused({ amount: 1_000 })).toEqual([422, 'body.amount']);
    expect(await refused({ subscription_id: newUuid() })).toEqual([422, 'body.subscription_id']);
    expect(await refused({ custom_field_data: 'L' })).toEqual([422, 'body.custom_field_data']);
    expect(await refused({ customer_id: newUuid() })).toEqual([422, 'body.customer_id']);
    expect(await refused({ customer_email: 'nobody' })).toEqual([422, 'body.customer_email']);
    expect(await refused({ products: [once, newUuid()] })).toEqual([422, 'body.products.1']);
    expect(await refused({ products: undefined })).toEqual([422, 'body.products']);
    expect(await refused({ customer_tax_id: 'DE136695976' })).toEqual([422, 'body.customer_billing_address']);
    expect((await create({ products: [once], discount_id: null, amount: null, custom_field_data: {} })).status).toBe(
      201,
    );
    expect((await create({ product_id: once })).status).toBe(201);
  });

  it('hides checkouts from other sellers and from forged secrets', async () => {
    const { id, clientSecret } = await open(once);
    const stranger = polar(shop.url, 'seller-stranger');
    await expect(stranger.checkouts.get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(stranger.checkouts.update({ id, checkoutUpdate: {} })).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    await expect(stranger.checkouts.create({ products: [once] })).rejects.toThrow(HTTPValidationError);
    const forged = clientSecret.slice(0, -1) + (clientSecret.endsWith('x') ? 'y' : 'x');
    for (const secret of [forged, 'tb_c_', 'nonsense', clientSecret.slice(0, 20)])
      await expect(shop.seller.checkouts.clientGet({ clientSecret: secret })).rejects.toMatchObject({
        error: 'ResourceNotFound',
      });
  });

  it('are shown although the read model of products is behind', async () => {
    const product = await shop.product({ amount: 900, name: 'Late' });
    const shown = async (id: string, clientSecret: string) => [
      await get(id),
      await shop.seller.checkouts.clientGet({ clientSecret }),
      await shop.seller.checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic: { customerName: somebody() } }),
      ...(await shop.seller.checkouts.list({ productId: product.id })).result.items,
    ];
    const collection = collectionOf(productProjection);
    const { documents } = shop.ports;
    const stored = async () => (await documents.load(collection, [product.id])).get(product.id)!;
    const old = await stored();
    await shop.seller.products.update({
      id: product.id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 1_200 }] },
    });
    const { id, clientSecret } = await open(product.id);
    const { position, document } = await stored();
    for (const behind of [old.document, undefined]) {
      await documents.save([
        { collection, id: product.id, seen: (await stored()).position, position, document: behind },
      ]);
      for (const checkout of await shown(id, clientSecret))
        expect(checkout).toMatchObject({ product: { name: 'Late' }, productPrice: { priceAmount: 1_200 } });
    }
    await documents.save([{ collection, id: product.id, seen: (await stored()).position, position, document }]);
  });

  it('lead to orders, subscriptions and grants that are shown although other read models are behind', async () => {
    const { id: benefitId } = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: null },
    });
    const product = await shop.product({ amount: 900, interval: 'month', name: 'Late' });
    await shop.seller.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefitId] } });
    const email = somebody();
    await shop.buy(product.id, { email });
    const shown = async () => ({
      order: (await shop.seller.orders.list({ productId: product.id })).result.items[0]!,
      subscription: (await shop.seller.subscriptions.list({ productId: product.id })).result.items[0],
      grant: (await shop.seller.benefits.grants({ id: benefitId })).result.items[0]!,
    });
    const current = await shown();
    expect(current).toMatchObject({
      order: { product: { name: 'Late' }, customer: { email }, subscription: { productId: product.id } },
      subscription: { product: { name: 'Late' }, customer: { email }, prices: [{ priceAmount: 900 }] },
      grant: { customer: { email } },
    });
    const { documents } = shop.ports;
    async function without<T>(projection: AnyProjection, id: string, show: () => Promise<T>): Promise<T> {
      const collection = collectionOf(projection);
      const { position, document } = (await documents.load(collection, [id])).get(id)!;
      await documents.save([{ collection, id, seen: position, position, document: undefined }]);
      try {
        return await show();
      } finally {
        await documents.save([{ collection, id, seen: position, position, document }]);
      }
    }
    const { customerId, subscriptionId } = current.order;
    expect(await without(productProjection, product.id, shown)).toEqual(current);
    expect(await without(customerProjection, customerId, shown)).toEqual(current);
    // What is listed itself is missing there.
    const unlisted = { ...current, subscription: undefined };
    expect(await without(subscriptionProjection, subscriptionId!, shown)).toEqual(unlisted);

    const { id } = current.grant;
    const grant = (await documents.load<GrantDocument>(collectionOf(grantProjection), [id])).get(id)!.document!;
    const message = () => shop.app.get(GrantWebhookPresenter).present(grant);
    expect((await without(benefitProjection, benefitId, message)).benefit).toMatchObject({ description: 'Support' });
  });

  it('reports all missing fields together', async () => {
    const { clientSecret } = await open(once);
    const confirm = async (body: object) => refusedAt(await post(`/v1/checkouts/client/${clientSecret}/confirm`, body));
    expect(await confirm({})).toEqual([
      422,
      'body.customer_email',
      'body.customer_name',
      'body.customer_billing_address',
      'body.confirmation_token_id',
    ]);
    const business = { is_business_customer: true, customer_email: somebody(), customer_name: 'Ada' };
    const country = { customer_billing_address: { country: 'US' }, confirmation_token_id: 'ctoken_ok' };
    expect(await confirm({ ...business, ...country })).toEqual([
      422,
      'body.customer_billing_name',
      'body.customer_billing_address.line1',
      'body.customer_billing_address.city',
      'body.customer_billing_address.postal_code',
      'body.customer_billing_address.state',
    ]);
  });

  it('sells a one-time product: customer and order, no subscription', async () => {
    const email = somebody();
    const { id, clientSecret } = await open(once, { metadata: { campaign: 'spring' } });
    const answer = await shop.confirm(clientSecret, { email });
    expect(answer.status).toBe('confirmed');
    await shop.settled();
    expect(await types(id)).toEqual([
      'CheckoutCreated',
      'CheckoutConfirmStarted',
      'CheckoutConfirmed',
      'CheckoutSucceeded',
    ]);
    const [order] = await ordersOf(id);
    expect(order).toMatchObject({
      billingReason: 'purchase',
      status: 'paid',
      amount: 2_500,
      totalAmount: 2_500,
      subscriptionId: null,
      metadata: { campaign: 'spring' },
      customer: { email, name: 'Ada' },
      billingAddress: { country: 'DE' },
      items: [{ label: 'Book', amount: 2_500 }],
    });
    expect(order!.userId).toBe(order!.customerId);
    expect((await shop.processor.callsOf(await paymentOf(await get(id)))).calls).toBe(1);
  });

  it('creates subscription, order and success in that order', async () => {
    const { id, clientSecret } = await open(monthly);
    await shop.confirm(clientSecret, { email: somebody() });
    await shop.settled();
    const [order] = await ordersOf(id);
    const positionOf = async (stream: string, type: string) =>
      (await shop.ports.store.read(stream)).find((event) => event.type === type)!.position;
    const positions = [
      await positionOf(`customer-${order!.customerId}`, 'CustomerCreated'),
      await positionOf(`checkout-${id}`, 'CheckoutConfirmed'),
      await positionOf(`subscription-${order!.subscriptionId}`, 'SubscriptionCreated'),
      await positionOf(`order-${order!.id}`, 'OrderCreated'),
      await positionOf(`checkout-${id}`, 'CheckoutSucceeded'),
    ];
    expect(positions).toEqual([...positions].sort());
  });

  it('asks for no card for a free product', async () => {
    const taken = await shop.processor.taken();
    const { id, clientSecret } = await open(free);
    await shop.seller.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { customerEmail: somebody() },
    });
    await shop.settled();
    expect((await get(id)).status).toBe('succeeded');
    expect(await ordersOf(id)).toMatchObject([{ billingReason: 'subscription_create', netAmount: 0, status: 'paid' }]);
    expect(await shop.processor.taken()).toBe(taken);
  });

  it('matches the customer by e-mail, and overwrites nothing', async () => {
    const known = await shop.seller.customers.create({ email: 'Known@example.com', name: 'Old name' });
    const { id, clientSecret } = await open(once);
    await shop.confirm(clientSecret, { email: 'known@EXAMPLE.com' }, { customerName: 'New name' });
    await shop.settled();
    expect((await get(id)).customerId).toBe(known.id);
    expect(await shop.seller.customers.get({ id: known.id })).toEqual(known);
  });

  it('hands out a session for what it created, and for the whole customer only if it may', async () => {
    const vault = shop.app.get<Vault>(VAULT);
    const scopeOf = async (token: string) => {
      expect(token).toMatch(/^tb_cst_/);
      const kept = (await readVault(vault, `customer-session/${tokenIdOf('tb_cst_', token)}`))!;
      expect(kept).not.toContain(token);
      return (JSON.parse(kept) as { checkoutId: string | null }).checkoutId;
    };
    const email = somebody();
    const first = await open(once);
    expect(await scopeOf((await shop.confirm(first.clientSecret, { email })).customerSessionToken)).toBeNull();
    const second = await open(once);
    expect(await scopeOf((await shop.confirm(second.clientSecret, { email })).customerSessionToken)).toBe(second.id);
    await shop.settled();
    const { customerId } = await get(first.id);
    const named = await open(once, { customerId });
    expect(named).toMatchObject({ customerId, customerEmail: email, customerName: 'Ada' });
    expect(await scopeOf((await shop.confirm(named.clientSecret, {})).customerSessionToken)).toBeNull();
  });

  it('creates a customer with an external id, and matches them by it later', async () => {
    const [externalId, email] = ['acct-7', somebody()];
    const first = await open(once, { customerExternalId: externalId });
    await shop.confirm(first.clientSecret, { email });
    await shop.settled();
    const known = await shop.seller.customers.getExternal({ externalId });
    expect(known.email).toBe(email);
    expect((await open(once, { customerExternalId: externalId })).customerId).toBe(known.id);
  });

  it('answers 400 PaymentError to a declined charge, and reopens', async () => {
    const { id, clientSecret } = await open(monthly);
    const email = somebody();
    await expect(shop.confirm(clientSecret, { email, token: 'ctoken_declined' })).rejects.toThrow(PaymentError);
    await expect(shop.confirm(clientSecret, { email, token: 'ctoken_insufficient_funds' })).rejects.toThrow(
      'insufficient funds',
    );
    expect((await get(id)).status).toBe('open');
    expect((await get(id)).paymentProcessorMetadata).toEqual({});
    await shop.confirm(clientSecret, { email });
    await shop.settled();
    expect((await get(id)).status).toBe('succeeded');
    expect(await types(id)).toEqual([
      'CheckoutCreated',
      'CheckoutConfirmStarted',
      'CheckoutConfirmFailed',
      'CheckoutConfirmStarted',
      'CheckoutConfirmFailed',
      'CheckoutConfirmStarted',
      'CheckoutConfirmed',
      'CheckoutSucceeded',
    ]);
  });

  it('lists every attempt to pay its order, newest first, with the reason of a decline', async () => {
    const { id, clientSecret } = await open(monthly);
    const email = somebody();
    const broke = { email, token: 'ctoken_insufficient_funds' };
    await expect(shop.confirm(clientSecret, broke)).rejects.toThrow(PaymentError);
    shop.clock.advance({ seconds: 60 });
    await shop.confirm(clientSecret, { email });
    await shop.settled();
    const [order] = await ordersOf(id);
    const paymentsOf = async (bearer: string) => {
      const path = `${shop.url}/api/dashboard/orders/${order!.id}/payments`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${bearer}` } });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const money = { amount: 2_000, currency: 'usd' };
    expect(await paymentsOf(shop.bearer)).toMatchObject({
      status: 200,
      body: {
        items: [
          { ...money, status: 'succeeded', decline_code: null, settled_at: expect.any(String) },
          { ...money, status: 'declined', decline_code: 'insufficient_funds' },
        ],
      },
    });
    expect((await paymentsOf('seller-stranger')).status).toBe(404);
  });

  it.each(['ctoken_pending', 'ctoken_requires_action'])(
    'waits for %s, and succeeds once it is settled',
    async (token) => {
      const checkout = await open(monthly);
      expect((await shop.confirm(checkout.clientSecret, { email: somebody(), token })).status).toBe('confirmed');
      await shop.settled();
      expect((await get(checkout.id)).status).toBe('confirmed');
      expect(await ordersOf(checkout.id)).toEqual([]);
      const paymentId = await paymentOf(checkout);
      expect((await settle(paymentId, 'succeeded')).body).toEqual({ id: paymentId, status: 'succeeded' });
      expect((await get(checkout.id)).status).toBe('succeeded');
      await settle(paymentId, 'declined');
      expect(await ordersOf(checkout.id)).toHaveLength(1);
    },
  );

  it('reopens when a pending payment is declined, and lets the customer try again', async () => {
    const [checkout, email] = [await open(monthly), somebody()];
    await shop.confirm(checkout.clientSecret, { email, token: 'ctoken_pending' });
    await settle(await paymentOf(checkout), 'declined');
    expect((await get(checkout.id)).status).toBe('open');
    await shop.confirm(checkout.clientSecret, { email });
    await shop.settled();
    expect((await get(checkout.id)).status).toBe('succeeded');
  });

  it('asks the processor about a pending payment', async () => {
    const checkout = await open(once);
    await shop.confirm(checkout.clientSecret, { email: somebody(), token: 'ctoken_pending' });
    const paymentId = await paymentOf(checkout);
    await shop.processor.settle(paymentId, 'succeeded');
    shop.clock.advance({ seconds: 3_600 });
    shop.clock.advanceMachine(FIRST_INQUIRY_SECONDS);
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect((await shop.processor.callsOf(paymentId)).calls).toBe(1);
  });

  it('allows one active subscription per customer', async () => {
    const email = somebody();
    await shop.buy(monthly, { email });
    const { customerId } = (await shop.seller.subscriptions.list({ limit: 100 })).result.items.find(
      ({ customer }) => customer.email === email,
    )!;
    const { clientSecret } = await open(monthly);
    await expect(
      shop.seller.checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic: { customerEmail: email } }),
    ).rejects.toThrow(AlreadyActiveSubscriptionError);
    await expect(shop.confirm(clientSecret, { email })).rejects.toThrow(AlreadyActiveSubscriptionError);
    await shop.buy(once, { email });

    const named = await shop.seller.checkouts.create({ products: [monthly, once], customerId });
    await expect(shop.confirm(named.clientSecret)).rejects.toThrow(AlreadyActiveSubscriptionError);
    await shop.confirm(named.clientSecret, {}, { productId: once });
    await shop.settled();
    expect(await get(named.id)).toMatchObject({ status: 'succeeded', customerId, productId: once });
  });

  it('ignores a discount code if codes are not allowed, and rejects it otherwise', async () => {
    const code = { discount_code: 'SPRING' };
    const patch = async ({ clientSecret }: Checkout) => {
      const answer = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(code),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, never> };
    };
    const confirm = ({ clientSecret }: Checkout) => post(`/v1/checkouts/client/${clientSecret}/confirm`, code);
    const [allowed, ignored] = [await open(once), await open(once, { allowDiscountCodes: false })];
    expect(refusedAt(await patch(allowed))).toEqual([422, 'body.discount_code']);
    expect(refusedAt(await confirm(allowed))).toEqual([422, 'body.discount_code']);
    expect((await patch(ignored)).status).toBe(200);
    expect(refusedAt(await confirm(ignored))).not.toContain('body.discount_code');
    const confirmed = await shop.confirm(ignored.clientSecret, { email: somebody() }, { discountCode: 'SPRING' });
    expect(confirmed).toMatchObject({ status: 'confirmed', discountAmount: 0, customFieldData: {} });
  });

  it('shows no custom field values while there are no custom fields', async () => {
    const { id, clientSecret } = await open(once);
    const read = async (path: string) => {
      const answer = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${shop.bearer}` } });
      return (await answer.json()) as Record<string, unknown>;
    };
    expect(await read(`/v1/checkouts/${id}`)).toMatchObject({ custom_field_data: {} });
    expect(await read(`/v1/checkouts/client/${clientSecret}`)).toMatchObject({ custom_field_data: {} });
  });

  it('confirms and charges once for concurrent confirms', async () => {
    const [checkout, email, taken] = [await open(monthly), somebody(), await shop.processor.taken()];
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => shop.confirm(checkout.clientSecret, { email })),
    );
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refusals).toHaveLength(49);
    expect(refusals.every((refusal) => refusal instanceof NotOpenCheckout)).toBe(true);
    await shop.settled();
    expect(await shop.processor.taken()).toBe(taken + 1);
    expect(await ordersOf(checkout.id)).toHaveLength(1);
    expect(await types(checkout.id)).toHaveLength(4);
  });

  it('sells one subscription to a new customer who confirms several checkouts at the same time', async () => {
    const [email, taken] = [somebody(), await shop.processor.taken()];
    const all = await Promise.all(Array.from({ length: 8 }, () => open(monthly)));
    await Promise.allSettled(all.map(({ clientSecret }) => shop.confirm(clientSecret, { email })));
    await shop.settled();
    expect(await shop.processor.taken()).toBe(taken + 1);
    const people = (await shop.seller.customers.list({ email })).result.items;
    expect(people).toHaveLength(1);
    expect((await shop.seller.subscriptions.list({ customerId: people[0]!.id })).result.items).toHaveLength(1);
  });

  it('refunds the money if the claim was lost in the meantime', async () => {
    const [first, second, email] = [await open(monthly), await open(monthly), somebody()];
    await shop.confirm(first.clientSecret, { email, token: 'ctoken_pending' });
    await expect(shop.confirm(second.clientSecret, { email })).rejects.toThrow(AlreadyActiveSubscriptionError);
    shop.clock.advanceMachine(61);
    await shop.confirm(second.clientSecret, { email });
    await shop.settled();
    const paymentId = await paymentOf(first);
    await settle(paymentId, 'succeeded');
    expect((await get(first.id)).status).toBe('open');
    expect((await get(second.id)).status).toBe('succeeded');
    expect(await shop.processor.callsOf(paymentId)).toEqual({ calls: 1, reversed: true });
    expect((await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type)).toEqual([
      'PaymentRequested',
      'PaymentPending',
      'PaymentSucceeded',
      'PaymentReversalRequested',
      'PaymentReversed',
    ]);
  });

  /** Lets the next command of a type fail as a crash would. */
  function failOnce(type: new (...args: never[]) => object): void {
    const bus = shop.app.get(CommandBus);
    const execute = bus.execute.bind(bus);
    bus.execute = ((command: object) => {
      if (!(command instanceof type)) return execute(command as never);
      bus.execute = execute as never;
      return Promise.reject(new Error('Cut off'));
    }) as never;
  }

  it('recovers when fulfilment fails after the charge', async () => {
    const checkout = await open(monthly);
    failOnce(CreateOrder);
    await shop.confirm(checkout.clientSecret, { email: somebody() });
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect(await ordersOf(checkout.id)).toHaveLength(1);
    expect((await shop.processor.callsOf(await paymentOf(checkout))).calls).toBe(1);
  });

  it('continues a confirm that was cut off before the charge', async () => {
    const checkout = await open(once);
    failOnce(RequestPayment);
    await expect(shop.confirm(checkout.clientSecret, { email: somebody() })).rejects.toMatchObject({ statusCode: 500 });
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect((await shop.processor.callsOf(await paymentOf(checkout))).calls).toBe(1);
  });

  it('charges once when the answer to a charge is lost', async () => {
    const [checkout, taken] = [await open(once), await shop.processor.taken()];
    const charge = shop.processor.charge.bind(shop.processor);
    shop.processor.charge = async (request) => {
      shop.processor.charge = charge;
      await charge(request);
      throw new Error('Cut off');
    };
    await expect(shop.confirm(checkout.clientSecret, { email: somebody() })).rejects.toMatchObject({ statusCode: 500 });
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect(await shop.processor.taken()).toBe(taken + 1);
    expect(await ordersOf(checkout.id)).toHaveLength(1);
  });

  it('calls the processor once for concurrent charges of a payment, and never after it is settled', async () => {
    const paymentId = newUuid();
    const vault = shop.app.get<Vault>(VAULT);
    await vault.put(paymentMethodEntry('m9'), 'ctoken_ok');
    const context = () => ({ ...shop.context(), organizationId: shop.organizationId });
    const bus = shop.app.get(CommandBus);
    const purpose = { kind: 'order', orderId: newUuid(), subscriptionId: null } as const;
    const about = { paymentId, organizationId: shop.organizationId, customerId: newUuid(), purpose };
    const money = { amount: 700, currency: 'usd', paymentMethodId: 'm9' };
    await bus.execute(new RequestPayment({ ...about, ...money }, context()));
    await Promise.all(Array.from({ length: 20 }, () => bus.execute(new ChargePayment({ paymentId }, context()))));
    const jobs = shop.app.get<JobQueue>(JOBS);
    await jobs.wake(`payment/${paymentId}`);
    await jobs.idle('payment');
    expect((await shop.processor.callsOf(paymentId)).calls).toBe(1);
    const events = await shop.events<PaymentEvent>(`payment-${paymentId}`);
    expect(events.map(({ type }) => type)).toEqual(['PaymentRequested', 'PaymentSucceeded']);
  });

  describe('when the processor takes another amount or currency', () => {
    const charge = () => shop.processor.charge.bind(shop.processor);
    let original: ReturnType<typeof charge>;
    beforeAll(() => {
      original = charge();
    });
    afterEach(() => {
      shop.processor.charge = original;
    });

    /** Lets so many charges take something else than was requested. */
    function mischarge(other: Partial<Money>, times = 1): void {
      let left = times;
      shop.processor.charge = async (request) => {
        const outcome = await original(request);
        return left-- > 0 && outcome.outcome === 'succeeded' ? { ...outcome, ...other } : outcome;
      };
    }
    const paymentsOf = async (checkoutId: string) => {
      const events = await shop.events<CheckoutEvent>(`checkout-${checkoutId}`);
      return events.flatMap((event) => (event.type === 'CheckoutConfirmStarted' ? (event.data.paymentId ?? []) : []));
    };
    const refunded = async (paymentId: string) => {
      const happened = (await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type);
      expect(happened.slice(happened.indexOf('PaymentMismatched'))).toEqual([
        'PaymentMismatched',
        'PaymentReversalRequested',
        'PaymentReversed',
      ]);
      expect(await shop.processor.callsOf(paymentId)).toEqual({ calls: 1, reversed: true });
    };
    const unfinished = () => shop.app.get(CheckoutHold).holds(shop.organizationId);

    it.each([{ amount: 1_999 }, { amount: 2_001 }, { currency: 'eur' }])(
      'refunds %o, reopens, and reports it',
      async (other) => {
        const [{ id, clientSecret }, email] = [await open(monthly), somebody()];
        mischarge(other);
        await expect(shop.confirm(clientSecret, { email })).rejects.toThrow(PaymentError);
        await shop.settled();
        const [paymentId] = await paymentsOf(id);
        await refunded(paymentId!);
        expect(await get(id)).toMatchObject({ status: 'open', paymentProcessorMetadata: {} });
        expect(await unfinished()).toBe(false);
        expect(shop.logged).toContainEqual(
          expect.objectContaining({
            level: 'error',
            message: 'A payment does not match what was requested and is refunded',
            paymentId,
            requested: { amount: 2_000, currency: 'usd' },
            received: { amount: 2_000, currency: 'usd', ...other },
          }),
        );
        const lines: string[] = [];
        const put = (line: string): void => void lines.push(line);
        const env = { NODE_ENV: 'test', DATA_DIR: shop.config.dataDir };
        expect(await run(['payments', 'mismatched'], { env, out: put, err: put })).toBe(0);
        const { amount, currency } = { amount: 2_000, currency: 'usd', ...other };
        expect(lines[0]).toMatch(
          `reversed   payment ${paymentId} requested 2000 usd, received ${amount} ${currency} for`,
        );
        expect(lines[0]).toMatch(`for checkout ${id} of organization ${shop.organizationId}`);
        await shop.confirm(clientSecret, { email });
        await shop.settled();
        expect((await get(id)).status).toBe('succeeded');
        expect(await ordersOf(id)).toMatchObject([{ totalAmount: 2_000, currency: 'usd', status: 'paid' }]);
      },
    );

    it('refunds a payment that was pending, and lets the customer buy something else', async () => {
      const [checkout, other, email] = [await open(monthly), await open(monthly), somebody()];
      await shop.confirm(checkout.clientSecret, { email, token: 'ctoken_pending' });
      const paymentId = await paymentOf(checkout);
      await shop.processor.settle(paymentId, 'succeeded');
      const outcome = { outcome: 'succeeded', reference: 'r', amount: 2_000, currency: 'eur' } as const;
      await shop.app.get(CommandBus).execute(new RecordPaymentOutcome({ paymentId, ...outcome }, shop.context()));
      await shop.settled();
      await refunded(paymentId);
      expect((await types(checkout.id)).slice(-2)).toEqual(['CheckoutConfirmed', 'CheckoutReopened']);
      await shop.confirm(other.clientSecret, { email });
      await shop.settled();
      expect([(await get(checkout.id)).status, (await get(other.id)).status]).toEqual(['open', 'succeeded']);
    });

    it('reopens when the confirm was cut off right after the charge', async () => {
      const { id, clientSecret } = await open(monthly);
      mischarge({ currency: 'eur' });
      const bus = shop.app.get(CommandBus);
      const execute = bus.execute.bind(bus);
      bus.execute = (async (command: object) => {
        const answer = await execute(command as never);
        if (!(command instanceof ChargePayment)) return answer;
        bus.execute = execute as never;
        throw new Error('Cut off');
      }) as never;
      await expect(shop.confirm(clientSecret, { email: somebody() })).rejects.toMatchObject({ statusCode: 500 });
      await until(async () => (await types(id)).at(-1) === 'CheckoutConfirmFailed', 'the confirm to fail');
      await shop.settled();
      expect((await get(id)).status).toBe('open');
      await refunded((await paymentsOf(id))[0]!);
    });

    it('sells once and refunds the rest for concurrent confirms', async () => {
      const [{ id, clientSecret }, email] = [await open(monthly), somebody()];
      mischarge({ amount: 1 }, 3);
      const taken = await shop.processor.taken();
      // Whoever comes while another is confirming is refused, and comes again.
      const buyer = async (): Promise<string> => {
        for (;;) {
          try {
            return (await shop.confirm(clientSecret, { email })).status!;
          } catch (error) {
            if (error instanceof NotOpenCheckout && (await get(id)).status !== 'open') return 'too late';
          }
        }
      };
      const answers = await Promise.all(Array.from({ length: 6 }, buyer));
      await shop.settled();
      expect(answers.filter((answer) => answer === 'confirmed')).toHaveLength(1);
      const payments = await paymentsOf(id);
      expect(payments).toHaveLength(4);
      for (const paymentId of payments.slice(0, 3)) await refunded(paymentId);
      expect(await shop.processor.callsOf(payments[3]!)).toEqual({ calls: 1, reversed: false });
      expect(await shop.processor.taken()).toBe(taken + 4);
      expect((await get(id)).status).toBe('succeeded');
      expect(await ordersOf(id)).toHaveLength(1);
    });

    it('refunds money that arrives after a decline, and keeps what was bought since', async () => {
      const [checkout, email] = [await open(monthly), somebody()];
      await shop.confirm(checkout.clientSecret, { email, token: 'ctoken_pending' });
      const paymentId = await paymentOf(checkout);
      const bus = shop.app.get(CommandBus);
      const tell = (outcome: object) =>
        bus.execute(new RecordPaymentOutcome({ paymentId, ...outcome } as never, shop.context()));
      await tell({ outcome: 'declined', code: 'card_declined', message: 'No' });
      await shop.settled();
      await shop.confirm(checkout.clientSecret, { email });
      await shop.settled();
      await tell({ outcome: 'succeeded', reference: 'r', amount: 2_000, currency: 'usd' });
      await shop.settled();
      await refunded(paymentId);
      expect((await get(checkout.id)).status).toBe('succeeded');
      expect(await paymentOf(checkout)).not.toBe(paymentId);
    });

    it('refunds before creating anything if the order would have another amount', async () => {
      const { id, clientSecret } = await open(monthly);
      const bus = shop.app.get(CommandBus);
      const execute = bus.execute.bind(bus);
      bus.execute = ((command: object) => {
        if (!(command instanceof FulfilCheckout)) return execute(command as never);
        bus.execute = execute as never;
        const { checkoutId, payment } = command.data;
        const other = { checkoutId, payment: payment && { ...payment, currency: 'eur' } };
        return execute(new FulfilCheckout(other, command.context) as never);
      }) as never;
      await shop.confirm(clientSecret, { email: somebody() });
      await shop.settled();
      expect((await get(id)).status).toBe('open');
      const [paymentId] = await paymentsOf(id);
      expect(await shop.processor.callsOf(paymentId!)).toEqual({ calls: 1, reversed: true });
      expect(await ordersOf(id)).toEqual([]);
    });
  });

  it('rejects a price that was archived in the meantime', async () => {
    const product = await shop.product({ amount: 900 });
    const { clientSecret } = await open(product.id);
    await shop.seller.products.update({
      id: product.id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 1_000 }] },
    });
    await expect(shop.confirm(clientSecret, { email: somebody() })).rejects.toThrow(HTTPValidationError);
  });

  it('filters lists by product, status and text', async () => {
    const list = async (query: object) => (await shop.seller.checkouts.list({ limit: 100, ...query })).result.items;
    expect(new Set((await list({ productId: free })).map((item) => item.productId))).toEqual(new Set([free]));
    expect(new Set((await list({ status: 'succeeded' })).map((item) => item.status))).toEqual(new Set(['succeeded']));
    expect((await list({ query: 'GRACE@' })).map((item) => item.customerEmail)).toEqual(['grace@example.com']);
    const times = (await list({ sorting: ['-expires_at'] })).map((item) => item.expiresAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('expires, and answers 410 only if it was never confirmed', async () => {
    const [unused, waiting, done] = [await open(once), await open(once), await open(once)];
    await shop.confirm(waiting.clientSecret, { email: somebody(), token: 'ctoken_pending' });
    await shop.confirm(done.clientSecret, { email: somebody() });
    await shop.settled();
    shop.clock.advance({ seconds: 3_600 });
    const client = ({ clientSecret }: Checkout) => shop.seller.checkouts.clientGet({ clientSecret });
    await expect(client(unused)).rejects.toThrow(ExpiredCheckoutError);
    const answer = await fetch(`${shop.url}/v1/checkouts/client/${unused.clientSecret}`);
    expect(await answer.json()).toMatchObject({ expired_at: unused.expiresAt.toISOString() });
    await expect(shop.confirm(unused.clientSecret)).rejects.toThrow(ExpiredCheckoutError);
    expect((await client(waiting)).status).toBe('confirmed');
    expect((await client(done)).status).toBe('succeeded');
    await until(async () => (await get(unused.id)).status === 'expired', 'the checkout to have expired');
    await expect(client(unused)).rejects.toThrow(ExpiredCheckoutError);
    await expect(shop.seller.checkouts.update({ id: unused.id, checkoutUpdate: { metadata: {} } })).rejects.toThrow(
      NotOpenCheckout,
    );
  });
});

it('without a processor, answers 400 PaymentError, sells free products, and is framed on https only', async () => {
  const shop = await openShop({ at: NOW, env: { SANDBOX: '0' } });
  const [paid, free] = [await shop.product({ amount: 2_000 }), await shop.product({ amount: 0 })];
  const { clientSecret } = await shop.seller.checkouts.create({ products: [paid.id] });
  await expect(shop.confirm(clientSecret)).rejects.toThrow(PaymentError);
  const gift = await shop.seller.checkouts.create({ products: [free.id] });
  await shop.confirm(gift.clientSecret);
  await shop.settled();
  expect((await shop.seller.checkouts.get({ id: gift.id })).status).toBe('succeeded');
  expect((await fetch(`${shop.url}/sandbox/clock`)).status).toBe(404);
  const framed = { products: [free.id], embedOrigin: 'http://localhost:4000' };
  await expect(shop.seller.checkouts.create(framed)).rejects.toThrow(HTTPValidationError);
  await shop.close();
});
