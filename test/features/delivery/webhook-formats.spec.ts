import { describe, expect, it } from '@jest/globals';
import { API_VERSIONS, apiVersionOf, type ApiVersion } from '../../../src/app/http/api-version.rules.ts';
import { formatted, isSentAs } from '../../../src/features/delivery/webhooks/messages/webhook-format.rules.ts';
import { sampleOf } from '../../../src/features/delivery/webhooks/messages/webhook-samples.ts';
import { WIRE_TYPES, type WireType } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';

const AT = '2026-01-31T10:00:00.000Z';

interface Discord {
  embeds: [{ title: string; timestamp: string; color: number; fields: { name: string; value: string }[] }];
  allowed_mentions: object;
}
interface Slack {
  text: string;
  blocks: [{ text: { text: string } }, { fields: { type: string; text: string }[] }];
}

function raw(type: WireType, changes: object = {}): string {
  return JSON.stringify({ type, timestamp: AT, data: { ...sampleOf(type, 'o'), ...changes } });
}
const discord = (...args: Parameters<typeof raw>) => JSON.parse(formatted('discord', '0.32', raw(...args))) as Discord;
const slack = (...args: Parameters<typeof raw>) => JSON.parse(formatted('slack', '0.32', raw(...args))) as Slack;
const rows = ({ embeds: [{ fields }] }: Discord) => fields.map(({ name, value }) => `${name}: ${value}`);

describe('a message for Discord', () => {
  it('is an embed with what a seller wants to know of an order', () => {
    expect(discord('order.paid')).toEqual({
      embeds: [
        {
          title: 'Order paid',
          color: 0x2f6b4f,
          timestamp: AT,
          fields: [
            { name: 'Amount', value: '$10.00', inline: true },
            { name: 'Product', value: 'Sample product', inline: true },
            { name: 'Customer', value: String.raw`Sample customer \(sample@example.com\)`, inline: true },
            { name: 'Reason', value: 'Purchase', inline: true },
          ],
        },
      ],
      allowed_mentions: { parse: [] },
    });
    expect(rows(discord('order.refunded', { refunded_amount: 700, currency: 'jpy' }))).toContain('Refunded: ¥700');
  });

  it('says what became of a subscription', () => {
    const said = (type: WireType, changes?: object) => {
      const message = discord(type, changes);
      return [message.embeds[0].title, ...rows(message).filter((row) => /^(Amount|End)/.test(row))];
    };
    expect(said('subscription.created')).toEqual(['New subscription', 'Amount: $10.00 per month']);
    expect(said('subscription.active', { amount: 0 })).toEqual(['Subscription active', 'Amount: Free']);
    expect(said('subscription.canceled')).toEqual([
      'Subscription canceled',
      'Amount: $10.00 per month',
      'Ends: 28 Feb 2026',
    ]);
    expect(said('subscription.uncanceled')).toEqual(['Subscription resumed', 'Amount: $10.00 per month']);
    expect(said('subscription.revoked')).toEqual([
      'Subscription ended',
      'Amount: $10.00 per month',
      'Ended: 28 Feb 2026',
    ]);
  });

  it('has the whole amount of a refund', () => {
    const refund = discord('refund.created', { tax_amount: 190, currency: 'eur' });
    expect(rows(refund).slice(0, 3)).toEqual(['Amount: €11.90', 'Reason: Customer request', 'Status: Succeeded']);
  });

  it('shows a name as it is, and mentions nobody', () => {
    const message = discord('order.paid', { customer: { name: '@everyone **[x](https://a.example)**', email: null } });
    expect(rows(message)).toContain(String.raw`Customer: @everyone \*\*\[x\]\(https://a.example\)\*\*`);
    expect(message.allowed_mentions).toEqual({ parse: [] });
  });

  it('is within the limits of an embed, of every type and with the longest names', () => {
    const long = 'x'.repeat(5_000);
    const names = { name: long, product: { name: long }, customer: { name: long, email: long } };
    for (const type of WIRE_TYPES) {
      const [{ title, fields }] = discord(type, names).embeds;
      expect(title.length).toBeLessThanOrEqual(256);
      expect(fields.length).toBeLessThanOrEqual(25);
      for (const { name, value } of fields) {
        expect(name.length * value.length).toBeGreaterThan(0);
        expect(value.length).toBeLessThanOrEqual(1_024);
      }
      const total = title.length + fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
      expect(total).toBeLessThanOrEqual(6_000);
    }
  });
});

