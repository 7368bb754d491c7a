import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, addSeconds, type Instant } from '../../src/kernel/ports/clock.ts';
import { idOf } from '../../src/kernel/ports/event-store.ts';
import { freePort } from '../support/ports.ts';
import { Random } from '../support/contract-tools.ts';
import { until } from '../support/until.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { seedOf, sized } from '../support/seed.ts';
import { scheduledStreams, unsentStreams } from '../support/sent.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';
import {
  expectNothingLost,
  expectNobodyChargedTwice,
  expectNothingCreatedTwice,
  expectNothingSentTwice,
  type Logged,
} from './checks.ts';
import { Folder } from './folder.ts';
import { openShop } from './shop.ts';
import { Writers, type Shop } from './writers.ts';

const SEED = seedOf(1);
/** Longest time between two kills, in milliseconds after the port has opened. */
const LIFE_MS = 900;
/** Kills at any time before those at particular moments. */
const KILLS = sized({ gate: 2, soak: 12 });
/** Acknowledged writes before the first kill. */
const ENOUGH = 150;
/** More than a month: every monthly subscription is renewed once. */
const ADVANCE_DAYS = 32;
const SETTLED_WITHIN_MS = 60_000;
const MOVED_WITHIN_MS = 150_000;
const TEST_MS = 200_000 + 50_000 * KILLS;
/** Attempts to kill the program while it builds read models. */
const REBUILDS = 5;
/** Attempts to kill it while the clock moves. */
const ADVANCES = 5;

const random = new Random(SEED);
const folder = new Folder(mkdtempSync(join(tmpdir(), 'tillbook-crash-')));

let smtp: Smtp;
let receiver: Receiver;
let program: Program;
let shop: Shop;
let writers: Writers;
/** Kills by what the program was doing. */
const kills = { plain: 0, rebuilding: 0, advancing: 0 };
let log: Logged[] = [];

