import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { randomBytes } from 'node:crypto';
import { DownloadCounts } from '../../../src/features/billing/downloads/download-counts.service.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { NOW } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { foundOrganization, openShop, type Shop } from '../../support/shop.ts';
import { PNG, uploadFile, uploadPicture } from '../../support/uploads.ts';

const GUIDE = randomBytes(5_000);
const SOUNDS = randomBytes(9_000);

let shop: Shop;
let guide: string;
let sounds: string;
let benefitId: string;
let productId: string;
let buyers = 0;

const asSeller = () => ({ authorization: `Bearer ${shop.bearer}` });
const uploaded = async (name: string, bytes: Buffer, headers = asSeller()) =>
  (await uploadFile(shop.url, headers, { service: 'downloadable', name, mime_type: 'application/pdf' }, bytes)).id;

/** A product whose buyers may download files. */
async function selling(files: string[], archived: Record<string, boolean> = {}) {
  const benefit = await shop.seller.benefits.create({
    type: 'downloadables',
    description: 'Guide and sounds',
    properties: { files, archived },
  });
  const product = await shop.product({ name: 'Field guide' });
  const productBenefitsUpdate = { benefits: [benefit.id] };
  await shop.seller.products.updateBenefits({ id: product.id, productBenefitsUpdate });
  return { benefit, productId: product.id };
}

async function bought(product = productId, email = `reader${(buyers += 1)}@example.com`) {
  const checkoutId = await shop.buy(product, { email });
  const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
  const { customerId } = order!;
  const { token } = await shop.seller.customerSessions.create({ customerId });
  return { customerId, email, orderId: order!.id, customerSession: token };
}

const list = async (customerSession: string, query: object = {}) =>
  (await shop.seller.customerPortal.downloadables.list({ customerSession }, query)).result;
const names = async (customerSession: string, query?: object) =>
  (await list(customerSession, query)).items.map(({ file }) => file.name);
const fetched = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const refusal = async (url: string) => {
  const answer = await fetch(url);
  return [answer.status, ((await answer.json()) as { error: string }).error];
};
const change = (properties: { files: string[]; archived?: Record<string, boolean> }, id = benefitId) =>
  shop.seller.benefits.update({ id, requestBody: { type: 'downloadables', properties } }).then(() => shop.settled());

beforeAll(async () => {
  shop = await openShop({ at: NOW, allowSeveral: true, ages: true });
  [guide, sounds] = [await uploaded('Größe.pdf', GUIDE), await uploaded('sounds.zip', SOUNDS)];
  const { benefit, productId: id } = await selling([sounds, guide]);
  [benefitId, productId] = [benefit.id, id];
});
afterAll(() => shop.close());
beforeEach(() => change({ files: [sounds, guide] }));

