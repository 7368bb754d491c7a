import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../../src/app.module.ts';
import { readEvents } from '../../../src/app/operator/events.ts';
import { projectionsOf } from '../../../src/app/operator/projections.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { VaultRowSweeper } from '../../../src/app/vault-rows.ts';
import { readConfig } from '../../../src/config.ts';
import { openPorts } from '../../../src/installation/open-ports.ts';
import { secondsBetween } from '../../../src/kernel/ports/clock.ts';
import { EncryptedVault } from '../../../src/kernel/secrets/encrypted-vault.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { Codec } from '../../../src/kernel/writing/codec.ts';
import { ServiceUnavailable } from '../../../src/kernel/errors.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { organizationToken, signUp, tokenOf } from '../../support/accounts.ts';
import { startApp, TestClock, type TestApp } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';
import { codeOf } from '../../support/identity-servers.ts';
import { newOwner } from '../../support/members.ts';
import { operated } from '../../support/operator.ts';
import { polar } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';

/** Each secret is shown once, to its owner, and stored as a digest or encrypted (docs/EVENTS_AND_STREAMS.md#envelope). */
const PASSWORD = 'correct horse';
const NEW = 'unguessable battery staple';

let app: TestApp;
let me: Awaited<ReturnType<typeof newOwner>>;
let second: Browser;
/** By their purpose. */
let secrets: Record<string, string>;

beforeAll(async () => {
  app = await startApp({ whole: true, env: { TRUST_PROXY: '1' } });
  me = await newOwner(app);
  second = browser(app);
  secrets = await openEverything();
  await app.runtime.settled();
});
afterAll(() => app.close());

const cookieOf = ({ cookies }: Browser): string => [...cookies].map((pair) => pair.join('=')).join('; ');

async function openEverything(): Promise<Record<string, string>> {
  const signedIn = await second.client.signIn.email({ email: me.email, password: PASSWORD });
  const code = codeOf({ sub: newUuid(), email: me.email, email_verified: true, name: 'Ada' });
  await me.client.linkSocial({ provider: 'fake', idToken: { token: code, refreshToken: `refresh-${code}` } } as never);
  const { data: key } = await me.client.apiKey.create({ name: 'mine' });
  const { token: access } = await tokenOf(app, cookieOf(me), me.organizationId, 'products:read');
  await me.client.sendVerificationEmail({ email: me.email });
  await me.client.requestPasswordReset({ email: me.email });
  const reset = await mailed('reset-password');
  await me.client.resetPassword({ newPassword: NEW, token: reset });
  await me.client.requestPasswordReset({ email: me.email });
  await me.client.deleteUser();
  return {
    session: (await me.client.getSession()).data!.session.token,
    'another session': signedIn.data!.token,
    'a provider’s account': code,
    'an API key': key!.key,
    'an access token': access,
    'a password': NEW,
    'the password before': PASSWORD,
    verification: await mailed('verify-email'),
    'a used reset': reset,
    reset: await mailed('reset-password'),
    deletion: await mailed('delete-account'),
    jwt: ((await (await me.fetch('/api/auth/token')).json()) as { token: string }).token,
  };
}

/** The token in the last mail of a kind. */
async function mailed(kind: string): Promise<string> {
  await app.runtime.settled();
  const query = new URLSearchParams({ to: me.email, kind }).toString();
  const mails = (await (await fetch(`${app.url}/sandbox/outbox?${query}`)).json()) as { token: string }[];
  return mails.at(-1)!.token;
}

/** The secrets that occur in a text. */
function found(text: string, names = Object.keys(secrets)): string[] {
  return names.filter((name) => text.includes(secrets[name]!));
}

describe('a secret', () => {
  it('has a minimum length, and is unique', () => {
    expect(new Set(Object.values(secrets)).size).toBe(12);
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(PASSWORD.length);
  });

  it('is in no event, even decrypted, in no read model and in no log line', async () => {
    const stored = [];
    for await (const event of readEvents(app.ports.store)) stored.push(event);
    expect(found(JSON.stringify(await app.app.get(Codec).open(stored)))).toEqual([]);
    const documents: unknown[] = [];
    for (const projection of projectionsOf(features))
      for await (const { document } of app.ports.documents.each(collectionOf(projection))) documents.push(document);
    expect(documents.length).toBeGreaterThan(5);
    expect(found(JSON.stringify(documents))).toEqual([]);
    expect(app.logged.length).toBeGreaterThan(5);
    expect(found(JSON.stringify(app.logged))).toEqual([]);
  });

  it('is in no byte of the files', () => {
    const files = readdirSync(app.config.dataDir).filter((name) => name.includes('.db'));
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) {
      const bytes = readFileSync(join(app.config.dataDir, file)).toString('latin1');
      expect([file, found(bytes)]).toEqual([file, []]);
    }
  });

  it('is in no later answer, except one’s own session and a provider’s tokens', async () => {
    const questions = [
      'list-sessions',
      'list-accounts',
      'get-session',
      'api-key/list',
      `api-key/get?id=${((await me.client.apiKey.list()).data as unknown as { id: string }[])[0]!.id}`,
      'organization/get-full-organization',
    ].map((path) => `/api/auth/${path}`);
    const ledger = ['organization-access-tokens', 'organizations'].map((path) => `/v1/${path}/`);
    const all = [...questions, ...ledger, '/api/ledger/events', '/api/ledger/people'];
    for (const [who, own] of [
      [me, 'session'],
      [second, 'another session'],
    ] as const) {
      const others = Object.keys(secrets).filter((name) => name !== own);
      for (const path of all) {
        const answer = await who.fetch(path);
        expect([path, answer.status, found(await answer.text(), others)]).toEqual([path, 200, []]);
      }
    }
  });
});

