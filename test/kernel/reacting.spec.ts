import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Instant } from '../../src/kernel/ports/clock.ts';
import type { StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { command, type Command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { dueProjection, type DueSource } from '../../src/kernel/reacting/due.ts';
import { ConcurrencyConflict, DomainError, ServiceUnavailable } from '../../src/kernel/errors.ts';
import { event, type EventsOf } from '../../src/kernel/writing/events.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { ProcessRunner } from '../../src/kernel/reacting/process-runner.ts';
import { reactingTo, send, type ProcessManager } from '../../src/kernel/reacting/process.ts';
import { resumeBehind } from '../../src/kernel/reacting/process-checkpoint.ts';
import type { Place } from '../../src/kernel/reacting/progress.ts';
import { Projector } from '../../src/kernel/reading/projector.ts';
import { skipDecider, SkipEvent, SKIPPED_STREAM } from '../../src/kernel/writing/skipped-events.ts';
import { Ticker } from '../../src/kernel/reacting/ticker.ts';
import { readVault } from '../../src/kernel/ports/vault.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

const jobEvents = {
  JobAsked: event<{ jobId: string; dueAt?: Instant }>(),
  JobDone: event<{ jobId: string }>(),
};
type JobEvent = EventsOf<typeof jobEvents>;
class Append extends command('Append')<{ events: JobEvent[] }> {}
class DoJob extends command('DoJob')<{ jobId: string }> {}
class DoDueJob extends command('DoDueJob')<{ id: string; dueAt: Instant }> {}

const verbatim: Decider<IntentOf<Append>, null, JobEvent> = {
  category: 'job',
  initial: null,
  decide: ({ data }) => data.events,
  evolve: () => null,
};

const worker = reactingTo<JobEvent>()({
  name: 'worker',
  on: { JobAsked: ({ jobId }) => [send(DoJob, { jobId }, jobId)] },
});

let kernel: TestKernel;
let dispatched: Command[];
let fail: (sent: Command) => Error | undefined;
let runners: ProcessRunner[];

beforeEach(() => {
  kernel = openKernel([jobEvents]);
  dispatched = [];
  runners = [];
  fail = () => undefined;
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await kernel.close();
});

function dispatch(sent: Command): Promise<void> {
  const error = fail(sent);
  if (error) return Promise.reject(error);
  dispatched.push(sent);
  return Promise.resolve();
}

async function start(process: ProcessManager<JobEvent> = worker): Promise<ProcessRunner> {
  const runner = new ProcessRunner(process, { ...kernel, dispatch });
  runners.push(runner);
  await runner.start();
  return runner;
}

async function requestJob(stream: string, jobId: string, dueAt?: Instant): Promise<void> {
  const events: JobEvent[] = [{ type: 'JobAsked', data: { jobId, dueAt } }];
  await kernel.executor.execute(verbatim, `job-${stream}`, new Append({ events }, kernel.context()));
}

/** Requests many jobs in one append. */
async function requestJobs(jobs: number, stream: string): Promise<void> {
  const events = Array.from({ length: jobs }, (_, n): JobEvent => ({
    type: 'JobAsked',
    data: { jobId: `${stream}-${n}` },
  }));
  await kernel.executor.execute(verbatim, `job-${stream}`, new Append({ events }, kernel.context()));
}

const done = () => dispatched.map(({ data }) => (data as { jobId: string }).jobId);
const passed = async (runner: ProcessRunner) =>
  expect(await runner.passed((await kernel.store.end())!, 5_000)).toBe(true);

describe('a process runner', () => {
  it('sends commands in log order, with ids derived from event, process, type and target', async () => {
    const runner = await start();
    await requestJob('a', '1');
    await requestJob('b', '2');
    await passed(runner);
    expect(done()).toEqual(['1', '2']);
    const [requested] = await kernel.store.read('job-a');
    expect(dispatched[0]!.id).toBe(`${requested!.id}:worker:DoJob:1`);
    expect(dispatched[0]!.context).toMatchObject({
      actor: { kind: 'system', id: 'worker' },
      causationId: requested!.id,
      correlationId: requested!.metadata.correlationId,
      organizationId: 'org',
    });
  });

  it('stops although its checkpoint cannot be saved, and takes the same steps again later', async () => {
    const runner = await start();
    const put = jest.spyOn(kernel.vault, 'put').mockRejectedValue(new ServiceUnavailable('Storage', 'is full'));
    await requestJob('a', '1');
    await passed(runner);
    await runner.stop();
    put.mockRestore();
    await passed(await start());
    expect(done()).toEqual(['1', '1']);
    expect(new Set(dispatched.map(({ id }) => id)).size).toBe(1);
  });

  it('does not ask a log that was closed before it again and again', async () => {
    let asked = 0;
    const closed = Object.create(kernel.store, {
      subscribe: {
        value() {
          if (++asked > 100) throw new Error('It never pauses');
          return Readable.from([]);
        },
      },
    }) as typeof kernel.store;
    const runner = new ProcessRunner(worker, { ...kernel, store: closed, dispatch });
    runners.push(runner);
    await runner.start();
    await pause(50);
    expect(asked).toBe(1);
  });

  it('continues after a restart where it stopped', async () => {
    await requestJob('a', '1');
    const runner = await start();
    await passed(runner);
    await runner.stop();
    await requestJob('a', '2');
    await passed(await start());
    expect(done()).toEqual(['1', '2']);
  });

  it('saves no checkpoint before the first event, so that an empty log does not look like a lost one', async () => {
    const runner = new ProcessRunner(worker, { ...kernel, dispatch, watched: true });
    runners.push(runner);
    await runner.start();
    // Longer than it takes to save a checkpoint.
    await pause(400);
    expect(await readVault(kernel.vault, 'process/worker')).toBeUndefined();
  });

  it('repeats commands under the same ids when its checkpoint is lost', async () => {
    await requestJob('a', '1');
    await requestJob('a', '2');
    const first = await start();
    await passed(first);
    await first.stop();
    const [one, two] = dispatched.map(({ id }) => id);
    await kernel.vault.delete('process/worker');
    await passed(await start());
    expect(dispatched.map(({ id }) => id)).toEqual([one, two, one, two]);
  });

  it('repeats only the events after its last checkpoint', async () => {
    await requestJob('a', '1');
    const first = await start();
    await passed(first);
    await first.stop();
    const kept = (await kernel.vault.getMany(['process/worker'])).get('process/worker')!.value;
    await requestJob('a', '2');
    const second = await start();
    await passed(second);
    await second.stop();
    // As after a crash before the second checkpoint was saved.
    await kernel.vault.put('process/worker', kept);
    await passed(await start());
    expect(done()).toEqual(['1', '2', '2']);
  });

  it('waits at an unreadable event, reports it, and continues once it is skipped', async () => {
    await requestJob('a', '1');
    const [known] = await kernel.store.read('job-a');
    const metadata = { ...known!.metadata, version: 99 };
    await kernel.store.append('job-c', [{ ...known!, id: newUuid(), metadata }], 'none');
    const [unreadable] = await kernel.store.read('job-c');
    const runner = await start();
    await requestJob('b', '2');
    await until(() => runner.stopped !== undefined, 'the runner to stop');
    expect(runner.stopped).toContain(unreadable!.id);
    expect(await runner.passed(known!.position, 5_000)).toBe(true);
    expect(done()).toEqual(['1']);
    const { id: eventId, stream, revision, type } = unreadable!;
    const skip = new SkipEvent({ eventId, stream, revision, type, organizationId: null, reason: '' }, kernel.context());
    await kernel.executor.execute(skipDecider, SKIPPED_STREAM, skip);
    await passed(runner);
    expect(done()).toEqual(['1', '2']);
    expect(runner.stopped).toBeUndefined();
  });

  it('retries a failed step, and delays only steps of the same key', async () => {
    let failures = 2;
    fail = ({ data }) => ((data as { jobId: string }).jobId === '1' && failures-- > 0 ? new Error('down') : undefined);
    const runner = await start();
    await requestJob('a', '1');
    await requestJob('a', '2');
    await requestJob('b', '3');
    await passed(runner);
    expect(done()).toEqual(['3']);
    expect(runner.waiting).toEqual([
      { process: 'worker', key: 'job-a', events: [expect.anything(), expect.anything()] },
    ]);
    await until(() => {
      kernel.clock.advanceMachine(1);
      return runner.waiting.length === 0;
    }, 'no event to wait for a retry');
    expect(done()).toEqual(['3', '1', '2']);
  });

  it('retries waiting steps for as long as the stores are unavailable, and parks none', async () => {
    let away = true;
    fail = () => (away ? new ServiceUnavailable('The vault') : undefined);
    const runner = await start();
    await requestJob('a', '1');
    await requestJob('a', '2');
    await passed(runner);
    for (let n = 0; n < 12; n++) {
      kernel.clock.advanceMachine(60);
      await until(
        () => kernel.log.lines.filter(({ level }) => level === 'error').length > n,
        'another error in the log',
      );
    }
    expect(runner.waiting).toMatchObject([{ events: [{ attempts: 0 }, { attempts: 0 }] }]);
    away = false;
    // The log is unavailable when the second comes to the front.
    const [, second] = await kernel.store.read('job-a');
    const at = kernel.store.at.bind(kernel.store);
    const reads = jest.spyOn(kernel.store, 'at').mockImplementation((position) => {
      if (position === second!.position && reads.mock.calls.filter(([one]) => one === position).length === 1)
        return Promise.reject(new ServiceUnavailable('The log'));
      return at(position);
    });
    kernel.clock.advanceMachine(60);
    await until(() => done().length === 1, 'the first reaction');
    await until(() => runner.waiting[0]?.events[0]?.error.startsWith('The log') === true, 'the second to fail');
    kernel.clock.advanceMachine(60);
    await until(() => runner.waiting.length === 0, 'the second reaction');
    expect(done()).toEqual(['1', '2']);
  });

  it('parks a step that keeps failing, across a restart, until an operator retries it', async () => {
    let broken = true;
    fail = () => (broken ? new Error('broken') : undefined);
    const runner = await start();
    await requestJob('a', '1');
    await until(() => {
      kernel.clock.advanceMachine(60);
      return runner.waiting[0]?.events[0]?.nextAt === null;
    }, 'the event to be given up');
    await runner.stop();
    broken = false;
    const again = await start();
    expect(again.waiting[0]!.events[0]).toMatchObject({ attempts: 8, nextAt: null, error: 'broken' });
    expect(done()).toEqual([]);
    expect(await again.retryNow('job-a')).toBe(true);
    expect(done()).toEqual(['1']);
    expect(again.waiting).toEqual([]);
    expect(await again.retryNow('job-a')).toBe(false);
  });

  it('accepts a refusal by a rule as the outcome', async () => {
    fail = ({ data }) => ((data as { jobId: string }).jobId === '1' ? new DomainError('No', 'no') : undefined);
    const runner = await start();
    await requestJob('a', '1');
    await requestJob('a', '2');
    await passed(runner);
    expect(done()).toEqual(['2']);
    expect(kernel.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'A rule refused a process step' }),
    );
  });

  it('retries when another writer was first', async () => {
    let conflicts = 1;
    fail = () => (conflicts-- > 0 ? new ConcurrencyConflict('job-1') : undefined);
    const runner = await start();
    await requestJob('a', '1');
    await passed(runner);
    expect(runner.waiting).toHaveLength(1);
    kernel.clock.advanceMachine(60);
    await until(() => runner.waiting.length === 0, 'no event to wait for a retry');
    expect(done()).toEqual(['1']);
  });

  it('does not start if its checkpoint is not in the log, until an operator chooses where it resumes', async () => {
    for (const jobId of ['1', '2', '3']) await requestJob('a', jobId);
    const [first, second] = await kernel.store.read('job-a');
    const park = (key: string, { id, revision, position }: Pick<StoredEvent, 'id' | 'revision' | 'position'>) => {
      const step = { id, stream: 'job-a', revision, position, key, attempts: 8, nextAt: null, error: 'parked' };
      return kernel.vault.put(`process/worker/${id}`, JSON.stringify(step));
    };
    await park('kept', first!);
    await park('later', second!);
    await park('gone', { ...first!, id: 'lost' });
    const lost = { position: await kernel.store.end(), eventId: 'of another log' };
    await kernel.vault.put('process/worker', JSON.stringify(lost));
    const runner = await start();
    expect(runner.stopped).toContain('not in this log');
    await runner.stop();
    const other = await start();
    expect([other.stopped, await other.retryNow('kept')]).toEqual([runner.stopped, false]);
    expect(done()).toEqual([]);

    await resumeBehind(worker, kernel, first);
    await passed(other);
    expect(other.stopped).toBeUndefined();
    expect(done()).toEqual(['2', '3']);
    expect(other.waiting.map(({ key }) => key)).toEqual(['kept']);
  });

  it('continues after its event in a copy of the log, where the event has another position', async () => {
    for (const jobId of ['1', '2', '3']) await requestJob('a', jobId);
    const [first, second] = await kernel.store.read('job-a');
    const elsewhere = { position: first!.position, eventId: second!.id };
    await kernel.vault.put('process/worker', JSON.stringify(elsewhere));
    const runner = await start();
    await passed(runner);
    expect(done()).toEqual(['3']);
    await runner.stop();
    await passed(await start());
    expect(done()).toEqual(['3']);
  });

  it('does not move its checkpoint behind that of another process, and saves it once it is further ahead', async () => {
    const entry = 'process/worker';
    const kept = async () => (JSON.parse((await readVault(kernel.vault, entry))!) as Place).position;
    const frozen = await start();
    for (const jobId of ['1', '2', '3']) await requestJob('a', jobId);
    const events = await kernel.store.read('job-a');
    await passed(frozen);
    const further = { position: `${events[2]!.position}9`, eventId: events[2]!.id };
    await kernel.vault.put(entry, JSON.stringify(further));
    await requestJob('a', '4');
    await passed(frozen);
    await frozen.stop();
    expect(await kept()).toBe((await kernel.store.end())!);
    const ahead = { position: '9'.repeat(40), eventId: events[2]!.id };
    const behind = await start();
    await kernel.vault.put(entry, JSON.stringify(ahead));
    await requestJob('a', '5');
    await passed(behind);
    await behind.stop();
    expect(await kept()).toBe(ahead.position);
  });

  it('keeps saving its checkpoint after a write to the Vault whose outcome was unknown', async () => {
    const entry = 'process/worker';
    const put = kernel.vault.put.bind(kernel.vault);
    jest.spyOn(kernel.vault, 'put').mockImplementationOnce(async (...args) => {
      await put(...args);
      throw new ServiceUnavailable('MongoDB');
    });
    const runner = await start();
    await requestJob('a', '1');
    await until(async () => (await readVault(kernel.vault, entry)) !== undefined, 'the checkpoint to be stored');
    await requestJob('a', '2');
    await passed(runner);
    await runner.stop();
    expect(await readVault(kernel.vault, entry)).toContain((await kernel.store.end())!);
  });

  it('saves its checkpoint now and then, not at every event', async () => {
    const puts = jest.spyOn(kernel.vault, 'put');
    const runner = await start();
    for (let n = 0; n < 10; n++) await requestJobs(30, `${n}`);
    await passed(runner);
    const atOnce = puts.mock.calls.length;
    const end = (await kernel.store.end())!;
    await until(
      async () => (await readVault(kernel.vault, 'process/worker'))?.includes(end) === true,
      'the checkpoint to reach the end of the log',
    );
    expect(done()).toHaveLength(300);
    expect(atOnce).toBeLessThan(100);
  });
});

