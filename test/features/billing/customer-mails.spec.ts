import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SendSubscriptionMail } from '../../../src/features/billing/subscriptions/mails/subscription-mail.commands.ts';
import { subscriptionMailProcess } from '../../../src/features/billing/subscriptions/mails/subscription-mail.process.ts';
import { OPTIONAL_MAILS } from '../../../src/features/accounts/organizations/organization.events.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
} from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { Commands } from '../../../src/app/commands.ts';
import { EraseSubject } from '../../../src/kernel/writing/erasure.ts';
import { subjectOf } from '../../../src/kernel/writing/events.ts';
import { openShop, type Shop } from '../../support/shop.ts';

interface Tone {
  color: string;
  text: string;
  ink: string;
}

interface Branding {
  accent_color: string | null;
  accent: { light: Tone; dark: Tone };
}

interface Sent {
  kind: string;
  subject: string;
  text: string;
}

describe('mails about subscriptions', () => {
  let shop: Shop;
  let plans: { basic: string; plus: string };

  beforeAll(async () => {
    shop = await openShop({ at: '2026-03-01T10:00:00.000Z', allowSeveral: true });
    const price = (priceAmount: number) => ({ amountType: 'fixed', priceAmount, priceCurrency: 'jpy' }) as const;
    const plan = async (name: string, amount: number) =>
      (await shop.seller.products.create({ name, recurringInterval: 'month', prices: [price(amount)] })).id;
    plans = { basic: await plan('Almanac', 900), plus: await plan('Almanac Plus', 1_800) };
  });
  afterAll(() => shop.close());

  const subscribe = async (email: string, token?: string): Promise<string> => {
    const checkoutId = await shop.buy(plans.basic, { email, ...(token && { token }) });
    const { result } = await shop.seller.subscriptions.list({ organizationId: shop.organizationId, limit: 100 });
    return result.items.find((one) => one.checkoutId === checkoutId)!.id;
  };
  const sentTo = async (email: string): Promise<Sent[]> => {
    await shop.settled();
    const mails = (await (await fetch(`${shop.url}/sandbox/outbox?to=${encodeURIComponent(email)}`)).json()) as Sent[];
    return mails.filter(({ kind }) => kind !== 'receipt');
  };
  const settings = (off: readonly string[]) =>
    fetch(`${shop.url}/v1/organizations/${shop.organizationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mail_settings: { off } }),
    });

  it('say what was canceled, resumed, changed and ended, in days and money of the seller', async () => {
    const email = 'reader@example.com';
    const id = await subscribe(email);
    const update = (subscriptionUpdate: object) =>
      shop.seller.subscriptions.update({ id, subscriptionUpdate: subscriptionUpdate as never });
    // Mails are sent as they come, several at a time.
    for (const change of [{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false }, { productId: plans.plus }]) {
      await update(change);
      await shop.settled();
    }
    await shop.seller.subscriptions.revoke({ id });
    const mails = await sentTo(email);
    expect(mails.map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
      'subscription-canceled: Your subscription to Almanac is canceled',
      'subscription-resumed: Your subscription to Almanac continues',
      'subscription-changed: Your subscription is now Almanac Plus',
      'subscription-ended: Your subscription to Almanac Plus has ended',
    ]);
    const words = ['until 1 Apr 2026', 'renews on 1 Apr 2026', 'Each month, before tax', 'ended on 1 Mar 2026'];
    for (const [index, text] of words.entries()) expect(mails[index]!.text).toContain(text);
    const pages = mails.map(({ text }) => /\/portal\S*/.exec(text)?.[0]);
    const page = `/portal/subscriptions/${id}`;
    expect(pages).toEqual([page, page, page, '/portal/orders']);
    expect(mails[2]!.text).toMatch(/Before +Almanac\n.*Now +Almanac Plus\n.*¥1,800/);
  });

  it('name the product of when it happened, however late they are sent', async () => {
    const email = 'late@example.com';
    const subscriptionId = await subscribe(email);
    const changes = [{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false }, { productId: plans.plus }];
    for (const subscriptionUpdate of changes)
      await shop.seller.subscriptions.update({ id: subscriptionId, subscriptionUpdate });
    const events = await shop.events<SubscriptionEvent>(subscriptionStream(subscriptionId));
    const event = events.find(({ type }) => type === 'SubscriptionCanceled')!;
    const [late] = subscriptionMailProcess.react(event as never);
    await shop.app.get(Commands).execute(new SendSubscriptionMail(late!.data as never, shop.context()));
    const canceled = (await sentTo(email)).filter(({ kind }) => kind === 'subscription-canceled');
    expect(canceled.map(({ subject }) => subject)).toEqual(Array(2).fill('Your subscription to Almanac is canceled'));
  });

  it('lead to the portal, where the customer can act', async () => {
    const email = 'fay@example.com';
    const id = await subscribe(email, 'ctoken_renewal_declined');
    await shop.seller.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await shop.seller.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: false } });
    shop.clock.set('2026-04-01T10:00:00.000Z');
    await shop.runtime.ticker.tick();
    await shop.settled();
    const answer = await fetch(`${shop.url}/sandbox/outbox?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as Sent[];
    const { slug } = await shop.seller.organizations.get({ id: shop.organizationId });
    const leads = (kind: string) =>
      /https?:\/\/\S+portal\S*/.exec(mails.find((mail) => mail.kind === kind)?.text ?? '')?.[0];
    const portal = `${shop.url}/${slug}/portal`;
    const orders = await shop.seller.orders.list({ organizationId: shop.organizationId, sorting: ['created_at'] });
    const first = orders.result.items.find(({ subscriptionId }) => subscriptionId === id)!;
    expect(['receipt', 'subscription-canceled', 'payment-failed'].map(leads)).toEqual([
      `${portal}/orders/${first.id}`,
      `${portal}/subscriptions/${id}`,
      `${portal}/settings`,
    ]);
    expect(mails.find(({ kind }) => kind === 'payment-failed')!.text).toContain('Please update your card.');
  });

  it('are not sent where the seller has turned their kind off', async () => {
    expect((await settings(['subscription-canceled', 'receipt', 'receipt'])).status).toBe(200);
    const email = 'quiet@example.com';
    const id = await subscribe(email);
    await shop.seller.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await shop.settled();
    await shop.seller.subscriptions.revoke({ id });
    expect((await sentTo(email)).map(({ kind }) => kind)).toEqual(['subscription-ended']);
    const all = await (await fetch(`${shop.url}/sandbox/outbox?to=${encodeURIComponent(email)}`)).json();
    expect((all as Sent[]).map(({ kind }) => kind)).not.toContain('receipt');
    expect((await settings([])).status).toBe(200);
  });

  it('are shown to the seller, who sends one again to the address that the customer has now', async () => {
    const email = 'again@example.com';
    await subscribe(email);
    await sentTo(email);
    const { result } = await shop.seller.customers.list({ organizationId: shop.organizationId, email });
    const { id } = result.items[0]!;
    const asked = async (method: string, path: string) => {
      const answer = await fetch(`${shop.url}/api/dashboard/customers/${id}/mails${path}`, {
        method,
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
      return { status: answer.status, body: (await answer.json()) as { items: Record<string, string>[]; id: string } };
    };
    const [receipt, ...more] = (await asked('GET', '')).body.items;
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      to: email,
      subject: `Your receipt from ${shop.slug}`,
      status: 'sent',
    });
    expect(receipt!['text']).toContain('¥900');
    // As its order, however far the sandbox has moved the clock.
    const [order] = (await shop.seller.orders.list({ customerId: id })).result.items;
    expect(receipt!['occurred_at']).toBe(order!.createdAt.toISOString());
    await shop.seller.customers.update({ id, customerUpdate: { email: 'moved@example.com' } });
    const sent = await asked('POST', `/${receipt!['id']}/resend`);
    expect([sent.status, sent.body.id === receipt!['id']]).toEqual([202, false]);
    const mails = (await (await fetch(`${shop.url}/sandbox/outbox?to=moved@example.com`)).json()) as Sent[];
    expect(mails.map(({ subject, text }) => ({ subject, text }))).toEqual([
      { subject: receipt!['subject'], text: receipt!['text'] },
    ]);
    expect((await asked('POST', `/${id}/resend`)).status).toBe(404);
    expect((await asked('POST', '/nonsense/resend')).status).toBe(422);
    await shop.app.get(Commands).execute(new EraseSubject({ subject: subjectOf.customer(id) }, shop.context()));
    await shop.settled();
    const [erased] = (await asked('GET', '')).body.items;
    expect(erased).toMatchObject({ kind: 'receipt', to: null, subject: null, text: null });
    expect((await asked('POST', `/${receipt!['id']}/resend`)).status).toBe(409);
  });

  it('are previewed with sample values as they are sent, every kind of them, and none is sent', async () => {
    const read = (path: string, organizationId = shop.organizationId) =>
      fetch(`${shop.url}/api/dashboard/mail-previews${path}?organization_id=${organizationId}`, {
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
    const before = (await (await fetch(`${shop.url}/sandbox/outbox`)).json()) as Sent[];
    const { items } = (await (await read('')).json()) as { items: Sent[] };
    const kinds = items.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining([...OPTIONAL_MAILS]));
    expect(kinds.filter((kind) => !OPTIONAL_MAILS.some((one) => one === kind)).sort()).toEqual([
      'erasure-refused',
      'portal-code',
      'portal-email-changed',
      'portal-email-code',
    ]);
    const { slug } = await shop.seller.organizations.get({ id: shop.organizationId });
    for (const { subject, text } of items) {
      expect(`${subject}\n${text}`).toContain(shop.slug);
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    }
    expect(items.find(({ kind }) => kind === 'receipt')!.text).toContain(`${shop.url}/${slug}/portal`);
    const page = await read('/license-key/page');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'; sandbox");
    expect(await page.text()).toMatch(/^<!doctype html>[\s\S]*SAMPLE-0{8}/);
    expect((await read('/nonsense/page')).status).toBe(404);
    expect((await read('', '0197a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b')).status).toBe(404);
    expect(await (await fetch(`${shop.url}/sandbox/outbox`)).json()).toHaveLength(before.length);
  });

  it('have buttons in the accent colour, like the portal and the checkout, readable on light and on dark pages', async () => {
    const branding = async (method: string, body?: object, id = shop.organizationId) => {
      const answer = await fetch(`${shop.url}/api/dashboard/organizations/${id}/branding`, {
        method,
        headers: { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Branding };
    };
    expect((await branding('GET')).body).toEqual({ accent_color: null, accent: null });
    const { status, body } = await branding('PUT', { accent_color: '#FFD400' });
    expect([status, body.accent_color]).toEqual([200, '#ffd400']);
    for (const accent_color of ['yellow', '#ffd40', '#ffd400;', 7])
      expect((await branding('PUT', { accent_color })).status).toBe(422);

    const { clientSecret } = await shop.seller.checkouts.create({ products: [plans.basic] });
    const checkout = await fetch(`${shop.url}/v1/checkouts/client/${clientSecret}`);
    expect(((await checkout.json()) as { accent: object }).accent).toEqual(body.accent);
    const organization = await fetch(`${shop.url}/v1/organizations/${shop.organizationId}`, {
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    expect(JSON.stringify(await organization.json())).not.toContain('accent');

    await subscribe('colours@example.com');
    await shop.settled();
    const [mail] = (await (await fetch(`${shop.url}/sandbox/outbox?to=colours@example.com`)).json()) as [
      { html: string },
    ];
    const { light, dark } = body.accent;
    expect(mail.html).toContain(`background:${light.color};color:${light.text}`);
    expect(mail.html).toContain(`background: ${dark.color} !important; color: ${dark.text} !important`);
    expect((await branding('PUT', { accent_color: null })).body).toEqual({ accent_color: null, accent: null });
  });

  it('have no other kinds to turn off', async () => {
    for (const off of [['portal-code'], ['receipt', 1], 'receipt', [{ receipt: true }]])
      expect((await settings(off as never)).status).toBe(422);
  });
});
