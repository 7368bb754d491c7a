import { describe, expect, it } from '@jest/globals';
import { checkoutLinkDecider } from '../../../src/features/billing/checkout-links/checkout-link.decider.ts';
import type { CheckoutLinkEvent } from '../../../src/features/billing/checkout-links/checkout-link.events.ts';
import { checkoutLinkProductsProcess } from '../../../src/features/billing/checkout-links/checkout-link.process.ts';
import {
  isOnlyLooking,
  metadataOf,
  selected,
  visitOf,
  type VisitQuery,
} from '../../../src/features/billing/checkout-links/checkout-link.rules.ts';
import { recorded, specOf } from '../../support/given.ts';

describe('the checkout link decider', () => {
  const given = specOf(checkoutLinkDecider);
  const data = {
    checkoutLinkId: 'l1',
    organizationId: 'o1',
    productIds: ['p1', 'p2'],
    label: 'Newsletter',
    discountId: null,
    allowDiscountCodes: true,
    requireBillingAddress: false,
    successUrl: null,
    metadata: {},
  };
  const id = { checkoutLinkId: 'l1' };
  const created: CheckoutLinkEvent = { type: 'CheckoutLinkCreated', data };
  const deleted: CheckoutLinkEvent = { type: 'CheckoutLinkDeleted', data: { ...id, organizationId: 'o1' } };
  const withdrawn: CheckoutLinkEvent = { type: 'CheckoutLinkProductWithdrawn', data: { ...id, productId: 'p1' } };

  it('creates once', () => {
    given().when({ type: 'CreateCheckoutLink', data }).then(created);
    given(created).when({ type: 'CreateCheckoutLink', data }).then();
  });

  it('records only what has changed', () => {
    const changes = { ...id, label: 'Newsletter', allowDiscountCodes: false };
    given(created)
      .when({ type: 'UpdateCheckoutLink', data: changes })
      .then({ type: 'CheckoutLinkUpdated', data: { ...id, allowDiscountCodes: false } });
    given(created)
      .when({ type: 'UpdateCheckoutLink', data: { ...id, productIds: ['p1', 'p2'] } })
      .then();
  });

  it('withdraws a product once, also the last one', () => {
    const withdraw = { type: 'WithdrawProduct', data: { ...id, productId: 'p1' } } as const;
    given(created).when(withdraw).then(withdrawn);
    given(created, withdrawn).when(withdraw).then();
    given(created, withdrawn)
      .when({ type: 'WithdrawProduct', data: { ...id, productId: 'p2' } })
      .then({ type: 'CheckoutLinkProductWithdrawn', data: { ...id, productId: 'p2' } });
    given(created, deleted).when(withdraw).then();
    given().when(withdraw).then();
  });

  it('refuses changes after deletion', () => {
    given(created).when({ type: 'DeleteCheckoutLink', data: id }).then(deleted);
    given(created, deleted).when({ type: 'UpdateCheckoutLink', data: id }).thenRefused('ResourceNotFound');
    given(created, deleted).when({ type: 'DeleteCheckoutLink', data: id }).thenRefused('ResourceNotFound');
  });

  it('is told of archived products by a process', () => {
    const archived = recorded({ type: 'ProductArchived', data: { productId: 'p1' } } as const);
    expect(checkoutLinkProductsProcess.react(archived)).toMatchObject([{ data: { productId: 'p1' } }]);
  });
});

describe('the parameters of a visit', () => {
  const checks = {
    isEmail: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text),
    embedOrigin: (text: string) => (text.startsWith('https://') ? text : undefined),
  };
  const read = (query: VisitQuery) => visitOf(query, checks);

  it('become metadata, what is filled in, and what the page takes', () => {
    expect(
      read({
        reference_id: 'partner-7',
        utm_source: 'newsletter',
        utm_campaign: ['old', 'new'],
        customer_email: ' ada@example.com ',
        customer_name: 'Ada',
        customer_billing_name: 'Ada Ltd',
        product_id: 'P2',
        embed_origin: 'https://shop.example',
        amount: '2500',
        discount_code: 'SUMMER-26',
        'custom_field_data.size': 'L',
        theme: 'dark',
        unknown: 'x',
      }),
    ).toEqual({
      productId: 'p2',
      embedOrigin: 'https://shop.example',
      prefilled: { customerEmail: 'ada@example.com', customerName: 'Ada', customerBillingName: 'Ada Ltd' },
      metadata: { reference_id: 'partner-7', utm_source: 'newsletter', utm_campaign: 'new' },
      forPage: [
        ['amount', '2500'],
        ['discount_code', 'SUMMER-26'],
        ['theme', 'dark'],
        ['custom_field_data.size', 'L'],
      ],
    });
  });

  it.each<VisitQuery>([
    { customer_email: 'nobody' },
    { customer_name: 'x'.repeat(501) },
    { customer_name: 'a\u0000b' },
    { reference_id: 'x'.repeat(501) },
    { reference_id: 'a\r\nLocation: https://evil.example' },
    { reference_id: '' },
    { [`utm_${'x'.repeat(40)}`]: 'x' },
    { utm_$where: 'x' },
    { amount: '-1' },
    { amount: '1e9' },
    { discount_code: '"><script>' },
    { 'custom_field_data.__proto__.x': 'x' },
    { 'custom_field_data.A': 'x' },
    { theme: 'javascript:' },
    { embed_origin: 'http://evil.example' },
    { __proto__x: 'x', constructor: 'x', toString: 'x' } as unknown as VisitQuery,
  ])('are ignored if they are invalid: %j', (query) => {
    const nothing = { productId: undefined, embedOrigin: undefined, prefilled: {}, metadata: {}, forPage: [] };
    expect(read(query)).toEqual(nothing);
  });

  it("never replace the seller's metadata, nor exceed its limit", () => {
    expect(metadataOf({ reference_id: 'mine' }, { reference_id: 'theirs', utm_source: 'x' })).toEqual({
      reference_id: 'mine',
      utm_source: 'x',
    });
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`k${n}`, n]));
    expect(Object.keys(metadataOf(many, { utm_a: 'a', utm_b: 'b' }))).toHaveLength(50);
  });

  it('select one of the offered products', () => {
    expect(selected(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
    expect(selected(['a', 'b'], 'x')).toEqual(['a', 'b']);
  });

  it.each([
    ['HEAD', {}, true],
    ['GET', { purpose: 'prefetch' }, true],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, true],
    ['GET', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, true],
    ['GET', { 'user-agent': 'facebookexternalhit/1.1' }, true],
    ['GET', { 'user-agent': 'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) Chrome/120.0 Mobile' }, false],
    ['GET', {}, false],
  ])('of %s with %j only look: %s', (method, headers, expected) => {
    expect(isOnlyLooking({ method, headers })).toBe(expected);
  });
});
