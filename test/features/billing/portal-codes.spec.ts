import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VAULT } from '../../../src/app/tokens.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { upToEnd } from '../../../src/kernel/ports/event-store.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { organizationId, polar } from '../../support/sellers.ts';
import { foundOrganization, openShop, somebody, type Shop } from '../../support/shop.ts';
import { placeOf, portalOf, refusal } from '../../support/portal.ts';

/** How customers sign in, and prove another address, by codes that are mailed to them (docs/BILLING.md#customer-portal). */
let shop: Shop;
const { ask, portal, customer, boundSession, allowUpdates, mailsTo } = portalOf(() => shop);

beforeAll(async () => {
  shop = await openShop({ allowSeveral: true, ages: true });
  await foundOrganization(shop, 'stranger');
});
afterAll(() => shop.close());

describe('a code by mail', () => {
  const request = (email: string, organization_id = shop.organizationId) =>
    ask(null, 'POST', '/v1/customer-portal/customer-session/request', { email, organization_id });
  const authenticate = (email: string, code: string, organization_id = shop.organizationId) =>
    ask(null, 'POST', '/v1/customer-portal/customer-session/authenticate', { email, code, organization_id });
  const WRONG = [401, 'Unauthorized'];
  /** The code of the latest mail. */
  async function coded(email: string): Promise<string> {
    const { token, text } = (await mailsTo(email, 'portal-code')).at(-1)!;
    expect(text).toContain(token);
    return token;
  }
  const known = async () => {
    const email = somebody();
    const { id } = await shop.seller.customers.create({ email });
    return { email, id };
  };

  it('opens a session of the whole customer once, however it is typed', async () => {
    const { email, id } = await known();
    expect(await request(email.toUpperCase())).toEqual({ status: 202, body: {} });
    const code = await coded(email);
    const typed = `${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase();
    const { status, body } = await authenticate(email.toUpperCase(), typed);
    expect(status).toBe(200);
    expect((await portal(body['token'] as string, 'customers/me')).body).toMatchObject({ id, email });
    expect(refusal(await authenticate(email, code))).toEqual(WRONG);
  });

  it('is not sent to unknown addresses, which are answered and recorded the same', async () => {
    const { email } = await known();
    const strange = somebody();
    const answers = [await request(email), await request(strange)];
    expect(answers[1]).toEqual(answers[0]);
    expect([(await mailsTo(email, 'portal-code')).length, (await mailsTo(strange, 'portal-code')).length]).toEqual([
      1, 0,
    ]);
    expect((await request(email, newUuid())).status).toBe(202);
    expect((await mailsTo(email, 'portal-code')).length).toBe(1);
    expect(refusal(await authenticate(strange, 'ABCDEF'))).toEqual(refusal(await authenticate(email, 'ABCDEF')));
    const rows = await shop.app.get<Vault>(VAULT).list('portal-code-request/', 'portal-code-request/~', 500);
    expect(rows).toEqual([]);
  });

  it('is not sent to a deleted customer, and opens nothing once the customer is deleted or has another address', async () => {
    const [gone, deleted, moved] = [await known(), await known(), await known()];
    await shop.seller.customers.delete({ id: gone.id });
    for (const { email } of [gone, deleted, moved]) await request(email);
    expect(await mailsTo(gone.email, 'portal-code')).toEqual([]);
    const codes = [await coded(deleted.email), await coded(moved.email)] as const;
    await shop.seller.customers.delete({ id: deleted.id });
    await shop.seller.customers.update({ id: moved.id, customerUpdate: { email: somebody() } });
    expect(refusal(await authenticate(deleted.email, codes[0]))).toEqual(WRONG);
    expect(refusal(await authenticate(moved.email, codes[1]))).toEqual(WRONG);
  });

  it('is destroyed by five wrong tries, and not by four', async () => {
    const [patient, guessed] = [await known(), await known()];
    for (const { email } of [patient, guessed]) await request(email);
    const [right, lost] = [await coded(patient.email), await coded(guessed.email)];
    const wrong = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
    for (let tries = 0; tries < 4; tries += 1) await authenticate(patient.email, wrong(right));
    for (let tries = 0; tries < 5; tries += 1) await authenticate(guessed.email, wrong(lost));
    expect((await authenticate(patient.email, right)).status).toBe(200);
    expect(refusal(await authenticate(guessed.email, lost))).toEqual(WRONG);
    await request(guessed.email);
    expect((await authenticate(guessed.email, await coded(guessed.email))).status).toBe(200);
  });

  it('is valid for its organization alone, for half an hour, and only the latest', async () => {
    const { email } = await known();
    const stranger = polar(shop.url, 'seller-stranger');
    await stranger.customers.create({ email });
    await request(email);
    const first = await coded(email);
    expect(refusal(await authenticate(email, first, organizationId('stranger')))).toEqual(WRONG);
    await request(email);
    expect((await mailsTo(email, 'portal-code')).length).toBe(2);
    expect(refusal(await authenticate(email, first))).toEqual(WRONG);
    const second = await coded(email);
    shop.clock.advanceMachine(29 * 60);
    expect((await authenticate(email, second)).status).toBe(200);
    await request(email);
    const late = await coded(email);
    shop.clock.advanceMachine(31 * 60);
    expect(refusal(await authenticate(email, late))).toEqual(WRONG);
  });

  it('lets one of fifty devices in that enter it at once', async () => {
    const { email } = await known();
    await request(email);
    const code = await coded(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => authenticate(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  it('is nowhere in the log, and its request takes an address and an id', async () => {
    const { email } = await known();
    await request(email);
    const code = await coded(email);
    for await (const batch of upToEnd(shop.ports.store))
      for (const { data } of batch) expect(JSON.stringify(data)).not.toContain(code);
    expect(placeOf(await request('nobody'))).toEqual([422, 'body.email']);
    expect(placeOf(await request(email, 'x'))).toEqual([422, 'body.organization_id']);
  });
});

describe('another address', () => {
  const change = (session: string, email: string) => portal(session, 'customers/me/email-change', 'POST', { email });
  const confirm = (session: string, email: string, code: string) =>
    portal(session, 'customers/me/email-change/confirm', 'POST', { email, code });
  const coded = async (to: string) => (await mailsTo(to, 'portal-email-code')).at(-1)!.token;
  const signsIn = async (email: string) => {
    const organization_id = shop.organizationId;
    await ask(null, 'POST', '/v1/customer-portal/customer-session/request', { email, organization_id });
    return (await mailsTo(email, 'portal-code')).length > 0;
  };

  it('is proven by the code that is mailed to it, once, and the former one is told', async () => {
    const { session, email, customerId } = await customer();
    const next = somebody();
    expect(placeOf(await change(session, email.toUpperCase()))).toEqual([422, 'body.email']);
    expect(await change(session, next)).toEqual({ status: 202, body: {} });
    expect(placeOf(await confirm(session, next, 'WRONG2'))).toEqual([422, 'body.code']);
    expect((await portal(session, 'customers/me')).body).toMatchObject({ email });
    const code = await coded(next);
    expect(placeOf(await confirm(session, somebody(), code))).toEqual([422, 'body.code']);
    expect((await confirm(session, next.toUpperCase(), code.toLowerCase())).body).toMatchObject({ id: customerId });
    expect((await shop.seller.customers.get({ id: customerId })).email).toBe(next.toUpperCase());
    expect(await mailsTo(email, 'portal-email-changed')).toHaveLength(1);
    expect([await signsIn(email), await signsIn(next)]).toEqual([false, true]);
    await portal(session, 'customers/me', 'PATCH', { name: 'Ada' });
    expect(placeOf(await confirm(session, next, code))).toEqual([422, 'body.code']);
  });

  it('is told to the former one if the seller changes it, unless it is the same in another case', async () => {
    const { email, customerId: id } = await customer();
    const next = somebody();
    await shop.seller.customers.update({ id, customerUpdate: { email: email.toUpperCase(), name: 'Ada' } });
    expect(await mailsTo(email, 'portal-email-changed')).toEqual([]);
    await shop.seller.customers.update({ id, customerUpdate: { email: next } });
    expect(await mailsTo(email.toUpperCase(), 'portal-email-changed')).toHaveLength(1);
    expect(await mailsTo(next, 'portal-email-changed')).toEqual([]);
  });

  it('has one code and one mail if its request is repeated, and is changed once if the confirmation is', async () => {
    const { session, email } = await customer();
    const next = somebody();
    const repeated = async (path: string, body: object) => {
      const authorization = `Bearer ${session}`;
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': `${path} ${next}` };
      const post = () =>
        fetch(`${shop.url}/v1/customer-portal/customers/me/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
      return [(await post()).status, (await post()).status];
    };
    expect(await repeated('email-change', { email: next })).toEqual([202, 202]);
    const [mail, ...more] = await mailsTo(next, 'portal-email-code');
    expect(more).toEqual([]);
    expect(await repeated('email-change/confirm', { email: next, code: mail!.token })).toEqual([200, 200]);
    expect(await mailsTo(email, 'portal-email-changed')).toHaveLength(1);
    expect(await mailsTo(next, 'portal-email-changed')).toEqual([]);
  });

  it("is refused if another customer has it, to whom alone the code shows that, and not with somebody else's code", async () => {
    const [mine, theirs] = [await customer(), await customer()];
    expect(await change(mine.session, theirs.email)).toEqual({ status: 202, body: {} });
    expect(placeOf(await confirm(mine.session, theirs.email, await coded(theirs.email)))).toEqual([422, 'body.email']);
    const next = somebody();
    await change(theirs.session, next);
    expect(placeOf(await confirm(mine.session, next, await coded(next)))).toEqual([422, 'body.code']);
    const organization_id = shop.organizationId;
    await change(mine.session, next);
    const login = { email: next, organization_id, code: await coded(next) };
    const signIn = await ask(null, 'POST', '/v1/customer-portal/customer-session/authenticate', login);
    expect(refusal(signIn)).toEqual([401, 'Unauthorized']);
  });

  it('needs a session of the whole customer, and a seller who allows changes', async () => {
    const known = await customer();
    const bound = await boundSession(known, (await shop.product({ interval: 'month' })).id);
    expect(refusal(await change(bound.session, somebody()))).toEqual([403, 'NotPermitted']);
    expect(refusal(await confirm(bound.session, somebody(), 'ABCDEF'))).toEqual([403, 'NotPermitted']);
    await allowUpdates(false);
    expect(refusal(await change(known.session, somebody()))).toEqual([403, 'NotPermitted']);
    expect(refusal(await confirm(known.session, somebody(), 'ABCDEF'))).toEqual([403, 'NotPermitted']);
    await allowUpdates(true);
  });
});

describe('the limit of codes', () => {
  let limited: Shop;
  beforeAll(async () => {
    limited = await openShop({ ages: true, env: { AUTH_RATE_LIMIT: '1' } });
    limited.clock.stopMachine();
    // What earlier spec files have requested no longer counts.
    limited.clock.advanceMachine(3_600);
  });
  afterAll(() => limited.close());
  const send = (route: string, body: object, address = '203.0.113.1') =>
    fetch(`${limited.url}/v1/customer-portal/customer-session/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ organization_id: limited.organizationId, ...body }),
    });

  it('is six a minute per client address, for requests and tries together', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await send('request', { email: somebody() })).status).toBe(202);
      expect((await send('authenticate', { email: somebody(), code: 'ABCDEF' })).status).toBe(401);
    }
    const refused = await send('request', { email: somebody() });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    limited.clock.advanceMachine(61);
    expect((await send('request', { email: somebody() })).status).toBe(202);
  });

  it('is five mails without a pause of five minutes per e-mail', async () => {
    const email = somebody();
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      limited.clock.advanceMachine(62);
      statuses.push((await send('request', { email })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
