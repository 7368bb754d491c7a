import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Commands } from '../../../src/app/commands.ts';
import { FailingWork } from '../../../src/app/work/failing-work.ts';
import { GroupHistory } from '../../../src/app/health/group-history.ts';
import { grantReviewProjection } from '../../../src/features/billing/grants/grant-review.projection.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { WaitingKey } from '../../../src/kernel/reacting/waiting-steps.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { createOrganization, cookiesOf, post, signUp, tokenOf, type Person } from '../../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';

const READS = ['state', 'steps', 'work', 'due-items', 'deliveries', 'grant-reviews', 'seals', 'runs'].map(
  (path) => `/api/ledger/operator/${path}`,
);
const RUNS = '/api/ledger/operator/runs';
const UNKNOWN_RUN = `${RUNS}/0198c0de-0000-7000-8000-000000000001`;

interface Step {
  process: string;
  key: string;
  parked: boolean;
  attempts: number;
  events: number;
  error: string;
  event_id: string;
  event_type: string | null;
}

interface Run {
  id: string;
  state: string;
  lines: string[];
  actor: string;
  error: { code: string; message: string } | null;
}

let app: TestApp;
let admin: { cookie: string; id: string };
let owner: Person;
let organizationId: string;

beforeAll(async () => {
  app = await startApp({ whole: true });
  admin = await signedInAdmin();
  owner = await signUp(app);
  organizationId = (await createOrganization(app, owner.cookie)).id;
});
afterAll(() => app.close());
afterEach(() => {
  jest.restoreAllMocks();
});

async function signedInAdmin(): Promise<{ cookie: string; id: string }> {
  const answer = await post(app, '/api/auth/sign-in/email', ADMIN);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { cookie: cookiesOf(answer), id: user.id };
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(app.url + path, { headers });
}

