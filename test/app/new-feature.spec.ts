import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { featuresWith } from '../../src/app.module.ts';
import { Commands } from '../../src/app/commands.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { startContext } from '../../src/kernel/writing/command.ts';
import { organizationToken, post } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { parcels, SendParcel } from '../support/parcel-feature.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

describe('a new feature that is only added to the list of features', () => {
  const parcelId = newUuid();
  let app: TestApp;
  let receiver: Receiver;
  let seller: Awaited<ReturnType<typeof organizationToken>>;

  beforeAll(async () => {
    app = await startApp({ features: featuresWith(parcels) });
    receiver = await startReceiver();
    seller = await organizationToken(app, 'webhooks:write', 'ledger:read');
    await ask('/v1/webhooks/endpoints', { url: receiver.url, format: 'raw', events: ['refund.created'] });
    const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
    const { organizationId } = seller;
    const data = { parcelId, organizationId, to: 'ann@example.com' };
    await app.app.get(Commands).execute(new SendParcel(data, { ...context, organizationId }));
    await app.runtime.settled();
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' };
    const answer = await fetch(
      app.url + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    return (await answer.json()) as never;
  };

  it('announces its events to webhook endpoints as its presenter shows them', async () => {
    await until(() => receiver.received.length > 0, 'the webhook');
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      type: 'refund.created',
      data: { id: parcelId, sent_to: 'ann@example.com', seller: seller.organizationId },
    });
  });

  it('sends its mails', async () => {
    const mails = await ask('/sandbox/outbox?kind=parcel');
    expect(mails).toMatchObject([
      { to: 'ann@example.com', subject: 'Your parcel', text: expect.stringContaining(`/parcels/${parcelId}`) },
    ]);
  });

  it('appears in the ledger, with the state after each event', async () => {
    expect(await ask(`/api/ledger/streams/parcel-${parcelId}`)).toMatchObject({
      items: [{ type: 'ParcelSent', state: { sent_to: 'ann@example.com' } }],
    });
  });

  it('keeps its organization from being deleted', async () => {
    const { organizationId, cookie } = seller;
    const deleting = post(app, '/api/auth/organization/delete', { organizationId }, cookie);
    await expect(deleting).rejects.toThrow('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION');
  });
});
