import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import { Deployment, Engines, missingEngines } from '../support/deployment.ts';
import { nextRelease, type Program } from '../support/program.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';

/**
 * An upgrade as docs/OPERATING.md#upgrading describes it, and back: two releases with different versions of a read model run side by side, while
 * requests go on all the time at every open process.
 */
const WITHIN_MS = 60_000;
const TEST_MS = 3 * WITHIN_MS;
const CUSTOMERS = 40;
/** Between two customers at one process: without it, the requests take the time that the processes need to start. */
const PAUSE_MS = 200;

describeWith(missingEngines(), 'two releases side by side', () => {
  const release = { folder: '', remove: () => undefined as void };
  let engines: Engines;
  let deployment: Deployment;
  let old: Record<'projector' | 'api' | 'worker', Program>;
  let next: Record<'projector' | 'api' | 'worker', Program>;
  let traffic: Traffic;

  beforeAll(async () => {
    engines = await Engines.shared();
    deployment = await Deployment.of(['api', 'projector', 'worker'], engines.env);
    await deployment.start();
    const [api, projector, worker] = deployment.programs as [Program, Program, Program];
    old = { api, projector, worker };
    const { cookie } = await signUp(api);
    const { id } = await createOrganization(api, cookie);
    const { token } = await tokenOf(api, cookie, id, 'customers:read', 'customers:write');
    traffic = new Traffic(token);
    for (let n = 0; n < CUSTOMERS; n++) await traffic.create(api);
    Object.assign(release, nextRelease('src/features/billing/customers/customer.projection.ts'));
    const added = (['projector', 'api', 'worker'] as const).map(async (role) => deployment.add(role, release.folder));
    const [newProjector, newApi, newWorker] = (await Promise.all(added)) as [Program, Program, Program];
    next = { projector: newProjector, api: newApi, worker: newWorker };
    traffic.at(api);
  }, TEST_MS);
  afterAll(async () => {
    // Programs that a failed test has left may never answer; what they are asked then is no failure any more.
    const stopped = traffic?.stop().catch(() => undefined);
    await deployment?.close();
    await stopped;
    await engines?.close();
    release.remove();
  });

  it(
    'builds the new version while the old release serves its own',
    async () => {
      await next.projector.start();
      expect(await readiness(next.projector)).toMatchObject({
        status: 503,
        problems: [{ part: expect.stringMatching(/^read model customers_v/), reason: 'is being built' }],
      });
      expect((await readiness(old.projector)).status).toBe(200);
      await until(async () => (await readiness(next.projector)).status === 200, 'the new version', WITHIN_MS);
      await Promise.all([next.api.start(), next.worker.start()]);
      traffic.at(next.api);
      await traffic.more();
      expect(await traffic.first(next.api)).toBe(CUSTOMERS);
    },
    TEST_MS,
  );

  it(
    'takes over when the old release ends, and its documents match the log',
    async () => {
      await traffic.notAt(old.api);
      await traffic.more();
      await Promise.all([old.api.stop(), old.worker.stop()]);
      await old.projector.stop();
      await traffic.more();
      await until(async () => (await readiness(next.projector)).leadsAll, 'the new leader', WITHIN_MS);
      await traffic.more();
      const { output } = await next.projector.tillbook('projections', 'compare');
      expect(output).toMatch(/ read models compared: 0 differ$/m);
      expect(output).not.toContain('not built');
    },
    TEST_MS,
  );

  it(
    'goes back to the old release, which continues where it stopped',
    async () => {
      await old.projector.start();
      await until(async () => (await readiness(old.projector)).status === 200, 'the old version', WITHIN_MS);
      await Promise.all([old.api.start(), old.worker.start()]);
      traffic.at(old.api);
      await traffic.more();
      expect(await traffic.first(old.api)).toBe(CUSTOMERS);
      await traffic.notAt(next.api);
      await traffic.more();
      await Promise.all([next.api.stop(), next.worker.stop()]);
      await next.projector.stop();
      await traffic.more();
      const { output } = await old.projector.tillbook('projections', 'compare');
      expect(output).toMatch(/ read models compared: 0 differ$/m);
    },
    TEST_MS,
  );

  it('answers every request all the while', () => {
    expect(traffic.failures).toEqual([]);
    expect(traffic.created).toBeGreaterThan(CUSTOMERS + 20);
  });
});

/** Creates a customer and lists it, again and again, at each of the processes that are open. */
class Traffic {
  readonly failures: string[] = [];
  created = 0;
  private readonly open = new Map<Program, Promise<void>>();

  constructor(private readonly token: string) {}

  at(api: Program): void {
    this.open.set(api, Promise.resolve());
    this.open.set(api, this.run(api));
  }

  /** Ends the requests at a process before it is stopped, as a load balancer does. */
  async notAt(api: Program): Promise<void> {
    const running = this.open.get(api);
    this.open.delete(api);
    await running;
  }

  async stop(): Promise<void> {
    const running = [...this.open.values()];
    this.open.clear();
    await Promise.all(running);
  }

  /** Waits until some more requests have been answered. */
  async more(): Promise<void> {
    const before = this.created;
    await until(() => this.created >= before + 6, 'more requests to be answered', WITHIN_MS);
  }

  async create(api: Program): Promise<void> {
    const email = `customer-${this.created}-${api.env.PORT}@example.com`;
    const made = await this.ask(api, 'POST', '/v1/customers/', { email });
    const isPending = made.headers.has('projection-pending');
    const listed = await this.ask(api, 'GET', `/v1/customers/?email=${encodeURIComponent(email)}`);
    const { items } = JSON.parse(listed.body) as { items?: unknown[] };
    if (!isPending && items?.length !== 1) this.failures.push(`${email} is not listed at once: ${listed.body}`);
    this.created += 1;
  }

  /** How many of the first customers a process lists. */
  async first(api: Program): Promise<number> {
    const { body } = await this.ask(api, 'GET', `/v1/customers/?sorting=created_at&limit=${CUSTOMERS}`);
    const { items } = JSON.parse(body) as { items: { email: string }[] };
    return new Set(items.map(({ email }) => email)).size;
  }

  private async run(api: Program): Promise<void> {
    while (this.open.has(api)) {
      await this.create(api);
      await pause(PAUSE_MS);
    }
  }

  private async ask(api: Program, method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${this.token}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(api.url + path, { method, headers, body: body && JSON.stringify(body) }).catch(
      (error: unknown) => new Response(String(error), { status: 599 }),
    );
    const text = await response.text();
    if (!response.ok) this.failures.push(`${method} ${path} at ${api.url}: ${response.status} ${text}`);
    return { body: response.ok ? text : '{}', headers: response.headers };
  }
}

async function readiness({ url }: Program) {
  const response = await fetch(`${url}/readyz`);
  const { problems, groups } = (await response.json()) as {
    problems: { part: string; reason: string }[];
    groups: { leading: boolean }[];
  };
  return { status: response.status, problems, leadsAll: groups.every(({ leading }) => leading) };
}
