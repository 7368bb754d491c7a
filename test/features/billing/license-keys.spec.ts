import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Polar } from '@polar-sh/sdk';
import request from 'supertest';
import { VaultCells } from '../../../src/app/vault-cells.ts';
import { LicenseKeyChecks } from '../../../src/features/billing/license-keys/license-key-checks.service.ts';
import { addDays, type Clock } from '../../../src/kernel/ports/clock.ts';
import type { JobQueue } from '../../../src/kernel/ports/job-queue.ts';
import { MemoryVault } from '../../simulation/memory/memory-vault.ts';
import { LicenseKeyUses } from '../../../src/features/billing/license-keys/license-key-uses.service.ts';
import {
  licenseKeyStream,
  type LicenseKeyEvent,
} from '../../../src/features/billing/license-keys/license-key.events.ts';
import { emailStream } from '../../../src/features/delivery/emails/email.events.ts';
import { NOW } from '../../support/given.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';

describe('a validation', () => {
  it('has an hour recorded once it is over, also one that began before the last was recorded', async () => {
    const wakeUps: (string | undefined)[] = [];
    let now = '2026-01-31T10:10:00.000Z';
    const clock = { now: () => now, machineNow: () => now } as Clock;
    const jobs = { wake: async (_, at) => void wakeUps.push(at) } as Partial<JobQueue> as JobQueue;
    const uses = new LicenseKeyUses(new VaultCells(new MemoryVault(Date.now)), clock, jobs);
    await uses.count('k1', 1, null);
    await uses.count('k1', 1, null);
    expect(wakeUps.splice(0)).toEqual(['2026-01-31T11:00:00.000Z']);
    now = '2026-01-31T11:05:00.000Z';
    await uses.count('k1', 2, null);
    await uses.count('k1', 2, null);
    expect(await uses.close('k1')).toEqual([{ hour: '2026-01-31T10:00:00.000Z', validations: 2, usage: 2 }]);
    expect(wakeUps).toEqual([undefined, undefined, '2026-01-31T12:00:00.000Z']);
  });
});

