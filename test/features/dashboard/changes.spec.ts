import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStreams } from '../../../src/app/http/sharing/event-streams.ts';
import { LogTail } from '../../../src/app/reading/log-tail.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { createOrganization, post, signUp, tokenOf } from '../../support/accounts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { withReplaced } from '../../support/replaced.ts';
import { until, within } from '../../support/until.ts';

interface Message {
  entities: string[];
  ids: string[];
  resync?: boolean;
}

describe('GET /api/dashboard/changes', () => {
  let app: TestApp;
  let streams: EventStreams;
  let owner: { cookie: string; id: string; token: string };
  let organizationId: string;
  const open: AbortController[] = [];

  beforeAll(async () => {
    app = await startApp();
    streams = app.app.get(EventStreams);
    owner = await signUp(app);
    organizationId = (await createOrganization(app, owner.cookie)).id;
  });
  afterEach(async () => {
    for (const one of open.splice(0)) one.abort();
    await until(async () => streams.size === 0, 'all streams to be closed');
  });
  afterAll(() => app.close());

  async function connect(credential: string, organization?: string, more: Record<string, string> = {}) {
    const abort = new AbortController();
    open.push(abort);
    const own: Record<string, string> = credential.startsWith('tb_')
      ? { authorization: `Bearer ${credential}` }
      : { cookie: credential };
    const query = organization === undefined ? '' : `?organization_id=${organization}`;
    const headers = { ...own, ...more };
    return fetch(`${app.url}/api/dashboard/changes${query}`, { headers, signal: abort.signal });
  }

  /** Reads a stream in the background. */
  async function follow(credential: string, organization?: string, more?: Record<string, string>) {
    const answer = await connect(credential, organization, more);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const messages: Message[] = [];
    const state = { messages, isOver: false, headers: answer.headers };
    void (async () => {
      let text = '';
      try {
        for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
          text += part;
          const whole = text.split('\n\n');
          text = whole.pop()!;
          for (const block of whole) {
            const data = /^data: (.*)$/m.exec(block)?.[1];
            if (data !== undefined) messages.push(JSON.parse(data) as Message);
          }
        }
      } catch {
        // Aborted by the test.
      }
      state.isOver = true;
    })();
    return state;
  }

  const customer = async (cookie = owner.cookie, organization = organizationId) => {
    const body = { organization_id: organization, email: `c${newUuid()}@example.com`, name: 'Ann Secret' };
    return (await (await post(app, '/v1/customers', body, cookie)).json()) as { id: string };
  };
  const heard = (messages: readonly Message[]) => [...new Set(messages.flatMap(({ entities }) => entities))].sort();

  it('sends kinds and ids of what changed, once the read models show it', async () => {
    const { messages, headers } = await follow(owner.cookie, organizationId);
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('content-encoding')).toBeNull();
    const { id } = await customer();
    await until(async () => messages.length > 0, 'the change');
    expect(messages[0]).toEqual({ entities: ['customer', 'ledger'], ids: [id] });
    expect(JSON.stringify(messages)).not.toContain('Secret');
  });

  it('sends only what the caller may read', async () => {
    const { token } = await tokenOf(app, owner.cookie, organizationId, 'products:read');
    const narrow = await follow(token);
    const wide = await follow(owner.cookie, organizationId);
    await customer();
    const body = { organization_id: organizationId, name: 'Plan', prices: [{ amount_type: 'free' }] };
    const product = (await (
      await post(app, '/v1/products', { ...body, recurring_interval: null }, owner.cookie)
    ).json()) as {
      id: string;
    };
    await until(async () => narrow.messages.length > 0 && heard(wide.messages).includes('product'), 'the changes');
    expect(heard(narrow.messages)).toEqual(['product']);
    expect(narrow.messages.flatMap(({ ids }) => ids)).toEqual([product.id]);
    expect(heard(wide.messages)).toEqual(['customer', 'ledger', 'product']);
  });

  it("sends nothing of another tenant's, and opens no stream of theirs", async () => {
    const stranger = await signUp(app);
    const { id: theirs } = await createOrganization(app, stranger.cookie);
    const mine = await follow(owner.cookie, organizationId);
    const other = await follow(stranger.cookie, theirs);
    await customer(stranger.cookie, theirs);
    await until(async () => other.messages.length > 0, 'their change');
    const { id } = await customer();
    await until(async () => mine.messages.length > 0, 'my change');
    expect(mine.messages.flatMap(({ ids }) => ids)).toEqual([id]);
    expect((await connect(stranger.cookie, organizationId)).status).toBe(404);
    expect((await connect(stranger.cookie)).status).toBe(422);
    expect((await connect('')).status).toBe(401);
  });

  it('ends when the session is revoked or the member is removed', async () => {
    const member = await signUp(app);
    const invited = (await (
      await post(
        app,
        '/api/auth/organization/invite-member',
        { email: member.email, role: 'member', organizationId },
        owner.cookie,
      )
    ).json()) as { id: string };
    await post(app, '/api/auth/organization/accept-invitation', { invitationId: invited.id }, member.cookie);
    const signedOut = await signUp(app);
    const { id: own } = await createOrganization(app, signedOut.cookie);
    const [removed, revoked, kept] = [
      await follow(member.cookie, organizationId),
      await follow(signedOut.cookie, own),
      await follow(owner.cookie, organizationId),
    ];
    await post(
      app,
      '/api/auth/organization/remove-member',
      { memberIdOrEmail: member.email, organizationId },
      owner.cookie,
    );
    await post(app, '/api/auth/revoke-sessions', {}, signedOut.cookie);
    await until(async () => removed.isOver && revoked.isOver, 'both streams to end');
    expect(kept.isOver).toBe(false);
  });

  it('asks a client that reconnects to reload everything', async () => {
    const { messages } = await follow(owner.cookie, organizationId, { 'last-event-id': '7' });
    await until(async () => messages.length > 0, 'the message');
    expect(messages[0]).toEqual({ entities: [], ids: [], resync: true });
  });

  it('follows the log only while someone listens', async () => {
    const subscribe = jest.spyOn(app.ports.store, 'subscribe');
    await customer();
    expect(subscribe).not.toHaveBeenCalled();
    await follow(owner.cookie, organizationId);
    await follow(owner.cookie, organizationId);
    await until(async () => subscribe.mock.calls.length > 0, 'the log to be followed');
    expect(subscribe).toHaveBeenCalledTimes(1);
    const [, signal] = subscribe.mock.calls[0]!;
    for (const one of open.splice(0)) one.abort();
    await until(async () => signal.aborted, 'the log to be left');
    subscribe.mockRestore();
  });

  it('does not begin to follow the log for a client that has left meanwhile', async () => {
    let answer!: () => void;
    const store = {
      end: () => new Promise<void>((resolve) => (answer = resolve)),
      subscribe: jest.fn(),
    };
    const tail = new LogTail(store as never, undefined as never, undefined as never);
    const leave = tail.listen({ report: () => undefined, missed: () => undefined, beat: () => undefined });
    leave();
    answer();
    await tail.ready();
    expect(store.subscribe).not.toHaveBeenCalled();
  });

  it('opens at most ten streams per user', async () => {
    for (let n = 0; n < 10; n++) await follow(owner.cookie, organizationId);
    const refused = await connect(owner.cookie, organizationId);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ error: 'TooManyRequests' });
    const other = await signUp(app);
    const { id } = await createOrganization(app, other.cookie);
    expect((await connect(other.cookie, id)).status).toBe(200);
  });

  it('answers HEAD without a stream, and forgets a client that left while it was identified', async () => {
    const url = `${app.url}/api/dashboard/changes?organization_id=${organizationId}`;
    const headers = { cookie: owner.cookie };
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type'), streams.size]).toEqual([200, 'text/event-stream', 0]);
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const signal = AbortSignal.timeout(n);
        await fetch(url, { headers, signal }).catch(() => undefined);
      }),
    );
    await until(async () => streams.size === 0, 'all streams to be closed');
  });

  it('ends at once when the program stops', async () => {
    const { cookie } = await signUp(app);
    const { id } = await createOrganization(app, cookie);
    const open = () => fetch(`${app.url}/api/dashboard/changes?organization_id=${id}`, { headers: { cookie } });
    const answer = await open();
    await withReplaced(streams as unknown as { isOver: boolean }, { isOver: false }, async () => {
      streams.beforeApplicationShutdown();
      await within(answer.text(), 'the stream to end');
      expect((await open()).status).toBe(503);
    });
  });
});
