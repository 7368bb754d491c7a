import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upToEnd } from '../../../src/kernel/ports/event-store.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { OrganizationReader } from '../../../src/features/accounts/organizations/organizations.queries.ts';
import { organizationToken } from '../../support/accounts.ts';
import { polar } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';
import { ADDRESS, placeOf, portalOf, refusal } from '../../support/portal.ts';

/** What customers see and change themselves (docs/BILLING.md#customer-portal). */
let shop: Shop;
const { ask, portal, customer, boundSession, productWith, withLicenseKey, use, allowUpdates, mailsTo } = portalOf(
  () => shop,
);

beforeAll(async () => {
  shop = await openShop({ allowSeveral: true });
});
afterAll(() => shop.close());

/** A benefit of a product that is bought. */
const withBenefit = (note: string) =>
  productWith({ type: 'custom', description: 'Support', properties: { note }, metadata: { tier: 'gold' } });

describe('what customers change themselves', () => {
  it('is their name, address and tax id, but not their e-mail address', async () => {
    const { session, email } = await customer();
    const update = (body: object) => portal(session, 'customers/me', 'PATCH', body);
    expect(placeOf(await update({ email: 'eve@example.com' }))).toEqual([422, 'body.email']);
    const { line1, city, country, state, postalCode: postal_code } = ADDRESS;
    const billing_address = { line1, line2: null, city, country, state, postal_code };
    const changed = await update({ name: 'Ada L.', billing_address, tax_id: '123456788', email: email.toUpperCase() });
    expect(changed.body).toMatchObject({ name: 'Ada L.', billing_address, tax_id: ['DE123456788', 'eu_vat'], email });
    expect((await portal(session, 'customers/me')).body).toMatchObject({ tax_id: ['DE123456788', 'eu_vat'] });
    expect(placeOf(await update({ tax_id: 'nonsense' }))).toEqual([422, 'body.tax_id']);
    const mistyped = await update({ tax_id: 'DE123456789' });
    expect([placeOf(mistyped), JSON.stringify(mistyped.body)]).toEqual([
      [422, 'body.tax_id'],
      expect.stringContaining('check digits are wrong'),
    ]);
    expect((await update({ tax_id: '', name: '', billing_address: null })).body).toMatchObject({
      ...{ name: null, billing_address: null, tax_id: null },
    });
    expect(placeOf(await update({ tax_id: 'DE123456788' }))).toEqual([422, 'body.tax_id']);
  });

  it('cancels a subscription with its period, and takes that back', async () => {
    const { session, subscriptionId } = await customer();
    const update = (body: object) => portal(session, `subscriptions/${subscriptionId}`, 'PATCH', body);
    expect(placeOf(await update({}))).toEqual([422, 'body.cancel_at_period_end']);
    expect(refusal(await update({ cancel_at_period_end: false }))).toEqual([400, 'BadRequest']);
    const why = { cancellation_reason: 'too_expensive', cancellation_comment: 'Later' };
    expect((await update({ cancel_at_period_end: true, ...why })).body).toMatchObject({
      ...{ status: 'active', cancel_at_period_end: true },
      ...{ customer_cancellation_reason: 'too_expensive', customer_cancellation_comment: 'Later' },
    });
    expect(refusal(await update({ cancel_at_period_end: true }))).toEqual([403, 'AlreadyCanceledSubscription']);
    const cancel = () => portal(session, `subscriptions/${subscriptionId}`, 'DELETE');
    expect(refusal(await cancel())).toEqual([403, 'AlreadyCanceledSubscription']);
    expect((await update({ cancel_at_period_end: false })).body).toMatchObject({ cancel_at_period_end: false });
    expect((await cancel()).body).toMatchObject({ cancel_at_period_end: true, customer_cancellation_reason: null });
    const canceled = await shop.events<{ type: 'SubscriptionCanceled'; data: object }>(
      `subscription-${subscriptionId}`,
    );
    expect(canceled.at(-1)!.metadata.actor).toMatchObject({ kind: 'customer' });
  });

  it.each([
    ['usd', 1_000, 3_000],
    ['eur', 2_000, 5_000],
  ])('changes the product as the organization charges changes, in %s', async (currency, before, after) => {
    const priced = (priceAmount: number) =>
      shop.seller.products.create({
        name: 'Plan',
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount, priceCurrency: currency }],
      });
    const [small, large] = [await priced(before), await priced(after)];
    const { session, subscriptionId } = await customer(small.id);
    const change = (product_id: string) => portal(session, `subscriptions/${subscriptionId}`, 'PATCH', { product_id });
    expect(placeOf(await change(newUuid()))).toEqual([422, 'body.product_id']);
    expect((await change(large.id)).body).toMatchObject({ product: { id: large.id }, amount: after, currency });
    const update = { cancel_at_period_end: true };
    await portal(session, `subscriptions/${subscriptionId}`, 'PATCH', update);
    expect(refusal(await change(small.id))).toEqual([403, 'AlreadyCanceledSubscription']);
  });

  it.each([
    ['usd', 1_000, 3_000],
    ['eur', 2_000, 5_000],
  ])('shows what is charged next, and what a change would cost, in %s', async (currency, before, after) => {
    const priced = (priceAmount: number) =>
      shop.seller.products.create({
        name: 'Plan',
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount, priceCurrency: currency }],
      });
    const [small, large] = [await priced(before), await priced(after)];
    const { session, subscriptionId } = await customer(small.id);
    const path = `subscriptions/${subscriptionId}/preview`;
    expect((await portal(session, path)).body).toMatchObject({ now: null, next: { due_amount: before, currency } });
    const change = await portal(session, path, 'POST', { product_id: large.id });
    // Nothing of the period has passed: what is left of it costs the whole difference, which comes with the next order.
    expect(change.body).toMatchObject({ proration_behavior: 'prorate', next: { due_amount: 2 * after - before } });
    expect((await portal(session, `subscriptions/${subscriptionId}`)).body).toMatchObject({ amount: before });
  });

  it('changes to public products alone, and stays with a private one', async () => {
    const hidden = await shop.product({ interval: 'month', amount: 2_000 });
    await ask(shop.bearer, 'PATCH', `/v1/products/${hidden.id}`, { visibility: 'private' });
    const { session, subscriptionId } = await customer();
    const path = `subscriptions/${subscriptionId}`;
    const change = { product_id: hidden.id };
    expect(placeOf(await portal(session, path, 'PATCH', change))).toEqual([422, 'body.product_id']);
    expect(placeOf(await portal(session, `${path}/preview`, 'POST', change))).toEqual([422, 'body.product_id']);
    // The seller can.
    expect((await ask(shop.bearer, 'PATCH', `/v1/${path}`, change)).status).toBe(200);
    expect((await portal(session, path, 'PATCH', change)).body).toMatchObject({ product: { visibility: 'private' } });
  });

  it('withdraws a change that waits for the next period', async () => {
    const other = await shop.product({ interval: 'month', amount: 2_000 });
    const { session, subscriptionId } = await customer();
    const later = { product_id: other.id, proration_behavior: 'next_period' };
    await ask(shop.bearer, 'PATCH', `/v1/subscriptions/${subscriptionId}`, later);
    const path = `subscriptions/${subscriptionId}`;
    expect((await portal(session, path)).body).toMatchObject({ pending_change: { product_id: other.id } });
    expect((await portal(session, `${path}/pending-change`, 'DELETE')).body).toMatchObject({ pending_change: null });
    expect((await portal(session, `${path}/pending-change`, 'DELETE')).status).toBe(400);
  });

  it('is limited by allow_customer_updates, except for canceling', async () => {
    const { session, subscriptionId } = await customer();
    const other = await shop.product({ interval: 'month', amount: 2_000 });
    await allowUpdates(false);
    const path = `subscriptions/${subscriptionId}`;
    const product = { product_id: other.id };
    expect(refusal(await portal(session, path, 'PATCH', product))).toEqual([403, 'NotPermitted']);
    expect(refusal(await portal(session, `${path}/preview`, 'POST', product))).toEqual([403, 'NotPermitted']);
    expect(refusal(await portal(session, `${path}/pending-change`, 'DELETE'))).toEqual([403, 'NotPermitted']);
    expect(refusal(await portal(session, 'customers/me', 'PATCH', { name: 'Eve' }))).toEqual([403, 'NotPermitted']);
    expect((await portal(session, 'customers/me')).body).toMatchObject({ name: 'Ada' });
    for (const cancel_at_period_end of [true, false])
      expect((await portal(session, path, 'PATCH', { cancel_at_period_end })).status).toBe(200);
    await allowUpdates(true);
    expect((await portal(session, path, 'PATCH', product)).status).toBe(200);
  });
});

