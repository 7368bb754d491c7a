import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Readiness } from '../../src/app/health/health.ts';
import {
  expectNothingLost,
  expectNobodyChargedTwice,
  expectNothingCreatedTwice,
  expectNothingSentTwice,
  type Logged,
} from '../crash/checks.ts';
import { openShop } from '../crash/shop.ts';
import { Writers, type Shop } from '../crash/writers.ts';
import { Random } from '../support/contract-tools.ts';
import { until } from '../support/until.ts';
import { Deployment, Engines, missingEngines } from '../support/deployment.ts';
import { freePort } from '../support/ports.ts';
import { Program } from '../support/program.ts';
import type { RedisServer } from '../support/redis/server.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { unsentStreams } from '../support/sent.ts';
import { isSoak, seedOf, sized } from '../support/seed.ts';
import { given, type Server } from '../support/given-servers.ts';
import { describeWith } from '../support/servers.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

const SEED = seedOf(4);
/** Acknowledged writes between two faults. */
const ENOUGH = 20;
/** Longest pause of a writer: there is always some write on its way, and the machine has time for the nine processes that start again. */
const WRITERS_PAUSE_MS = 250;
const OUTAGE_MS = 2_000;
/** How often appends and subscriptions are broken off. */
const BREAKS = sized({ gate: 1, soak: 9 });
/** Longer than any caller may wait. */
const HANGING_MS = 12_000;
/** Enough on a busy machine. */
const WITHIN_MS = 120_000;
const TEST_MS = (2 + BREAKS) * WITHIN_MS;
/** Of a process that is behind. */
const LAST_LINES = 12;
/** One for each writer. */
const ANSWERS = 4;

/** Faults are only injected into the tests' own servers. */
const itOnOwnServer = (name: Parameters<typeof given>[0]) => (given(name) ? it.skip : it);

const random = new Random(SEED);