beforeAll(async () => {
  buildIfMissing();
  [smtp, receiver] = [await startSmtp(), await startReceiver()];
  program = new Program({
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    SMTP_URL: smtp.url,
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  await program.start();
  shop = await openShop(program, receiver);
  writers = new Writers(program, shop, random);
});

afterAll(async () => {
  const abandoned = writers?.abandon();
  await program?.kill();
  await Promise.all([abandoned, smtp?.close(), receiver?.close()]);
  rmSync(folder.path, { recursive: true });
});

describe(`the program, killed ${KILLS + 3} times under four writers (SEED=${SEED})`, () => {
  it(
    'starts again after every kill, also during a rebuild or a clock advance',
    async () => {
      writers.start();
      await until(() => writers.acknowledged.count > ENOUGH, 'a log worth rebuilding', SETTLED_WITHIN_MS);
      for (let round = 0; round < KILLS; round++) await killSometime();
      await killRebuilding();
      // The clock moves once what was begun is done, which has no end beside writers that never rest.
      await writers.stop();
      await killAdvancing();
      writers.start();
      await killSometime();
      expect(kills).toEqual({ plain: KILLS + 1, rebuilding: 1, advancing: 1 });
      await program.ready();
      const before = writers.acknowledged.count;
      await until(() => writers.acknowledged.count > before + 30, 'writes after the last start', SETTLED_WITHIN_MS);
      await writers.stop();
      await advanceTo(addDays(await clock(), ADVANCE_DAYS));
    },
    TEST_MS,
  );

  it('sends the mails and webhooks that were due', async () => {
    // The clock's route answers once all accepted work is done.
    await advanceTo(addSeconds(await clock(), 1));
    let open: string[] = [];
    const isSent = async () => (open = unsentStreams(await folder.events())).length === 0;
    // What was never sent is named by the assertion.
    await until(isSent, 'mails and webhooks', SETTLED_WITHIN_MS, 200).catch(() => undefined);
    expect(open).toEqual([]);
    const sent = new Set([...smtp.received.map(({ id }) => id), ...receiver.ids()]);
    log = await folder.events();
    expect(scheduledStreams(log).filter((stream) => !sent.has(idOf(stream)))).toEqual([]);
  });

  it('keeps everything that it has acknowledged', async () => {
    await expectNothingLost(writers.acknowledged, get);
  });

  it('leaves no step parked, no projection behind and no checkout incomplete', async () => {
    expect(await get('/readyz')).toMatchObject({ ready: true, problems: [], waiting: [], stopped: [] });
    const started = log.filter(({ type }) => type === 'CheckoutConfirmStarted').map(({ stream }) => idOf(stream));
    const ended = new Set(only('CheckoutSucceeded').map(({ stream }) => idOf(stream)));
    expect(started.filter((id) => !ended.has(id))).toEqual([]);
  });

  it('charges nobody twice', () => {
    expectNobodyChargedTwice(log);
    expect(only('SubscriptionRenewed').length).toBeGreaterThan(0);
  });

  it('creates nothing twice under one Idempotency-Key', () => expectNothingCreatedTwice(log));

  it('sends no mail or webhook twice under different ids', () => expectNothingSentTwice(log, smtp, receiver));

  it('has read models that match the log', async () => {
    await program.stop();
    const { code, output } = await program.operate('projections', 'compare');
    expect({ code, output }).toEqual({ code: 0, output: expect.anything() });
  });
});

async function killSometime(): Promise<void> {
  await program.ready();
  await pause(random.int(LIFE_MS));
  await program.kill();
  kills.plain += 1;
  program.spawn();
}

/** The start rebuilds the read models, and is killed between their first batch and their last. */
async function killRebuilding(): Promise<void> {
  await program.ready();
  await program.kill();
  const end = (await folder.end())!;
  for (let isBuilt = true, attempt = 1; isBuilt; attempt++) {
    if (attempt > REBUILDS) throw new Error('The read models were always built before the program was killed');
    folder.dropReadModels();
    program.spawn();
    const begun = async () => (await folder.projected()).some((position) => position !== undefined);
    await until(begun, 'the first batch of the read models', SETTLED_WITHIN_MS, 1);
    await program.kill();
    isBuilt = (await folder.projected()).every((position) => position !== undefined && position >= end);
  }
  kills.rebuilding += 1;
  program.spawn();
}

/** Once the first of many renewals has been recorded, and before the last. */
async function killAdvancing(): Promise<void> {
  for (let isDone = true, attempt = 1; isDone; attempt++) {
    if (attempt > ADVANCES) throw new Error('The clock had always been moved before the program was killed');
    await program.ready();
    const to = addDays(await clock(), ADVANCE_DAYS);
    // Before the clock moves: everything may be renewed by the time that the log is opened here.
    const before = await folder.count('SubscriptionRenewed');
    let answer: 'none' | 'moved' | Error = 'none';
    const answered = advanceTo(to).then(
      () => (answer = 'moved'),
      (error: Error) => (answer = error),
    );
    const renewed = async () => answer !== 'none' || (await folder.count('SubscriptionRenewed')) > before;
    await until(renewed, 'the first renewal', MOVED_WITHIN_MS);
    if ((answer as unknown) instanceof Error) throw answer;
    await pause(random.int(100));
    await program.kill();
    isDone = (await answered) === 'moved';
    await program.start();
    expect((await clock()) < to).toBe(!isDone);
  }
  kills.advancing += 1;
}

async function clock(): Promise<Instant> {
  return ((await get('/sandbox/clock')) as { now: Instant }).now;
}

/** Asks again while the program is too busy with the writers. */
async function advanceTo(to: Instant): Promise<void> {
  for (;;) {
    const answer = await fetch(`${program.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: program.url },
      body: JSON.stringify({ advance_to: to }),
    });
    if (answer.status === 200) return;
    if (answer.status !== 503) throw new Error(`The clock was not moved: ${await answer.text()}`);
    await pause(200);
  }
}

async function get(
  path: string,
  headers: Record<string, string> = { authorization: `Bearer ${shop.token}` },
): Promise<unknown> {
  const answer = await fetch(program.url + path, { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function only(type: string): Logged[] {
  return log.filter((event) => event.type === type);
}