describe('license keys, with the client', () => {
  let shop: Shop;
  let anybody: Polar;
  let benefitId: string;
  let productId: string;

  beforeAll(async () => {
    shop = await openShop({ at: NOW, allowSeveral: true });
    anybody = new Polar({ serverURL: shop.url, accessToken: '' });
    const benefit = await shop.seller.benefits.create({
      type: 'license_keys',
      description: 'Ledger desktop',
      properties: {
        prefix: 'ledger',
        expires: { ttl: 1, timeframe: 'year' },
        activations: { limit: 2, enableCustomerAdmin: true },
        limitUsage: 100,
      },
    });
    expect(benefit).toMatchObject({ type: 'license_keys', properties: { prefix: 'LEDGER', limitUsage: 100 } });
    benefitId = benefit.id;
    ({ id: productId } = await shop.product({ interval: 'month', name: 'Desktop' }));
    await shop.seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [benefitId] } });
  });
  afterAll(() => shop.close());

  const bought = async (email: string) => {
    await shop.buy(productId, { email });
    const customer = (await shop.seller.customers.list({ email })).result.items[0]!;
    const { result } = await shop.seller.licenseKeys.list({ benefitId });
    return result.items.find(({ customerId }) => customerId === customer.id)!;
  };
  const named = ({ key }: { key: string }) => ({ key, organizationId: shop.organizationId });
  const wire = (method: 'get' | 'post' | 'patch', path: string, body?: object) =>
    request(shop.url)[method](path).set('authorization', `Bearer ${shop.bearer}`).send(body);

  it('come with a purchase, and are validated, activated and deactivated by whoever knows them', async () => {
    const key = await bought('one@example.com');
    expect(key.key).toMatch(/^LEDGER-[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
    expect(key).toMatchObject({ status: 'granted', displayKey: `****-${key.key.slice(-6)}`, limitActivations: 2 });
    expect(key.expiresAt!.toISOString()).toBe('2027-01-31T10:00:00.000Z');

    const activation = await anybody.customerPortal.licenseKeys.activate({
      ...named(key),
      label: 'Desk',
      conditions: { major: 2 },
      meta: { host: 'desk' },
    });
    expect(activation).toMatchObject({ label: 'Desk', meta: { host: 'desk' }, licenseKey: { id: key.id } });
    const validated = await anybody.customerPortal.licenseKeys.validate({
      ...named(key),
      activationId: activation.id,
      conditions: { major: 2 },
      benefitId,
      incrementUsage: 7,
    });
    expect(validated).toMatchObject({ usage: 7, validations: 1, activation: { id: activation.id } });
    const { result } = await shop.seller.subscriptions.list({ customerId: key.customerId });
    const body = { key: key.key, organization_id: shop.organizationId };
    const { id, currentPeriodEnd } = result.items[0]!;
    expect((await wire('post', '/v1/license-keys/validate', body)).body).toMatchObject({
      ...{ subscription_id: id, order_id: null, order: null },
      subscription: { id, status: 'active', current_period_end: currentPeriodEnd!.toISOString(), ends_at: null },
    });
    await expect(
      anybody.customerPortal.licenseKeys.validate({ ...named(key), activationId: activation.id, conditions: {} }),
    ).rejects.toMatchObject({ detail: 'License key does not match required conditions' });
    await expect(
      anybody.customerPortal.licenseKeys.validate({ ...named(key), incrementUsage: 94 }),
    ).rejects.toMatchObject({ statusCode: 400, body: expect.stringContaining('License key only has 93 more usages.') });

    expect(await shop.seller.licenseKeys.get({ id: key.id })).toMatchObject({
      usage: 7,
      activations: [{ label: 'Desk' }],
    });
    const read = await shop.seller.licenseKeys.getActivation({ id: key.id, activationId: activation.id });
    expect(read).toMatchObject({ id: activation.id, licenseKey: { id: key.id } });
    await anybody.customerPortal.licenseKeys.deactivate({ ...named(key), activationId: activation.id });
    await expect(
      anybody.customerPortal.licenseKeys.deactivate({ ...named(key), activationId: activation.id }),
    ).rejects.toMatchObject({ error: 'ResourceNotFound' });
  });

  it('are changed by the seller, who can give the customer another one', async () => {
    const key = await bought('two@example.com');
    await anybody.customerPortal.licenseKeys.validate({ ...named(key), incrementUsage: 2 });
    const changed = await shop.seller.licenseKeys.update({
      id: key.id,
      licenseKeyUpdate: { limitUsage: 5, limitActivations: 1, usage: 4 },
    });
    expect(changed).toMatchObject({ limitUsage: 5, limitActivations: 1, usage: 4 });
    await anybody.customerPortal.licenseKeys.validate({ ...named(key), incrementUsage: 1 });
    await expect(
      anybody.customerPortal.licenseKeys.validate({ ...named(key), incrementUsage: 1 }),
    ).rejects.toMatchObject({ statusCode: 400 });
    const rotated = await wire('post', `/v1/license-keys/${key.id}/rotate`);
    expect(rotated.status).toBe(201);
    const { key: next } = rotated.body as { key: string };
    expect(next).not.toBe(key.key);
    await expect(anybody.customerPortal.licenseKeys.validate(named(key))).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    expect(await anybody.customerPortal.licenseKeys.validate(named({ key: next }))).toMatchObject({ usage: 5 });
    await shop.seller.licenseKeys.update({ id: key.id, licenseKeyUpdate: { status: 'disabled', usage: 5 } });
    await expect(anybody.customerPortal.licenseKeys.validate(named({ key: next }))).rejects.toMatchObject({
      detail: 'License key is no longer active.',
    });
  });

  it('are mailed to the customer, new and replaced, and are neither in the log nor shown to the seller with the mail', async () => {
    const to = 'mailed@example.com';
    const key = await bought(to);
    const sent = async (): Promise<{ subject: string; text: string }[]> =>
      (await request(shop.url).get('/sandbox/outbox').query({ to, kind: 'license-key' })).body;
    const [first] = await sent();
    expect(first!.subject).toBe(`Your license key from ${shop.slug}`);
    expect(first!.text).toContain(
      `this is your license key for Ledger desktop.\n\n${key.key}\n\nIt can be activated up to 2 times.`,
    );
    expect(first!.text).toContain('It is valid until 31 Jan 2027.');
    const receipts = await request(shop.url).get('/sandbox/outbox').query({ to, kind: 'receipt' });
    expect(receipts.body[0].text).toContain('Ledger desktop, to copy in your portal');

    const next = (await wire('post', `/v1/license-keys/${key.id}/rotate`)).body as { key: string };
    expect((await sent())[1]).toMatchObject({
      subject: `Your new license key from ${shop.slug}`,
      text: expect.stringContaining(next.key),
    });

    const mails = await wire('get', `/api/dashboard/customers/${key.customerId}/mails`);
    const [shown] = mails.body.items as { id: string; kind: string; text: string }[];
    expect(shown).toMatchObject({ kind: 'license-key', text: expect.stringContaining(`****-${next.key.slice(-6)}`) });
    expect(shown!.text).not.toContain(next.key);
    expect(JSON.stringify(await shop.events(emailStream(shown!.id)))).not.toContain(next.key);
    expect((await wire('post', `/api/dashboard/customers/${key.customerId}/mails/${shown!.id}/resend`)).status).toBe(
      202,
    );
    expect((await sent())[2]!.text).toContain('The whole key is in your portal.');
  });

  it('keep what the seller has set for them when their benefit changes, and expire from their grant on', async () => {
    const [own, disabled, other] = [
      await bought('own@example.com'),
      await bought('disabled@example.com'),
      await bought('other@example.com'),
    ];
    await shop.seller.licenseKeys.update({ id: own.id, licenseKeyUpdate: { limitActivations: 40, usage: 0 } });
    await shop.seller.licenseKeys.update({ id: disabled.id, licenseKeyUpdate: { status: 'disabled', usage: 0 } });
    await shop.advanceTo(addDays(shop.clock.now(), 10));
    const change = (ttl?: number) =>
      shop.seller.benefits.update({
        id: benefitId,
        requestBody: {
          type: 'license_keys',
          properties: {
            activations: { limit: 7, enableCustomerAdmin: false },
            ...(ttl !== undefined && { expires: { ttl, timeframe: 'day' } }),
          },
        },
      });
    await change(30);
    await shop.settled();
    const [ofOwn, ofDisabled, ofOther] = await Promise.all(
      [own, disabled, other].map(({ id }) => shop.seller.licenseKeys.get({ id })),
    );
    expect([ofOwn, ofDisabled, ofOther].map((key) => [key!.status, key!.limitActivations])).toEqual([
      ['granted', 40],
      ['disabled', 7],
      ['granted', 7],
    ]);
    const [issued] = await shop.events<LicenseKeyEvent>(licenseKeyStream(other.id));
    expect(ofOther!.expiresAt?.toISOString()).toBe(addDays(issued!.metadata.occurredAt, 30));
    await change();
    await shop.settled();
  });

  it('follow their benefit and their subscription, and are new when it is granted again', async () => {
    const key = await bought('three@example.com');
    await shop.seller.benefits.update({
      id: benefitId,
      requestBody: {
        type: 'license_keys',
        properties: { prefix: 'OTHER', activations: { limit: 9, enableCustomerAdmin: false }, limitUsage: 50 },
      },
    });
    await shop.settled();
    expect(await shop.seller.licenseKeys.get({ id: key.id })).toMatchObject({
      key: key.key,
      limitActivations: 9,
      limitUsage: 50,
      expiresAt: null,
    });
    const { result } = await shop.seller.subscriptions.list({ customerId: key.customerId });
    await shop.seller.subscriptions.revoke({ id: result.items[0]!.id });
    await shop.settled();
    await expect(anybody.customerPortal.licenseKeys.validate(named(key))).rejects.toMatchObject({
      detail: 'License key is no longer active.',
    });
    const types = (await shop.events<LicenseKeyEvent>(licenseKeyStream(key.id))).map(({ type }) => type);
    expect(types).toEqual(['LicenseKeyIssued', 'LicenseKeyTermsApplied', 'LicenseKeyRevoked']);
    const grants = await wire('get', `/v1/benefits/${benefitId}/grants?customer_id=${key.customerId}`);
    expect(grants.body.items).toMatchObject([{ properties: { license_key_id: key.id, display_key: key.displayKey } }]);
  });

  it('are found by their end, and not by another organization', async () => {
    const key = await bought('four@example.com');
    const found = await wire('get', `/v1/license-keys/?query=${key.key.slice(-6).toLowerCase()}`);
    expect((found.body as { items: { id: string }[] }).items.map(({ id }) => id)).toContain(key.id);
    const elsewhere = { key: key.key, organizationId: benefitId };
    await expect(anybody.customerPortal.licenseKeys.validate(elsewhere)).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
  });

  it("are checked by the seller's own server without a limit per address, and no other seller's", async () => {
    const { key, id } = await bought('server@example.com');
    const ask = (path: string, more: object, organization_id = shop.organizationId) =>
      wire('post', `/v1/license-keys/${path}`, { key, organization_id, ...more });
    const activation = await ask('activate', { label: 'Rack' });
    expect([activation.status, activation.body.license_key.id]).toEqual([200, id]);
    const { id: activation_id } = activation.body as { id: string };
    const validated = await ask('validate', { activation_id, increment_usage: 2 });
    expect([validated.status, validated.body]).toMatchObject([200, { usage: 2, activation: { id: activation_id } }]);
    expect((await ask('deactivate', { activation_id })).status).toBe(204);
    expect((await ask('validate', { activation_id })).status).toBe(404);
    await foundOrganization(shop, 'other-seller');
    const theirs = request(shop.url)
      .post('/v1/license-keys/validate')
      .set('authorization', 'Bearer seller-other-seller');
    expect((await theirs.send({ key, organization_id: shop.organizationId })).status).toBe(404);
    const anonymous = request(shop.url).post('/v1/license-keys/validate');
    expect((await anonymous.send({ key, organization_id: shop.organizationId })).status).toBe(401);
  });

  it('give the last activation, and the last usage, once to fifty who ask at once', async () => {
    const key = await bought('five@example.com');
    await shop.seller.licenseKeys.update({
      id: key.id,
      licenseKeyUpdate: { limitActivations: 1, limitUsage: 1, usage: 0 },
    });
    const all = (path: string, body: object) =>
      Promise.all(
        Array.from({ length: 50 }, async () => {
          const sent = { ...body, key: key.key, organization_id: shop.organizationId };
          return (await request(shop.url).post(`/v1/customer-portal/license-keys/${path}`).send(sent)).status;
        }),
      );
    expect((await all('activate', { label: 'Race' })).sort()).toEqual([200, ...Array<number>(49).fill(403)]);
    expect((await all('validate', { increment_usage: 1 })).sort()).toEqual([200, ...Array<number>(49).fill(400)]);
    expect(await shop.seller.licenseKeys.get({ id: key.id })).toMatchObject({ usage: 1, validations: 1 });
  });

  it('count 5,000 validations by fifty callers exactly', async () => {
    const key = await bought('six@example.com');
    await shop.seller.licenseKeys.update({ id: key.id, licenseKeyUpdate: { limitUsage: 4_000, usage: 0 } });
    const checks = shop.app.get(LicenseKeyChecks);
    const ask = async () => {
      const found = await checks.named({ key: key.key, organization_id: shop.organizationId }, '192.0.2.1');
      const asked = { activationId: null, conditions: {}, benefitId: null, customerId: null };
      return checks.validate(found, asked, 1).then(
        () => true,
        () => false,
      );
    };
    const callers = Array.from({ length: 50 }, async () => {
      const own: boolean[] = [];
      for (let n = 0; n < 100; n++) own.push(await ask());
      return own;
    });
    const answers = (await Promise.all(callers)).flat();
    expect(answers.filter(Boolean)).toHaveLength(4_000);
    expect(await shop.seller.licenseKeys.get({ id: key.id })).toMatchObject({ usage: 4_000, validations: 4_000 });
  });

  it('refuse what is missing or of another type', async () => {
    const create = (properties: object) =>
      wire('post', '/v1/benefits/', { type: 'license_keys', description: 'Keys', properties });
    for (const [properties, place] of [
      [{ expires: { ttl: 0, timeframe: 'day' } }, 'ttl'],
      [{ activations: { limit: 51 } }, 'limit'],
      [{ limit_usage: 0 }, 'limit_usage'],
    ] as const) {
      const answer = await create(properties);
      expect([answer.status, (answer.body.detail as { loc: string[] }[])[0]!.loc.at(-1)]).toEqual([422, place]);
    }
    const retyped = await wire('patch', `/v1/benefits/${benefitId}`, { type: 'custom', properties: { note: 'x' } });
    expect(retyped.body.detail).toMatchObject([{ loc: ['body', 'type'] }]);
  });
});