describe('the ticker', () => {
  const source: DueSource<JobEvent> = {
    kind: 'do',
    handles: ['JobAsked', 'JobDone'],
    dueAfter: ({ type, data }) =>
      type === 'JobAsked' ? { entity: data.jobId, dueAt: data.dueAt ?? null } : { entity: data.jobId, dueAt: null },
    command: DoDueJob,
  };
  let projector: Projector;
  let ticker: Ticker;

  beforeEach(async () => {
    projector = new Projector(kernel, 'billing', [dueProjection([source])]);
    await projector.start();
    ticker = new Ticker({ ...kernel, dispatch }, [source]);
  });
  afterEach(() => projector.stop());

  const caughtUp = async () => expect(await projector.passed((await kernel.store.end())!, 5_000)).toBe(true);
  const sent = () => dispatched.map(({ data }) => (data as { id: string }).id);

  it('sends due items in the order of their due times, and none early', async () => {
    await requestJob('a', 'late', '2026-01-31T12:00:00.000Z');
    await requestJob('b', 'soon', '2026-01-31T11:00:00.000Z');
    await caughtUp();
    expect(await ticker.tick()).toBe(0);
    expect(await ticker.nextDue(caughtUp)).toBe('2026-01-31T11:00:00.000Z');
    kernel.clock.advance(2 * 3_600);
    expect(await ticker.tick()).toBe(2);
    expect(sent()).toEqual(['soon', 'late']);
  });

  it('forgets what is no longer due', async () => {
    await requestJob('a', 'x', '2026-01-31T11:00:00.000Z');
    await kernel.executor.execute(
      verbatim,
      'job-a',
      new Append({ events: [{ type: 'JobDone', data: { jobId: 'x' } }] }, kernel.context()),
    );
    await caughtUp();
    expect(await ticker.nextDue(caughtUp)).toBeUndefined();
  });

  it('finds due items behind pages of items that stay due', async () => {
    const stuck = Array.from({ length: 210 }, (_, n): JobEvent => ({
      type: 'JobAsked',
      data: { jobId: `stuck-${n}`, dueAt: '2026-01-31T08:00:00.000Z' },
    }));
    await kernel.executor.execute(verbatim, 'job-stuck', new Append({ events: stuck }, kernel.context()));
    await requestJob('a', 'behind', '2026-01-31T09:00:00.000Z');
    await caughtUp();
    while ((await ticker.tick()) > 0);
    expect(sent()).toHaveLength(211);
    expect(sent().at(-1)).toBe('behind');
  });

  it('sends a due item under one id, and not again at once if it stays due', async () => {
    await requestJob('a', 'x', '2026-01-31T09:00:00.000Z');
    await caughtUp();
    expect(await ticker.tick()).toBe(1);
    expect(await ticker.tick()).toBe(0);
    kernel.clock.advanceMachine(60);
    expect(await ticker.tick()).toBe(1);
    expect(dispatched[0]!.id).toBe(dispatched[1]!.id);
  });
});