describe('credit notes', () => {
  it('are listed with their order once they are issued, each with a link to its file', async () => {
    const { session, orderId } = await customer();
    const notes = async () => (await portal(session, `orders/${orderId}/credit-notes`)).body['items'];
    expect(await notes()).toEqual([]);
    const refund = await shop.seller.refunds.create({ orderId, amount: 300, reason: 'other' });
    await shop.settled();
    const [note, ...more] = (await notes()) as { id: string; url: string }[];
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      id: refund!.id,
      number: expect.stringMatching(/^CN-\d{4}-\d{5}$/),
      amount: 300,
      currency: 'usd',
    });
    const file = await fetch(note!.url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });
});

describe('the request to be erased', () => {
  const request = (session: string, method: 'POST' | 'DELETE') =>
    portal(session, 'customers/me/erasure-request', method);
  const seen = async () => {
    const path = `/api/dashboard/attention?organization_id=${shop.organizationId}`;
    const { erasure_requests } = (await ask(shop.bearer, 'GET', path)).body;
    return (erasure_requests as { email: string }[]).map(({ email }) => email);
  };

  it('is shown to the seller, who confirms it by deleting the customer', async () => {
    const { session, email, customerId } = await customer();
    expect((await request(session, 'POST')).body).toMatchObject({ erasure_requested_at: expect.any(String) });
    await shop.settled();
    expect(await seen()).toContain(email);
    expect((await request(session, 'DELETE')).body).toMatchObject({ erasure_requested_at: null });
    await shop.settled();
    expect(await seen()).not.toContain(email);
    await request(session, 'POST');
    await shop.seller.customers.delete({ id: customerId });
    await shop.settled();
    expect(await seen()).not.toContain(email);
    expect((await portal(session, 'customers/me')).status).toBe(401);
    const log = await shop.events<{ type: 'CustomerCreated'; data: { email: string } }>(`customer-${customerId}`);
    expect(log[0]!.data.email).toBe(`erased+${customerId}@invalid`);
  });

  it('is no condition for a seller to erase a customer, while deleting them or later', async () => {
    const erase = async (id: string, bearer = shop.bearer) =>
      (await ask(bearer, 'DELETE', `/v1/customers/${id}?anonymize=true`)).status;
    const remembered = async (id: string) =>
      (await shop.events<{ type: 'CustomerCreated'; data: { email: string } }>(`customer-${id}`))[0]!.data.email;
    const erasedIds = async () => {
      await shop.settled();
      const subjects: unknown[] = [];
      for await (const batch of upToEnd(shop.ports.store))
        subjects.push(...batch.flatMap(({ type, data }) => (type === 'SubjectErased' ? [data['subject']] : [])));
      return subjects.map(String);
    };
    const measured = async () => (await erasedIds()).filter((subject) => subject.startsWith('measured:')).length;
    const named = async () => {
      const customer = { email: somebody(), externalId: newUuid() };
      return { ...customer, ...(await shop.seller.customers.create(customer)) };
    };

    const [now, later, replaced] = [await named(), await named(), await named()];
    const before = await measured();
    expect(await erase(now.id)).toBe(204);
    await shop.seller.customers.delete({ id: later.id });
    await shop.settled();
    expect(await remembered(later.id)).toBe(later.email);
    expect((await ask(shop.bearer, 'DELETE', `/v1/customers/${later.id}`)).status).toBe(404);
    expect((await ask(shop.bearer, 'DELETE', `/v1/customers/${later.id}?anonymize=false`)).status).toBe(404);
    expect([await erase(later.id), await erase(later.id)]).toEqual([204, 204]);
    const ids = await erasedIds();
    for (const { id } of [now, later]) {
      expect(await remembered(id)).toBe(`erased+${id}@invalid`);
      expect(ids.filter((subject) => subject === `customer:${id}`)).toHaveLength(1);
    }
    expect(await measured()).toBe(before + 2);

    await shop.seller.customers.delete({ id: replaced.id });
    await shop.seller.customers.create({ email: somebody(), externalId: replaced.externalId });
    expect(await erase(replaced.id)).toBe(204);
    expect(await remembered(replaced.id)).toBe(`erased+${replaced.id}@invalid`);
    expect(await measured()).toBe(before + 2);
    expect(placeOf(await ask(shop.bearer, 'DELETE', `/v1/customers/${now.id}?anonymize=x`))).toEqual([
      422,
      'query.anonymize',
    ]);
    expect(await erase(newUuid())).toBe(404);
  });

  it('is refused by the seller with a reason, which the customer gets by mail, and can be made again', async () => {
    const { session, email, customerId } = await customer();
    const refuse = async (reason: unknown) =>
      (await ask(shop.bearer, 'POST', `/api/dashboard/customers/${customerId}/erasure-refusal`, { reason })).status;
    const mails = () => mailsTo(email, 'erasure-refused');
    expect(await refuse('Nobody has asked.')).toBe(204);
    expect(await mails()).toEqual([]);
    await request(session, 'POST');
    for (const reason of ['', ' ', 'x'.repeat(2_001), null]) expect(await refuse(reason)).toBe(422);
    expect(await refuse('A dispute is open.')).toBe(204);
    const [mail, ...more] = await mails();
    expect(mail!.text).toContain(`${shop.slug} to erase what they know about you. They answer:\n\nA dispute is open.`);
    expect(more).toEqual([]);
    expect((await portal(session, 'customers/me')).body).toMatchObject({ erasure_requested_at: null });
    expect(await seen()).not.toContain(email);
    expect((await request(session, 'POST')).body).toMatchObject({ erasure_requested_at: expect.any(String) });
  });

  it('is refused to who only knows the e-mail address', async () => {
    const known = await customer();
    const bound = await boundSession(known, (await shop.product({ interval: 'month' })).id);
    expect(refusal(await request(bound.session, 'POST'))).toEqual([403, 'NotPermitted']);
    expect(refusal(await request(bound.session, 'DELETE'))).toEqual([403, 'NotPermitted']);
    await shop.settled();
    expect(await seen()).not.toContain(known.email);
  });
});