describe('a benefit of downloads', () => {
  it('keeps the order of its files, and which of them are archived', async () => {
    const { benefit } = await selling([sounds, guide.toUpperCase(), sounds], { [guide]: true, [newUuid()]: true });
    expect(benefit).toMatchObject({
      type: 'downloadables',
      properties: { files: [sounds, guide], archived: { [guide]: true } },
    });
    expect(await shop.seller.benefits.get({ id: benefit.id })).toEqual(benefit);
  });

  it('takes only finished downloads of its own organization, but keeps one that it has and that was deleted', async () => {
    await foundOrganization(shop, 'others');
    const theirs = await uploaded('theirs.pdf', GUIDE, { authorization: 'Bearer seller-others' });
    const { id: picture } = await uploadPicture(shop.url, asSeller(), {});
    const announced = await shop.seller.files.create({
      ...{ service: 'downloadable', name: 'later.pdf', mimeType: 'application/pdf', size: 1 },
      upload: { parts: [{ number: 1, chunkStart: 0, chunkEnd: 1 }] },
    });
    const refused = async (files: string[]): Promise<string[]> => {
      const body = { type: 'downloadables', description: 'Files', properties: { files } };
      const send = (method: string, path: string) =>
        fetch(shop.url + path, {
          method,
          headers: { ...asSeller(), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const answers = [await send('POST', '/v1/benefits/'), await send('PATCH', `/v1/benefits/${benefitId}`)];
      expect(answers.map(({ status }) => status)).toEqual([422, 422]);
      const details = answers.map(async (answer) => ((await answer.json()) as { detail: { loc: string[] }[] }).detail);
      const [[created], [updated]] = (await Promise.all(details)) as [[{ loc: string[] }], [{ loc: string[] }]];
      expect(created.loc).toEqual(updated.loc);
      return created.loc;
    };
    for (const id of [theirs, picture, announced.id, newUuid()])
      expect(await refused([guide, id])).toEqual(['body', 'properties', 'files', 1]);
    expect(await refused([])).toEqual(['body', 'properties', 'files']);

    const old = await uploaded('old.pdf', PNG);
    const { benefit, productId: product } = await selling([old, guide]);
    const { customerSession } = await bought(product);
    const { items } = await list(customerSession);
    await shop.seller.files.delete({ id: old });
    await change({ files: [guide, old] }, benefit.id);
    expect(await names(customerSession)).toEqual(['Größe.pdf']);
    expect(await refusal(items[0]!.file.download.url)).toEqual([404, 'ResourceNotFound']);
  });
});

describe('who has bought files', () => {
  it('finds them in their order, downloads them, and is counted once for each', async () => {
    const { customerSession, customerId } = await bought();
    const { items, pagination } = await list(customerSession);
    expect(pagination).toEqual({ totalCount: 2, maxPage: 1 });
    expect(items.map(({ file, benefitId: of }) => [of, file.id, file.size])).toEqual([
      [benefitId, sounds, SOUNDS.length],
      [benefitId, guide, GUIDE.length],
    ]);
    const { url, expiresAt } = items[1]!.file.download;
    const valid = expiresAt.getTime() - Date.parse(shop.clock.machineNow());
    expect(Math.abs(valid - 3_600_000)).toBeLessThan(60_000);

    // The client of the contract gets the redirect if it does not follow it: it takes no bytes.
    const first = new HTTPClient({ fetcher: (request) => fetch(request, { redirect: 'manual' }) });
    const { pathname } = new URL(url);
    const token = decodeURIComponent(pathname.split('/').at(-1)!);
    const anybody = new Polar({ serverURL: shop.url, httpClient: first });
    expect(await anybody.customerPortal.downloadables.get({ token })).toBeUndefined();

    const whole = await fetched(url);
    expect([whole.status, whole.bytes.equals(GUIDE)]).toEqual([200, true]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(GUIDE.length),
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const rest = await fetched(url, { range: 'bytes=4000-' });
    expect([rest.status, rest.bytes.equals(GUIDE.subarray(4_000))]).toEqual([206, true]);
    expect(rest.headers.get('content-range')).toBe(`bytes 4000-4999/${GUIDE.length}`);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    const counted = await shop.app.get(DownloadCounts).of([
      { customerId, benefitId, fileId: guide },
      { customerId, benefitId, fileId: sounds },
    ]);
    expect(counted).toEqual([{ downloads: 1, lastDownloadedAt: shop.clock.now() }, undefined]);
    const seen = await fetch(`${shop.url}/api/dashboard/customers/${customerId}/downloads`, { headers: asSeller() });
    expect(await seen.json()).toEqual({
      items: [
        {
          benefit_id: benefitId,
          file: { id: sounds, name: 'sounds.zip', size_readable: '8.8 KB' },
          downloads: 0,
          last_downloaded_at: null,
        },
        {
          benefit_id: benefitId,
          file: { id: guide, name: 'Größe.pdf', size_readable: '4.9 KB' },
          downloads: 1,
          last_downloaded_at: shop.clock.now(),
        },
      ],
    });
  });

  it('is counted exactly by fifty downloads at once', async () => {
    const { customerSession, customerId } = await bought();
    const { url } = (await list(customerSession)).items[0]!.file.download;
    await Promise.all(Array.from({ length: 50 }, () => fetched(url)));
    const [count] = await shop.app.get(DownloadCounts).of([{ customerId, benefitId, fileId: sounds }]);
    expect(count).toMatchObject({ downloads: 50 });
  });

  it('no longer finds a file that is archived, until it is back', async () => {
    const { customerSession } = await bought();
    const { items } = await list(customerSession);
    const [url, other] = items.map(({ file }) => file.download.url) as [string, string];
    await change({ files: [sounds, guide], archived: { [sounds]: true } });
    expect(await names(customerSession)).toEqual(['Größe.pdf']);
    expect(await refusal(url)).toEqual([404, 'ResourceNotFound']);
    expect((await fetched(other)).status).toBe(200);
    const [grant] = (await shop.seller.customerPortal.benefitGrants.list({ customerSession }, {})).result.items;
    expect(grant).toMatchObject({ properties: { files: [guide] }, benefit: { properties: { activeFiles: [guide] } } });
    await change({ files: [sounds, guide], archived: { [sounds]: false } });
    expect(await names(customerSession)).toEqual(['sounds.zip', 'Größe.pdf']);
    expect((await fetched(url)).bytes.equals(SOUNDS)).toBe(true);
    expect((await list(customerSession)).items[0]!.id).toBe(items[0]!.id);
  });

  it('loses them with a refund that revokes benefits, unless another purchase gives them, too', async () => {
    const one = await bought();
    const other = await bought(productId, one.email);
    const { items, pagination } = await list(one.customerSession);
    expect(pagination.totalCount).toBe(2);
    const { url } = items[0]!.file.download;
    const refund = async (orderId: string) => {
      const reason = 'customer_request' as const;
      await shop.seller.refunds.create({ orderId, amount: 1_000, reason, revokeBenefits: true });
      await shop.settled();
    };
    await refund(one.orderId);
    expect((await fetched(url)).status).toBe(200);
    await refund(other.orderId);
    expect(await refusal(url)).toEqual([404, 'ResourceNotFound']);
    expect((await list(one.customerSession)).items).toEqual([]);
  });

  it("sees neither another customer's nor another seller's, nor what the session does not cover", async () => {
    const [mine, theirs] = [await bought(), await bought((await selling([guide])).productId)];
    expect(await names(theirs.customerSession)).toEqual(['Größe.pdf']);
    expect(await names(mine.customerSession, { benefitId })).toEqual(['sounds.zip', 'Größe.pdf']);
    expect(await names(theirs.customerSession, { benefitId })).toEqual([]);
    expect(await names(mine.customerSession, { organizationId: shop.organizationId })).toHaveLength(2);
    expect(await names(mine.customerSession, { organizationId: newUuid() })).toEqual([]);
    expect(await names(mine.customerSession, { page: 2, limit: 1 })).toEqual(['Größe.pdf']);

    await foundOrganization(shop, 'strangers');
    const { id: stranger } = await polar(shop.url, 'seller-strangers').customers.create({ email: mine.email });
    const foreign = await polar(shop.url, 'seller-strangers').customerSessions.create({ customerId: stranger });
    expect(await names(foreign.token)).toEqual([]);

    // Somebody who buys with the e-mail of a customer whom they do not prove to be.
    const { clientSecret } = await shop.seller.checkouts.create({ products: [(await selling([guide])).productId] });
    const { customerSessionToken } = await shop.confirm(clientSecret, { email: mine.email });
    await shop.settled();
    expect(await names(customerSessionToken)).toEqual(['Größe.pdf']);
    expect(await names(mine.customerSession)).toHaveLength(3);
  });
});

describe('a link to a download', () => {
  it('is refused late, changed, or for another file, customer or benefit', async () => {
    const [mine, theirs] = [await bought(), await bought()];
    const { url } = (await list(mine.customerSession)).items[0]!.file.download;
    const [, path, token] = /^(.*\/)([^/]+)$/.exec(url)!;
    const [customer, benefit, , expires, signature] = token!.split('.');
    const of = (...parts: (string | undefined)[]) => path + parts.join('.');
    expect((await fetched(of(customer, benefit, sounds, expires, signature))).status).toBe(200);
    for (const forged of [
      of(customer, benefit, guide, expires, signature),
      of(theirs.customerId, benefit, sounds, expires, signature),
      of(customer, newUuid(), sounds, expires, signature),
      of(customer, benefit, sounds, String(Number(expires) + 1), signature),
      of(customer, benefit, sounds, expires, signature, signature),
      of(customer, benefit, sounds, expires),
      of('x'),
      `${of(customer, benefit, guide, expires, signature)}/sounds.zip`,
    ])
      expect([forged, ...(await refusal(forged))]).toEqual([forged, 400, 'BadRequest']);
    shop.clock.advanceMachine(3_601);
    for (const late of [url, `${url}/sounds.zip`]) expect(await refusal(late)).toEqual([410, 'ResourceUnavailable']);
    shop.clock.advanceMachine(-3_601);
  });
});