describeWith(missingEngines(), `two of each role under four writers (SEED=${SEED})`, () => {
  const opened: { close(): Promise<void> }[] = [];
  let engines: Engines;
  let deployment: Deployment;
  let smtp: Smtp;
  let receiver: Receiver;
  let shop: Shop;
  let writers: Writers;
  let log: Logged[];

  beforeAll(async () => {
    [engines, smtp, receiver] = await Promise.all([Engines.start(), startSmtp(), startReceiver()]);
    const roles = ['api', 'api', 'projector', 'projector', 'worker', 'worker'] as const;
    deployment = await Deployment.of(roles, { ...engines.env, SMTP_URL: smtp.url });
    opened.push(engines, smtp, receiver, deployment);
    await deployment.start();
    shop = await openShop(deployment.withRole('api')[0]!, receiver);
    writers = new Writers(alternating(deployment.withRole('api')), shop, random, WRITERS_PAUSE_MS);
    writers.start();
    await untilMoreAcknowledged();
  }, TEST_MS);
  afterAll(async () => {
    const abandoned = writers?.abandon();
    for (const each of opened.reverse()) await each.close();
    await abandoned;
  });

  it(
    'continue after processes of each role are killed',
    async () => {
      // In the gate, one of each role.
      for (const program of random.shuffle(deployment.programs.filter((_, n) => isSoak || n % 2 === 0))) {
        await program.kill();
        await untilMoreAcknowledged().finally(() => program.spawn());
      }
      await Promise.all(deployment.programs.map((program) => program.ready()));
      await untilMoreAcknowledged();
    },
    TEST_MS,
  );

  itOnOwnServer('REDIS_URL')(
    'continue without Redis, and after it has lost its data',
    async () => {
      await engines.redis.stop();
      await untilMoreAcknowledged().finally(() => engines.redis.run());
      await untilMoreAcknowledged();
      await (engines.redis as RedisServer).flush();
      await untilMoreAcknowledged();
    },
    TEST_MS,
  );

  itOnOwnServer('MONGODB_URL')(
    'wait or answer 503 while MongoDB is unavailable, and continue when it is back',
    async () => {
      await engines.mongo.stop();
      await pause(OUTAGE_MS);
      await engines.mongo.run();
      await untilMoreAcknowledged();
    },
    TEST_MS,
  );

  itOnOwnServer('EVENTSTORE_URL')(
    'continue after EventStoreDB has repeatedly broken off appends and subscriptions',
    async () => {
      for (let round = 0; round < BREAKS; round++) {
        await engines.eventStore.stop();
        await pause(random.int(OUTAGE_MS));
        await engines.eventStore.run();
        await untilMoreAcknowledged();
      }
    },
    TEST_MS,
  );

  itOnOwnServer('MONGODB_URL')(
    'answer in time while MongoDB hangs, and continue afterwards',
    () => hanging(engines.mongo),
    TEST_MS,
  );

  itOnOwnServer('EVENTSTORE_URL')(
    'answer in time while EventStoreDB hangs, and continue afterwards',
    () => hanging(engines.eventStore),
    TEST_MS,
  );

  it(
    'finish all work',
    async () => {
      await writers.stop();
      await deployment.caughtUp(2 * WITHIN_MS).catch(() => undefined);
      const behind = await deployment.behind();
      const said = behind.length > 0 ? deployment.programs.map(lastSaid) : [];
      expect({ behind, said }).toEqual({ behind: [], said: [] });
      expect(await leftOf(unfinishedCheckouts)).toEqual([]);
      expect(await leftOf(unsentStreams)).toEqual([]);
    },
    TEST_MS,
  );

  it('have answered in time, and never with 500', () => {
    // With the internal error, which answers do not show.
    expect(deployment.programs.flatMap(failures)).toEqual([]);
    expect(writers.answers.hung).toEqual([]);
  });

  it(
    'keep everything that they have acknowledged',
    async () => {
      await expectNothingLost(writers.acknowledged, get);
    },
    TEST_MS,
  );

  it('have charged nobody twice', () => expectNobodyChargedTwice(log));

  it('have created nothing twice under one Idempotency-Key', () => expectNothingCreatedTwice(log));

  it('have sent no mail or webhook twice under different ids', () => expectNothingSentTwice(log, smtp, receiver));

  it(
    'are ready, and have parked nothing',
    async () => {
      // A probe that a busy machine delays is a problem until the next.
      const report = async ({ url }: Program) => {
        const { problems, waiting } = (await (await fetch(`${url}/readyz`)).json()) as Readiness;
        return { problems, waiting };
      };
      let reports: Pick<Readiness, 'problems' | 'waiting'>[] = [];
      const nothingLeft = deployment.programs.map(() => ({ problems: [], waiting: [] }));
      await until(
        async () => isDeepStrictEqual((reports = await Promise.all(deployment.programs.map(report))), nothingLeft),
        'everybody to be ready',
        WITHIN_MS,
      ).catch(() => undefined);
      expect(reports).toEqual(nothingLeft);
    },
    TEST_MS,
  );

  it(
    'have read models that match the log',
    async () => {
      const { code, output } = await deployment.programs[0]!.operate('projections', 'compare');
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(': 0 differ') });
    },
    TEST_MS,
  );

  it(
    'do not start without EventStoreDB or MongoDB, and report it, but start without Redis',
    async () => {
      const away = await freePort();
      const [noLog, noReadModels, noQueue] = await Promise.all([
        beside({ EVENTSTORE_URL: `esdb://127.0.0.1:${away}?tls=false` }),
        beside({ MONGODB_URL: `mongodb://127.0.0.1:${away}/tillbook` }),
        beside({ REDIS_URL: `redis://127.0.0.1:${away}` }),
      ]);
      for (const one of [noLog, noReadModels, noQueue]) one.spawn();
      await until(() => !noLog.isRunning && !noReadModels.isRunning, 'the processes to end', WITHIN_MS);
      expect(noLog.output).toMatch(/^EventStoreDB.* does not answer/m);
      expect(noReadModels.output).toMatch(/^MongoDB.* does not answer/m);
      expect([noLog.exitCode, noReadModels.exitCode]).toEqual([1, 1]);
      await noQueue.ready();
      const ready = await fetch(`${noQueue.url}/readyz`);
      await noQueue.kill();
      expect(ready.status).toBe(200);
    },
    TEST_MS,
  );

  /** One more api process, which is not part of the deployment. */
  async function beside(env: Record<string, string>): Promise<Program> {
    return new Program({ ...deployment.programs[0]!.env, PORT: String(await freePort()), ...env });
  }

  async function hanging(server: Server): Promise<void> {
    const enough = writers.answers.unavailable + ANSWERS;
    server.freeze(true);
    const answered = until(() => writers.answers.unavailable >= enough, 'answers while it hangs', WITHIN_MS);
    await Promise.all([answered, pause(HANGING_MS)]).finally(() => server.freeze(false));
    await untilMoreAcknowledged();
  }

  /** Waits until more writes have been acknowledged. */
  async function untilMoreAcknowledged(): Promise<void> {
    const enough = writers.acknowledged.count + ENOUGH;
    await until(() => writers.acknowledged.count >= enough, 'more acknowledged writes', WITHIN_MS);
  }

  /** Waits until nothing is left of some work, or returns the histories of the streams that are left. */
  async function leftOf(look: (all: readonly Logged[]) => string[]): Promise<string[]> {
    let left: string[] = [];
    const isEmpty = async () => (left = look((log = await deployment.events()))).length === 0;
    await until(isEmpty, 'nothing to be left', 2 * WITHIN_MS).catch(() => undefined);
    return left.map((stream) => `${stream}: ${historyOf(stream)}`);
  }

  function historyOf(stream: string): string {
    return log
      .filter((event) => event.stream === stream)
      .map(({ type, data: { reason } }) => (reason === undefined ? type : `${type} (${reason as string})`))
      .join(', ');
  }

  async function get(
    path: string,
    headers: Record<string, string> = { authorization: `Bearer ${shop.token}` },
  ): Promise<unknown> {
    const answer = await fetch(deployment.withRole('api')[0]!.url + path, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
});

function lastSaid({ env, output }: Program): string[] {
  return [env.ROLE!, ...output.trimEnd().split('\n').slice(-LAST_LINES)];
}

/** What a process logged of requests that it answered with 500. */
function failures({ output }: Program): string[] {
  return output
    .split('\n')
    .filter((line) => line.includes('"A request failed"') && !line.includes('"ServiceUnavailable"'));
}

/** A different program at each request. */
function alternating(programs: readonly Program[]): { readonly url: string } {
  let requests = 0;
  return {
    get url() {
      return programs[requests++ % programs.length]!.url;
    },
  };
}

/** Checkouts that were confirmed and have not succeeded. */
function unfinishedCheckouts(log: readonly Logged[]): string[] {
  const of = (type: string) => log.filter((event) => event.type === type).map(({ stream }) => stream);
  const ended = new Set(of('CheckoutSucceeded'));
  return of('CheckoutConfirmStarted').filter((stream) => !ended.has(stream));
}