describe('the stream of a customer', () => {
  const open = (session: string, ended: AbortSignal) =>
    fetch(`${shop.url}/v1/customer-portal/customers/stream`, {
      headers: { authorization: `Bearer ${session}` },
      signal: ended,
    });

  it('tells what is granted and revoked, to that customer alone', async () => {
    const { productId, benefitId } = await withBenefit('Live');
    const [mine, theirs] = [await customer(), await customer(productId)];
    const ended = new AbortController();
    const answer = await open(mine.session, ended.signal);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    })().catch(() => undefined);
    const told = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as object);
    await shop.seller.subscriptions.revoke({ id: theirs.subscriptionId });
    await shop.buy(productId, { email: mine.email });
    await until(async () => told().length === 1, 'the grant to be told');
    const [grant] = (await portal(mine.session, 'benefit-grants/')).body['items'] as { id: string }[];
    const payload = { benefit_id: benefitId, grant_id: grant!.id };
    const { result } = await shop.seller.subscriptions.list({ productId });
    const own = result.items.find(({ customerId }) => customerId === mine.customerId)!;
    await shop.seller.subscriptions.revoke({ id: own.id });
    await until(async () => told().length === 2, 'its end to be told');
    expect(told()).toEqual([
      { key: 'benefit.granted', payload },
      { key: 'benefit.revoked', payload },
    ]);
    ended.abort();
    await reading;
  });

  it('is one of ten at most, and not of a session that is limited to a checkout', async () => {
    const { session, email } = await customer();
    const ended = new AbortController();
    const bound = await boundSession({ email }, (await shop.product({ interval: 'month' })).id);
    expect((await open(bound.session, ended.signal)).status).toBe(403);
    const statuses = [];
    for (let count = 0; count <= 10; count += 1) statuses.push((await open(session, ended.signal)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    ended.abort();
    await until(async () => {
      const again = new AbortController();
      const { status } = await open(session, again.signal);
      again.abort();
      return status === 200;
    }, 'the closed streams to leave room');
  });
});

