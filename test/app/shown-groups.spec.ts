import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FreshDocuments } from '../../src/app/reading/fresh-documents.ts';
import { userProjection } from '../../src/features/accounts/users/user.projection.ts';
import type { ProjectionGroup } from '../../src/kernel/reading/groups.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** One group after the other stops for good, so the tests run in this order. */
describe('a write, while a group of read models has stopped', () => {
  let app: TestApp;
  let token: string;
  let cookie: string;
  let endpointId: string;

  beforeAll(async () => {
    app = await startApp({ own: true });
    ({ cookie } = await signUp(app));
    const { id } = await createOrganization(app, cookie);
    ({ token } = await tokenOf(app, cookie, id, 'products:write', 'webhooks:write'));
    const made = await sent(
      'POST',
      '/v1/webhooks/endpoints',
      { ...hook, format: 'raw', events: ['order.paid'] },
      bearer(),
    );
    ({ id: endpointId } = (await made.json()) as { id: string });
    await app.runtime.settled();
  });
  afterAll(() => app.close());

  const stop = (group: ProjectionGroup) => app.runtime.readModels.led.get(group)!.stop();

  const hook = { url: 'https://shop.example/hook' };
  const bearer = () => ({ authorization: `Bearer ${token}` });
  async function sent(method: string, path: string, body: object, headers: Record<string, string>): Promise<Response> {
    const answer = await fetch(app.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: app.url, ...headers },
      body: JSON.stringify(body),
    });
    expect([200, 201]).toContain(answer.status);
    return answer;
  }
  const isPending = async (...request: Parameters<typeof sent>) =>
    (await sent(...request)).headers.has('projection-pending');
  const price = { amount_type: 'fixed', price_amount: 1_000, price_currency: 'usd' };
  const product = () =>
    isPending('POST', '/v1/products/', { name: 'Paper', recurring_interval: null, prices: [price] }, bearer());
  const endpoint = () =>
    isPending('PATCH', `/v1/webhooks/endpoints/${endpointId}`, { url: `${hook.url}/${newUuid()}` }, bearer());
  const rename = () => isPending('POST', '/api/auth/update-user', { name: `Ada ${newUuid()}` }, { cookie });

  it('does not wait for the ledger, which no writing route shows', async () => {
    await stop('ledger');
    expect([await product(), await endpoint(), await rename()]).toEqual([false, false, false]);
  });

  it('waits for deliveries only at the routes of webhooks', async () => {
    await stop('delivery');
    expect([await product(), await endpoint(), await rename()]).toEqual([false, true, false]);
  });

  it('waits for access alone at the routes of accounts, and authorization reads documents as long as access is current', async () => {
    await stop('billing');
    expect([await product(), await rename()]).toEqual([true, false]);
    app.clock.advanceMachine(60);
    await rename();
    // They say so every second, on a busy machine later.
    const areCurrent = () => app.app.get(FreshDocuments).areCurrent(userProjection);
    await until(areCurrent, 'the documents of access to be current');
    await stop('access');
    app.clock.advanceMachine(60);
    expect(await areCurrent()).toBe(false);
    expect(await rename()).toBe(true);
  });
});
