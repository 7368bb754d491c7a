import { describe, expect, it } from '@jest/globals';
import {
  CompleteConfirm,
  ContinueConfirm,
  FulfilCheckout,
  ReopenCheckout,
} from '../../../src/features/billing/checkouts/checkout.commands.ts';
import { checkoutDecider } from '../../../src/features/billing/checkouts/checkout.decider.ts';
import { expireDue } from '../../../src/features/billing/checkouts/checkout.due.ts';
import {
  checkoutEvents,
  type CheckoutEvent,
  type CheckoutSelection,
} from '../../../src/features/billing/checkouts/checkout.events.ts';
import { checkoutClaimsProcess, checkoutProcess } from '../../../src/features/billing/checkouts/checkout.process.ts';
import { checkoutProjection } from '../../../src/features/billing/checkouts/checkout.projection.ts';
import { billingAddressFields, totalsOf, withTaxId } from '../../../src/features/billing/checkouts/checkout.rules.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import { ReleaseClaim } from '../../../src/kernel/writing/claim.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

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
  it('records that it was updated even if nothing changes', () =>
    given(created)
      .when(update({ customerName: null }))
      .then(updated('email:e1', {})));
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
  const about = { paymentId: 'p1', organizationId: 'o1', customerId: 'c1', purpose };
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
      ),
    ).toMatchObject({
      totalAmount: 0,
      paymentRequired: false,
      setupRequired: true,
    }));
  it('leave tax unknown until there is an address', () =>
    expect(
      totalsOf(bought({ amount: 2_000, recurringInterval: null }), { discount: null, tax: 'unknown_location' }, null),
    ).toMatchObject({
      taxAmount: null,
      totalAmount: 2_000,
      paymentRequired: true,
      setupRequired: false,
    }));
  it('have no tax if nothing is due', () =>
    expect(
      totalsOf(bought({ amount: 0, recurringInterval: 'month' }), { discount: null, tax: 'unknown_location' }, null),
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
    expect(() => withTaxId({ ...withAddress, customerTaxNumber: 'DE136695977' })).toThrow('check digits are wrong');
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
  it('is blanked to what a rebuild makes of the events without their person', () => {
    const from = { ...created.data, customerBillingAddress: address };
    const { k1 } = documentsOf(checkoutProjection, [recorded({ ...created, data: from })]);
    expect(k1!.tax_amount).not.toBeNull();
    const erased = Object.assign({}, ...checkoutEvents.CheckoutCreated.personal.map(({ fields }) => fields)) as object;
    const rebuilt = documentsOf(checkoutProjection, [recorded({ ...created, data: { ...from, ...erased } })]);
    expect(checkoutProjection.blank!(k1!, created.data.subject)).toEqual(rebuilt.k1);
  });
});