describe('a message for Slack', () => {
  it('has a header, fields, and a text for notifications', () => {
    expect(slack('order.paid')).toEqual({
      text: 'Order paid · $10.00 · Sample product',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Order paid' } },
        {
          type: 'section',
          fields: ['*Amount*\n$10.00', '*Product*\nSample product', '*Customer*\nSample customer (sample@example.com)']
            .concat('*Reason*\nPurchase')
            .map((text) => ({ type: 'mrkdwn', text })),
        },
      ],
    });
  });

  it('shows a name as it is: neither a mention nor a link', () => {
    const { blocks } = slack('order.paid', { customer: { name: '<!channel> & co', email: null } });
    expect(blocks[1].fields.map(({ text }) => text)).toContain('*Customer*\n&lt;!channel&gt; &amp; co');
  });

  it('is within the limits of blocks, of every type and with the longest names', () => {
    const long = '<'.repeat(5_000);
    const names = { name: long, product: { name: long }, customer: { name: long, email: long } };
    for (const type of WIRE_TYPES) {
      const [header, section] = slack(type, names).blocks;
      expect(header.text.text.length).toBeLessThanOrEqual(150);
      expect(section.fields.length).toBeGreaterThan(0);
      expect(section.fields.length).toBeLessThanOrEqual(10);
      for (const { text } of section.fields) expect(text.length).toBeLessThanOrEqual(2_000);
    }
  });
});

describe('a format', () => {
  it('leaves raw messages as they are', () =>
    expect(formatted('raw', '0.32', raw('order.paid'))).toBe(raw('order.paid')));

  it('has a generic message for what it does not render', () => {
    const { embeds } = discord('product.updated');
    expect([embeds[0].title, ...rows(discord('product.updated'))]).toEqual([
      'Product updated',
      'Event: product.updated',
      'Name: Sample product',
      expect.stringMatching(/^ID: /),
    ]);
  });

  it('skips renewals for chats, but not what cancels or ends a subscription', () => {
    const updated = (changes: object) => raw('subscription.updated', changes);
    for (const format of ['discord', 'slack'] as const) {
      expect(isSentAs(format, updated({}))).toBe(false);
      expect(isSentAs(format, updated({ cancel_at_period_end: true }))).toBe(true);
      expect(isSentAs(format, updated({ ended_at: AT }))).toBe(true);
      expect(isSentAs(format, raw('order.paid'))).toBe(true);
    }
    expect(isSentAs('raw', updated({}))).toBe(true);
    expect(discord('subscription.updated', { ended_at: AT }).embeds[0].title).toBe('Subscription ended');
  });
});

describe('the version of a client', () => {
  const release = (version: string) => ({
    'user-agent': `speakeasy-sdk/typescript ${version} 2.918.3 2026-04 @polar-sh/sdk`,
  });

  it.each([
    [release('0.32.16'), '0.32'],
    [release('0.34.17'), '0.32'],
    [release('0.35.0'), '0.35'],
    [release('0.41.5'), '0.35'],
    [release('0.42.5'), '0.42'],
    [release('0.44.0'), '0.43'],
    [release('0.48.1'), '0.45'],
    [release('0.49.0'), '0.49'],
    [release('0.103.2'), '0.49'],
    [{ ...release('0.32.16'), 'polar-version': '2026-10' }, '2026-10'],
    [{ 'polar-version': '2026-11' }, '2026-10'],
    [{ 'polar-version': '2027-01' }, '2027-01'],
    [{ ...release('0.49.0'), 'polar-version': '2025-12' }, '0.49'],
  ])('is what it says of itself: %j', (headers, version) => expect(apiVersionOf(headers)).toBe(version));

  it.each([
    [{}],
    [{ 'user-agent': 'node', 'polar-version': '' }],
    [release('0.9.0')],
    [{ 'user-agent': 'speakeasy-sdk/python 0.49.0' }],
    [{ 'user-agent': 'x speakeasy-sdk/typescript 0.49.0' }],
    [release('0.99999999999999999999.0')],
    [{ 'polar-version': '__proto__' }],
    [{ 'polar-version': `2026-10${'0'.repeat(60_000)}` }],
    [{ 'polar-version': ['2026-10', '2027-01'] }],
  ])('is the default for anything else', (headers) => expect(apiVersionOf(headers)).toBe('0.32'));
});

