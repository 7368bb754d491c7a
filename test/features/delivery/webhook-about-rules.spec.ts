import { describe, expect, it } from '@jest/globals';
import { aboutOf } from '../../../src/features/delivery/webhooks/messages/webhook-about.rules.ts';
import { sampleOf } from '../../../src/features/delivery/webhooks/messages/webhook-samples.ts';
import { WIRE_TYPES, type WireType } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';

describe('what a webhook message is about', () => {
  const about = (type: WireType, more: object = {}) =>
    aboutOf(JSON.stringify({ type, data: { ...sampleOf(type, 'org-1'), ...more } }))!;

  it('has an id and a name for every type of message', () => {
    const unnamed = WIRE_TYPES.filter((type) => {
      const { id, name } = about(type);
      return !id || !/^[^,]+(, [^,]+)?$/.test(name) || /undefined|null/.test(name);
    });
    expect(unnamed).toEqual([]);
  });

  it('is nothing without an entity', () => expect(aboutOf('{"type":"product.created"}')).toBeNull());

  it('is called by the customer and what they have', () => {
    const customer = { name: 'Ada Lovelace', email: 'ada@example.com' };
    const product = { name: 'Letter club' };
    const rows: [WireType, object, string][] = [
      ['order.paid', { customer, product }, 'Ada Lovelace, Letter club'],
      ['order.paid', { customer, product: null }, 'Ada Lovelace'],
      ['subscription.active', { customer: { ...customer, name: null }, product }, 'ada@example.com, Letter club'],
      ['checkout.created', { customer_name: null, customer_email: null, product }, 'Letter club'],
      ['customer.state_changed', customer, 'Ada Lovelace'],
      ['benefit_grant.created', { customer, benefit: { description: 'Archive' } }, 'Ada Lovelace, Archive'],
      ['refund.created', { amount: 1000, tax_amount: 100, currency: 'jpy' }, '¥1,100 refunded'],
      ['refund.created', { amount: 1000, tax_amount: 90, currency: 'eur' }, '€10.90 refunded'],
    ];
    for (const [type, data, name] of rows) expect([type, about(type, data).name]).toEqual([type, name]);
  });

  it('is found with an order for a refund, and with a benefit for a grant', () => {
    expect(about('refund.created', { id: 'r1', order_id: 'o1' })).toMatchObject({ type: 'order', id: 'o1' });
    expect(about('benefit_grant.created', { id: 'g1', benefit_id: 'b1' })).toMatchObject({ type: 'benefit', id: 'b1' });
    expect(about('customer.state_changed', { id: 'c1' })).toMatchObject({ type: 'customer', id: 'c1' });
  });
});