async function read<T>(path: string): Promise<T> {
  const answer = await ask(`/api/ledger/operator/${path}`, { cookie: admin.cookie });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

function start(
  body: object,
  headers: Record<string, string> = { cookie: admin.cookie, origin: app.url },
): Promise<Response> {
  return fetch(app.url + RUNS, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Starts an action, and waits for its end. */
async function ran(action: string, args: object = {}): Promise<Run> {
  const answer = await start({ action, args });
  expect([action, answer.status]).toEqual([action, 201]);
  let run = (await answer.json()) as Run;
  await until(async () => {
    run = await read<Run>(`runs/${run.id}`);
    return run.state !== 'running';
  }, `${action} to end`);
  return run;
}

const steps = async (): Promise<Step[]> => (await read<{ items: Step[] }>('steps')).items;

describe('who may see and do it', () => {
  let refused: [who: string, headers: Record<string, string>, status: number][];

  beforeAll(async () => {
    const member = await signUp(app);
    const { token } = await tokenOf(app, owner.cookie, organizationId, 'ledger:read', 'metrics:read');
    const created = await post(app, '/api/auth/api-key/create', { name: 'mine' }, admin.cookie);
    const { key } = (await created.json()) as { key: string };
    const acting = await post(app, '/api/auth/admin/impersonate-user', { userId: owner.id }, admin.cookie);
    refused = [
      ['a stranger', {}, 401],
      ['an invalid token', { authorization: 'Bearer tb_oat_nothing' }, 401],
      ['a cookie of nobody', { cookie: 'better-auth.session_token=nothing' }, 401],
      ['a user', { cookie: member.cookie }, 403],
      ['an owner', { cookie: owner.cookie }, 403],
      ['a token of an organization', { authorization: `Bearer ${token}` }, 403],
      ["an administrator's API key", { authorization: `Bearer ${key}` }, 403],
      ['an administrator who acts as a user', { cookie: cookiesOf(acting) }, 403],
    ];
    admin = await signedInAdmin();
  });

  it('shows nothing to anybody else', async () => {
    for (const [who, headers, status] of refused)
      for (const path of [...READS, UNKNOWN_RUN])
        expect([who, path, (await ask(path, headers)).status]).toEqual([who, path, status]);
    for (const path of READS) expect([path, (await ask(path, { cookie: admin.cookie })).status]).toEqual([path, 200]);
    expect((await ask(UNKNOWN_RUN, { cookie: admin.cookie })).status).toBe(404);
  });

  it('runs nothing for anybody else, nor for another site in the name of an administrator', async () => {
    const body = { action: 'events unreadable' };
    for (const [who, headers, status] of refused)
      expect([who, (await start(body, { ...headers, origin: app.url })).status]).toEqual([who, status]);
    const { cookie } = admin;
    expect((await start(body, { cookie })).status).toBe(403);
    expect((await start(body, { cookie, origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await read<{ items: Run[] }>('runs')).items).toEqual([]);
    expect((await start(body)).status).toBe(201);
  });

  it('runs no action that is for those who can read the data folder', async () => {
    for (const action of ['users create', 'users grant-admin', 'users set-password', 'api-keys create', 'erase', 'no'])
      expect([action, (await start({ action })).status]).toEqual([action, 422]);
  });

  it('ends with the role: a session of a former administrator sees nothing', async () => {
    const { cookie, id } = await signUp(app);
    const role = (to: string) => post(app, '/api/auth/admin/set-role', { userId: id, role: to }, admin.cookie);
    const status = async () => (await ask(READS[0]!, { cookie })).status;
    await role('admin');
    expect(await status()).toBe(200);
    await role('user');
    expect(await status()).toBe(403);
  });
});

describe('the state', () => {
  it('shows lag, rate and errors of every group, and the latencies of every store', async () => {
    const history = app.app.get(GroupHistory);
    await history.sample();
    await signUp(app);
    await app.runtime.settled();
    await history.sample();
    const state = await read<{
      ready: boolean;
      sampled_at: string[];
      groups: { kind: string; group: string; leading: boolean; rates: number[] }[];
      engines: { store: string; product: string; operations: { operation: string; calls: number; p95_ms: number }[] }[];
      undone: { kind: string; seconds: number }[];
      processes: { name: string; state: string }[];
    }>('state');
    expect(state.ready).toBe(true);
    expect(state.groups.map(({ kind, group }) => `${kind} ${group}`)).toEqual([
      ...['access', 'billing', 'delivery', 'ledger', 'usage'].map((group) => `projections ${group}`),
      ...['accounts', 'billing', 'subscriptions', 'delivery'].map((group) => `processes ${group}`),
    ]);
    for (const { rates, leading } of state.groups)
      expect([leading, rates.length]).toEqual([true, state.sampled_at.length]);
    const [access] = state.groups;
    expect(access!.rates.at(-1)).toBeGreaterThan(0);
    expect(state.engines.map(({ store, product }) => [store, product])).toEqual([
      ['log', 'SQLite'],
      ['documents', 'SQLite'],
      ['vault', 'SQLite'],
      ['queue', 'In this process'],
    ]);
    const append = state.engines[0]!.operations.find(({ operation }) => operation === 'append')!;
    expect(append.calls).toBeGreaterThan(0);
    expect(append.p95_ms).toBeGreaterThan(0);
    expect(state.undone.map(({ kind }) => kind).toSorted()).toEqual([
      'benefit-access',
      'due_item',
      'email',
      'event',
      'payment',
      'refund',
      'step',
      'webhook',
    ]);
    expect(new Set(state.processes.map(({ state }) => state))).toEqual(new Set(['current']));
  });

  it('shows the last seals, and verifies the log', async () => {
    app.clock.advanceMachine(3_700);
    await until(async () => (await read<{ items: object[] }>('seals')).items.length > 0, 'a seal');
    admin = await signedInAdmin();
    expect((await ran('audit verify')).lines.join()).toMatch(/events: no faults/);
  });
});

describe('steps that fail', () => {
  let isBroken = true;

  /** Makes the steps of the process `webhooks` fail, with an error that quotes an address. */
  function breakWebhooks(): void {
    isBroken = true;
    const commands = app.app.get(Commands);
    const execute = commands.execute.bind(commands);
    jest
      .spyOn(commands, 'execute')
      .mockImplementation((command) =>
        isBroken && command.context.actor.id === 'webhooks' && command.context.actor.kind === 'system'
          ? Promise.reject(new Error('quoted: ada@example.com'))
          : execute(command),
      );
  }

  async function sell(name: string): Promise<string> {
    const prices = [{ amount_type: 'free' }];
    const body = { organization_id: organizationId, name, recurring_interval: null, prices };
    return ((await (await post(app, '/v1/products/', body, owner.cookie)).json()) as { id: string }).id;
  }

  async function parkedStep(): Promise<Step> {
    let found: Step | undefined;
    await until(async () => {
      app.clock.advanceMachine(30);
      [found] = await steps();
      return found?.parked === true;
    }, 'a step to be parked');
    return found!;
  }

  it('shows a parked step without what its error quotes, and retries it', async () => {
    breakWebhooks();
    await sell('Parked');
    const parked = await parkedStep();
    expect(parked).toMatchObject({ process: 'webhooks', attempts: 8, event_type: 'ProductCreated' });
    expect(parked.error).toBe('quoted: [redacted]');
    const { process, key } = parked;
    const again = await ran('steps retry', { process, key });
    expect([again.state, again.lines]).toEqual(['done', [`webhooks ${key}: failed again: quoted: [redacted]`]]);
    isBroken = false;
    expect((await ran('steps retry', { process, key })).lines).toEqual([`webhooks ${key}: done`]);
    expect(await steps()).toEqual([]);
  });

  it('skips a parked step with a reason, which the log records with who did it; later ones of its key follow', async () => {
    breakWebhooks();
    await sell('Skipped');
    const { process, key, event_id: event } = await parkedStep();
    await sell('Later');
    await until(async () => (await steps())[0]!.events === 2, 'the later event to wait');
    const reason = 'Nobody waits for it';
    expect((await start({ action: 'steps skip', args: { process, key } })).status).toBe(422);
    const other = await ran('steps skip', { process, key, event: UNKNOWN_RUN.slice(-36), reason });
    expect(other.lines).toEqual(['No failed step found; see: steps list']);
    isBroken = false;
    expect((await ran('steps skip', { process, key, event, reason })).lines.join()).toContain(
      `webhooks ${key}: skipped`,
    );
    await until(async () => (await steps()).length === 0, 'the later event to be handled');
    const [skipped] = await app.ports.store.read(`skippedstep-${event}`);
    expect(skipped).toMatchObject({
      type: 'StepSkipped',
      data: { process: 'webhooks', eventId: event, attempts: 8, organizationId, reason },
      metadata: { actor: { kind: 'user', id: admin.id } },
    });
  });

  it('answers 409 if another process runs it', async () => {
    const [process, key] = ['webhooks', 'elsewhere'];
    const waiting: WaitingKey = {
      process,
      key,
      events: [{ id: 'e', stream: 's-1', revision: 0, attempts: 8, nextAt: null, error: 'boom' }],
    };
    jest.spyOn(app.runtime.processes, 'waitingElsewhere').mockResolvedValue([waiting]);
    jest.spyOn(app.runtime, 'notTakenOver').mockResolvedValue([process]);
    expect(await steps()).toMatchObject([{ process, key, parked: true, event_type: null }]);
    for (const action of ['steps retry', 'steps skip']) {
      const answer = await start({ action, args: { process, key, reason: 'x' } });
      expect([action, answer.status, await answer.json()]).toEqual([
        action,
        409,
        { error: 'NotLeading', detail: 'Another process runs webhooks: run the command there' },
      ]);
    }
  });
});

describe('other actions', () => {
  it('shows and retries failing work', async () => {
    const failing = app.app.get(FailingWork);
    await failing.put('payment/p1', { attempt: 3, error: new Error('refused ada@example.com'), retryInMs: 60_000 });
    expect(await read('work')).toMatchObject({
      total: 1,
      items: [{ job: 'payment/p1', kind: 'payment', attempts: 3, error: 'refused [redacted]' }],
    });
    const { lines } = await ran('work retry', { job: 'payment/p1' });
    expect(lines.join()).toMatch(/^payment\/p1: (done|failed again)/);
    await failing.put('payment/p1', { attempt: 4, error: new Error('refused'), retryInMs: 60_000 });
    jest.spyOn(app.runtime, 'runs').mockReturnValue(false);
    const elsewhere = await start({ action: 'work retry', args: { all: true } });
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([409, { error: 'NotLeading' }]);
    await failing.remove('payment/p1');
  });

  it('rebuilds a projection without holding the request, and refuses the same again meanwhile', async () => {
    let finish = (): void => undefined;
    const rebuilding = new Promise<void>((resolve) => (finish = resolve));
    jest.spyOn(app.runtime, 'rebuild').mockReturnValueOnce(rebuilding);
    const answer = await start({ action: 'projections rebuild', args: { name: 'products' } });
    const run = (await answer.json()) as Run;
    expect([answer.status, run.state]).toEqual([201, 'running']);
    expect((await start({ action: 'projections rebuild', args: { name: 'products' } })).status).toBe(409);
    finish();
    await until(async () => (await read<Run>(`runs/${run.id}`)).state === 'done', 'the rebuild');
    expect((await ran('projections rebuild', { name: 'products' })).lines.at(-1)).toMatch(/^Rebuilt products_v\d+\.$/);
    expect((await start({ action: 'projections rebuild', args: { name: 'nothing' } })).status).toBe(404);
  });

  it('shows a late failure in its run, and a run whose process has ended as failed', async () => {
    jest
      .spyOn(app.runtime, 'rebuild')
      .mockImplementationOnce(
        () =>
          new Promise((_, reject) => setTimeout(() => reject(new DomainError('NotLeading', 'Elsewhere', 409)), 2_500)),
      );
    const late = await ran('projections rebuild', { name: 'products' });
    expect([late.state, late.error]).toEqual(['failed', { code: 'NotLeading', message: 'Elsewhere' }]);
    const { items } = await read<{ items: Run[] }>('runs');
    expect(items[0]).toMatchObject({ id: late.id, actor: admin.id, state: 'failed' });
  });

  it('resumes only a stopped process, and skips only an event that cannot be read', async () => {
    expect((await start({ action: 'processes resume', args: { name: 'webhooks' } })).status).toBe(422);
    expect((await start({ action: 'processes resume', args: { name: 'webhooks', from: 'end' } })).status).toBe(409);
    expect((await start({ action: 'events skip', args: { event: `organization-${organizationId}@0` } })).status).toBe(
      409,
    );
    expect((await ran('events unreadable')).lines).toEqual(['Every event can be read.']);
  });

  it('shows due items of all organizations', async () => {
    const { kinds } = await read<{ kinds: { kind: string; overdue: number }[] }>('due-items');
    expect(kinds.length).toBeGreaterThan(1);
  });

  it('shows which grants still have to follow a change, of all organizations', async () => {
    expect(await read('grant-reviews')).toEqual({ items: [], total: 0 });
    const id = newUuid();
    const at = app.clock.now();
    const review = { id, organization_id: organizationId, kind: 'align', product_id: newUuid(), benefit_id: null };
    const document = { ...review, done: 200, total: 1_000, started_at: at, modified_at: at };
    const collection = collectionOf(grantReviewProjection);
    const position = '0'.repeat(20);
    await app.ports.documents.save([{ collection, id, seen: undefined, position, document }]);
    expect(await read('grant-reviews')).toMatchObject({
      items: [{ id, organization_id: organizationId, kind: 'align', done: 200, total: 1_000 }],
      total: 1,
    });
    await app.ports.documents.save([{ collection, id, seen: position, position, document: undefined }]);
  });
});