describe('Vault rows that are written before their event', () => {
  const DAY = 26 * 3_600;
  const vaultOf = () => app.app.get<Vault>(VAULT);
  const rows = (kind: string, vault: Pick<Vault, 'list'> = vaultOf()) => vault.list(`${kind}/`, `${kind}0`, 10_000);
  /** Waits until the sweeper has checked every row that is a day old. */
  const swept = () => until(async () => (await rows('unnamed-row')).length === 0, 'the sweeper to remove the row');
  /** Simulates a process that ended between the row and the event of these streams. */
  async function withoutEvents(category: string, act: () => Promise<unknown>): Promise<void> {
    const { store } = app.ports;
    const { append } = store;
    store.append = (stream, ...rest) =>
      stream.startsWith(`${category}-`)
        ? Promise.reject(new ServiceUnavailable('The log'))
        : append.call(store, stream, ...rest);
    await act();
    store.append = append;
  }
  const endpoint = (token: string) =>
    fetch(`${app.url}/v1/webhooks/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/', format: 'raw', events: ['order.paid'] }),
    });

  async function buy(token: string): Promise<void> {
    const client = polar(app.url, token);
    const { id } = await client.products.create({
      name: 'Ledger Pro',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 1000, priceCurrency: 'usd' }],
    });
    const { clientSecret } = await client.checkouts.create({ products: [id] });
    const customer = {
      customerEmail: 'ann@example.com',
      customerName: 'Ann',
      customerBillingAddress: { country: 'DE' },
    };
    const checkoutConfirmStripe = { ...customer, confirmationTokenId: 'ctoken_ok' };
    await client.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe });
  }

  it('are deleted after a day without the event', async () => {
    const { token } = await organizationToken(app, 'webhooks:write');
    await app.runtime.settled();
    const before = [await rows('credential'), await rows('webhook-secret')];
    await withoutEvents('user', () => signUp(app).catch(() => undefined));
    await withoutEvents('webhookendpoint', () => endpoint(token));
    const kinds = async () => [(await rows('credential')).length, (await rows('webhook-secret')).length];
    const andOne = before.map(({ length }) => length + 1);
    expect(await kinds()).toEqual(andOne);
    app.clock.advanceMachine(24 * 3_600);
    await app.app.get(VaultRowSweeper).due();
    expect(await kinds()).toEqual(andOne);
    app.clock.advanceMachine(DAY - 24 * 3_600);
    await swept();
    expect([await rows('credential'), await rows('webhook-secret')]).toEqual(before);
    expect(app.logged.filter(({ message }) => String(message).startsWith('Deleted a vault row'))).toMatchObject([
      { kind: 'credential' },
      { kind: 'webhook-secret' },
    ]);
  });

  it('stay once their event is appended, also after a restore', async () => {
    await signUp(app);
    const { token } = await organizationToken(app, 'webhooks:write', 'products:write', 'checkouts:write');
    expect((await endpoint(token)).status).toBe(201);
    await buy(token);
    await app.runtime.settled();
    const kinds = ['credential', 'webhook-secret', 'payment-method'];
    const before = await Promise.all(kinds.map((kind) => rows(kind)));
    expect(before.map(({ length }) => length > 0)).toEqual([true, true, true]);
    const copy = await restored();
    const sweeper = new VaultRowSweeper(undefined as never, copy.store, copy.vault, copy.clock, copy.log);
    const due = await sweeper.due();
    expect(due.length).toBeGreaterThan(0);
    for (const id of due) await sweeper.handle(id);
    expect(await sweeper.due()).toEqual([]);
    expect(await Promise.all(kinds.map((kind) => rows(kind, copy.vault)))).toEqual(before);
    await copy.close();
  });

  /** The stores of a backup of the program, three days later. */
  async function restored() {
    const folder = mkdtempSync(join(tmpdir(), 'tillbook-rows-'));
    const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'data')];
    await operated(app.config.dataDir, 'backup', '--to', backup, '--with-keys');
    await operated(dataDir, 'restore', '--from', backup);
    const clock = new TestClock();
    clock.set(app.clock.now());
    const ports = await openPorts(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), {
      features,
      log: app.ports.log,
      clock,
    });
    // The program's may be ahead.
    clock.advanceMachine(3 * DAY + secondsBetween(clock.machineNow(), app.clock.machineNow()));
    const vault = new EncryptedVault(ports.vault, new Keys(ports.keys));
    const close = async () => {
      await ports.close();
      rmSync(folder, { recursive: true });
    };
    return { ...ports, vault, clock, close };
  }
});