describe('what customers see', () => {
  it('is a file with all that the portal shows of them, and of nobody else', async () => {
    const { productId } = await withLicenseKey();
    const [mine, theirs] = [await customer(productId), await customer(productId)];
    for (const { customerId } of [mine, theirs]) await use(customerId);
    const answer = await fetch(`${shop.url}/v1/customer-portal/customers/me/export`, {
      headers: { authorization: `Bearer ${mine.session}` },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      customer: { id: mine.customerId, email: mine.email },
      subscriptions: [{ id: mine.subscriptionId }],
      orders: [{ id: mine.orderId }],
      benefit_grants: [{ customer_id: mine.customerId }],
      license_keys: [{ customer_id: mine.customerId, activations: [] }],
      payment_methods: [{ type: 'card' }],
      meters: [{ customer_id: mine.customerId, consumed_units: 1, meter: { name: 'Calls' } }],
    });
    expect(text).not.toContain(theirs.customerId);
  });

  it('is another license key in place of one that others know', async () => {
    const { productId } = await withLicenseKey();
    const mine = await customer(productId);
    const [before] = (await portal(mine.session, 'license-keys/')).body['items'] as { id: string; key: string }[];
    const { status, body } = await portal(mine.session, `license-keys/${before!.id}/rotate`, 'POST');
    expect([status, body['id']]).toEqual([200, before!.id]);
    expect(body['key']).not.toBe(before!.key);
    expect((body['customer'] as Record<string, unknown>)['metadata']).toEqual({});
    const check = (key: unknown) =>
      ask(null, 'POST', '/v1/customer-portal/license-keys/validate', { key, organization_id: shop.organizationId });
    expect([(await check(before!.key)).status, (await check(body['key'])).status]).toEqual([404, 200]);
  });

  it('is no license key that was revoked', async () => {
    const { productId } = await withLicenseKey();
    const { session, subscriptionId } = await customer(productId);
    const keys = async () => (await portal(session, 'license-keys/')).body['items'] as { id: string }[];
    const [{ id }] = (await keys()) as [{ id: string }];
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    await shop.settled();
    expect(await keys()).toEqual([]);
    expect(refusal(await portal(session, `license-keys/${id}`))).toEqual([404, 'ResourceNotFound']);
  });

  it("is no metadata, discount or custom field of the seller's, but for their benefits", async () => {
    const { productId, benefitId } = await withBenefit('Call us');
    const { session, customerId, subscriptionId, orderId } = await customer(productId);
    const order = (await portal(session, `orders/${orderId}`)).body;
    const subscription = (await portal(session, `subscriptions/${subscriptionId}`)).body;
    for (const shown of [order, subscription, order['subscription'] as object, order['product'] as object]) {
      const hidden = ['metadata', 'custom_field_data', 'discount', 'customer', 'organization_id_of_seller'];
      expect(Object.keys(shown).filter((key) => hidden.includes(key))).toEqual([]);
    }
    expect(order['product']).toMatchObject({ id: productId, organization: { id: shop.organizationId } });
    expect(JSON.stringify(order)).not.toContain('Call us');
    const [grant] = (await portal(session, 'benefit-grants/')).body['items'] as Record<string, unknown>[];
    expect(grant).toMatchObject({
      ...{ customer_id: customerId, benefit_id: benefitId, is_granted: true, subscription_id: subscriptionId },
      benefit: { properties: { note: 'Call us' }, organization: { id: shop.organizationId } },
      customer: { id: customerId, oauth_accounts: {} },
    });
  });

  it('is no benefit that was revoked', async () => {
    const { productId } = await withBenefit('Gone');
    const { session, subscriptionId } = await customer(productId);
    const listed = async () => (await portal(session, 'benefit-grants/')).body['items'] as { id: string }[];
    const [grant] = await listed();
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    await shop.settled();
    expect(await listed()).toEqual([]);
    expect((await portal(session, `benefit-grants/${grant!.id}`)).status).toBe(404);
  });

  it('is the public part of the organization, with what is on sale, for everyone', async () => {
    const scopes = ['products:write', 'benefits:write'];
    const { token, organizationId } = await organizationToken(shop, ...scopes);
    const seller = polar(shop.url, token);
    const properties = { note: 'Secret' };
    const benefit = await seller.benefits.create({ type: 'custom', description: 'Support', properties });
    const product = () =>
      seller.products.create({ name: 'Plan', recurringInterval: null, prices: [{ amountType: 'free' }] });
    const [onSale, archived, hidden] = [await product(), await product(), await product()];
    await ask(token, 'PATCH', `/v1/products/${hidden.id}`, { visibility: 'private' });
    await seller.products.updateBenefits({ id: onSale.id, productBenefitsUpdate: { benefits: [benefit.id] } });
    await seller.products.update({ id: archived.id, productUpdate: { isArchived: true } });
    const { slug } = (await shop.app.get(OrganizationReader).find([organizationId])).get(organizationId)!;
    const shown = (await ask(null, 'GET', `/v1/customer-portal/organizations/${slug.toUpperCase()}`)).body;
    expect(shown).toMatchObject({ organization: { id: organizationId, slug }, accent: null });
    expect(shown['organization']).not.toHaveProperty('billing_settings');
    expect((shown['products'] as { id: string }[]).map(({ id }) => id)).toEqual([onSale.id]);
    expect(JSON.stringify(shown)).toContain('Support');
    expect(JSON.stringify(shown)).not.toContain('Secret');
    const unknown = await ask(null, 'GET', '/v1/customer-portal/organizations/nobody-has-this');
    expect(refusal(unknown)).toEqual([404, 'ResourceNotFound']);
  });
});