describe('a message in a version', () => {
  const order = (changes: object) =>
    raw('order.created', { invoice_number: null, voided_at: null, status: 'pending', ...changes });
  const dataIn = (version: ApiVersion, body: string) =>
    (JSON.parse(formatted('raw', version, body)) as { data: object }).data;

  it('has a text for the invoice that an order does not have, where clients demand one', () => {
    const numbers = API_VERSIONS.map((version) =>
      Object.entries(dataIn(version, order({}))).find(([name]) => name === 'invoice_number'),
    );
    expect(numbers.map((entry) => entry?.[1])).toEqual([null, '', '', '', '', null, null, null, null]);
    const issued = order({ invoice_number: 'INV-2026-00001' });
    for (const version of API_VERSIONS) expect(dataIn(version, issued)).toEqual(dataIn('0.32', issued));
  });

  it('calls an order void where clients know the word', () => {
    const void_ = order({ voided_at: AT });
    const statuses = API_VERSIONS.map((version) => dataIn(version, void_) as { status: string });
    expect(statuses.map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill('pending'),
      ...Array<string>(5).fill('void'),
    ]);
  });

  it('calls a free price a fixed one of 0 where clients know no other, and leaves what callers named', () => {
    const price = { id: 'p', amount_type: 'free', price_currency: 'eur' };
    const metadata = { amount_type: 'free' };
    const fixedPrice = { ...price, amount_type: 'fixed', price_amount: 900 };
    const sold = { prices: [price], product: { prices: [price, fixedPrice] }, metadata };
    const types = API_VERSIONS.map((version) => dataIn(version, raw('product.created', sold)));
    const fixed = { ...price, amount_type: 'fixed', price_amount: 0 };
    const since = { prices: [fixed], product: { prices: [fixed, fixedPrice] }, metadata };
    expect(types.slice(0, 5)).toMatchObject(Array(5).fill(sold));
    expect(types.slice(5)).toMatchObject(Array(4).fill(since));
  });

  it.each([
    ['usd', 50],
    ['bhd', 200],
  ])('has a least amount of a price that buyers choose where clients demand one, in %s', (price_currency, least) => {
    const chosen = { amount_type: 'custom', price_currency, minimum_amount: null };
    const shown = (minimum_amount: number | null) =>
      API_VERSIONS.map((version) =>
        dataIn(version, raw('product.created', { prices: [{ ...chosen, minimum_amount }] })),
      );
    const with_ = (minimum_amount: number | null) => ({ prices: [{ ...chosen, minimum_amount }] });
    expect(shown(null)).toMatchObject([with_(null), with_(null), ...Array<object>(7).fill(with_(least))]);
    expect(shown(900)).toMatchObject(Array(9).fill(with_(900)));
  });

  it('names its version, except in the first, and is the same in all else', () => {
    const sample = raw('product.created');
    expect(JSON.parse(formatted('raw', '2026-10', sample))).toEqual({
      ...(JSON.parse(sample) as object),
      api_version: '2026-10',
    });
    expect(formatted('slack', '2026-10', order({}))).toBe(formatted('slack', '0.32', order({})));
  });
});
