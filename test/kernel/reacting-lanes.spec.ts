import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { readVault } from '../../src/kernel/ports/vault.ts';
import type { ProcessPorts } from '../../src/kernel/reacting/process-runner.ts';
import type { ProcessManager } from '../../src/kernel/reacting/process.ts';
import {
  append,
  checkpointOf,
  gate,
  jobEvents,
  requestJobs,
  rowsIn,
  worker,
  Worker,
  type JobEvent,
} from '../support/jobs.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

const byJob: ProcessManager<JobEvent> = { ...worker, key: ({ data }) => data.jobId };
const numbered = (count: number, prefix = '') => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

let kernel: TestKernel;
let workers: Worker[];

beforeEach(() => {
  kernel = openKernel([jobEvents]);
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map(({ runner }) => runner.stop()));
  jest.restoreAllMocks();
  await kernel.close();
});

function newWorker(process: ProcessManager<JobEvent> = worker, ports: Partial<ProcessPorts> = {}): Worker {
  const started = new Worker(kernel, process, ports);
  workers.push(started);
  return started;
}

const eventOf = async (stream: string, revision = 0) => (await kernel.store.read(`job-${stream}`))[revision]!;
const rowOf = async (stream: string, revision = 0) =>
  readVault(kernel.vault, `process/worker/${(await eventOf(stream, revision)).id}`);

describe('the lanes of a process', () => {
  it('delay only the key of a step that takes long, and the checkpoint', async () => {
    const slow = gate();
    const one = newWorker();
    one.work = (jobId) => (jobId === 'a1' ? slow.opened : undefined);
    await requestJobs(kernel, 'a', 'a0', 'a1', 'a2');
    await requestJobs(kernel, 'b', 'b0', 'b1');
    await one.runner.start();
    await until(() => one.done.includes('b1'), 'the other key to be done');
    const { position, id: eventId } = await eventOf('a');
    await until(async () => (await checkpointOf(kernel)) !== undefined, 'the checkpoint to be saved');
    expect([...one.done].sort()).toEqual(['a0', 'b0', 'b1']);
    expect(one.runner.position).toBe(position);
    expect(await checkpointOf(kernel)).toEqual({ position, eventId });
    slow.open();
    expect(await one.passed()).toBe(true);
    expect(one.done.slice(-2)).toEqual(['a1', 'a2']);
  });

  it('keep the order within each key while many keys run at once', async () => {
    const one = newWorker();
    let [running, most] = [0, 0];
    one.work = async (jobId) => {
      most = Math.max(most, ++running);
      // Other lanes take different numbers of turns.
      for (let turn = 0; turn < jobId.length + (Number(jobId.at(-1)) % 3); turn++) await pause(0);
      running -= 1;
    };
    const streams = numbered(20, 's');
    for (let round = 0; round < 5; round++)
      for (const stream of streams)
        await requestJobs(kernel, stream, `${stream}-${2 * round}`, `${stream}-${2 * round + 1}`);
    await one.runner.start();
    expect(await one.passed()).toBe(true);
    for (const stream of streams)
      expect(one.done.filter((jobId) => jobId.startsWith(`${stream}-`))).toEqual(numbered(10, `${stream}-`));
    expect(most).toBeGreaterThan(5);
  });

  it('repeat, after a crash, only what lies after the low watermark', async () => {
    const crashed = newWorker();
    crashed.work = (jobId) => (jobId === 'a1' ? gate().opened : undefined);
    await requestJobs(kernel, 'a', 'a0', 'a1', 'a2');
    await requestJobs(kernel, 'b', 'b0');
    await crashed.runner.start();
    await until(async () => (await checkpointOf(kernel)) !== undefined && crashed.done.length === 2, 'a checkpoint');
    workers = [];
    // It never ends: its step does not.
    void crashed.runner.stop();
    const next = newWorker();
    await next.runner.start();
    expect(await next.passed()).toBe(true);
    expect([...next.done].sort()).toEqual(['a1', 'a2', 'b0']);
  });

  it('stop reading while too many events are in work', async () => {
    const subscribe = kernel.store.subscribe.bind(kernel.store);
    let read = 0;
    jest.spyOn(kernel.store, 'subscribe').mockImplementation(async function* (after, signal) {
      for await (const batch of subscribe(after, signal)) {
        read += batch.length;
        yield batch;
      }
    });
    const held = gate();
    const one = newWorker(byJob);
    let begun = 0;
    one.work = () => {
      begun += 1;
      return held.opened;
    };
    for (let n = 0; n < 10; n++) await requestJobs(kernel, `${n}`, ...numbered(300, `${n}-`));
    await one.runner.start();
    await until(() => begun === 64, 'all lanes to be at work');
    // Time to read on.
    await pause(200);
    expect([begun, read]).toEqual([64, expect.any(Number)]);
    expect(read).toBeLessThanOrEqual(1_500);
    held.open();
    expect(await one.passed()).toBe(true);
    expect([one.done.length, read]).toEqual([3_000, 3_000]);
  });

  it('open only events that the process handles', async () => {
    const opened: string[][] = [];
    const codec: typeof kernel.codec = Object.create(kernel.codec);
    codec.openForReaders = (events) => {
      opened.push(events.map(({ type }) => type));
      return kernel.codec.openForReaders(events);
    };
    const one = newWorker(worker, { codec });
    await append(kernel, 'a', [{ type: 'JobIgnored', data: { jobId: '0' } }]);
    await one.runner.start();
    expect(await one.passed()).toBe(true);
    expect(opened).toEqual([]);
    await append(kernel, 'a', [
      { type: 'JobIgnored', data: { jobId: '1' } },
      { type: 'JobRequested', data: { jobId: '2' } },
    ]);
    expect(await one.passed()).toBe(true);
    expect([opened, one.done]).toEqual([[['JobRequested']], ['2']]);
  });
});

describe('waiting steps', () => {
  const failing =
    (...jobIds: string[]) =>
    (jobId: string) => {
      if (jobIds.includes(jobId)) throw new Error('broken');
    };

  it('are rows of their own, stored before the checkpoint passes their events', async () => {
    const put = kernel.vault.put.bind(kernel.vault);
    const rowsAtCheckpoint: [position: string, rows: string[]][] = [];
    jest.spyOn(kernel.vault, 'put').mockImplementation(async (key, value, options) => {
      if (key === 'process/worker') {
        const { position } = JSON.parse(value) as { position: string };
        rowsAtCheckpoint.push([position, await rowsIn(kernel)]);
        // Slow, so that a checkpoint that does not wait for rows comes first.
      } else await pause(300);
      return put(key, value, options);
    });
    const one = newWorker();
    one.work = failing('a0');
    await requestJobs(kernel, 'a', 'a0', 'a1');
    await requestJobs(kernel, 'b', 'b0');
    await one.runner.start();
    expect(await one.passed()).toBe(true);
    await one.runner.stop();
    const rows = [`process/worker/${(await eventOf('a')).id}`, `process/worker/${(await eventOf('a', 1)).id}`].sort();
    expect(await rowsIn(kernel)).toEqual(rows);
    expect(rowsAtCheckpoint.at(-1)).toEqual([await kernel.store.end(), rows]);
    const [first, second] = [await eventOf('a'), await eventOf('a', 1)];
    for (const [position, present] of rowsAtCheckpoint)
      expect(present.length).toBe(position >= second.position ? 2 : position >= first.position ? 1 : 0);
    expect(JSON.parse((await rowOf('a'))!)).toMatchObject({ key: 'job-a', revision: 0, attempts: 1, error: 'broken' });
  });

  it('keep the checkpoint before their event while the Vault is unavailable', async () => {
    const put = kernel.vault.put.bind(kernel.vault);
    let isAway = true;
    jest
      .spyOn(kernel.vault, 'put')
      .mockImplementation((key, value, options) =>
        isAway && key.startsWith('process/worker/')
          ? Promise.reject(new ServiceUnavailable('The vault'))
          : put(key, value, options),
      );
    const one = newWorker();
    one.work = failing('a0');
    await requestJobs(kernel, 'a', 'a0');
    await requestJobs(kernel, 'b', 'b0');
    await one.runner.start();
    const refused = () => kernel.log.lines.some(({ message }) => message.startsWith('Storing a waiting step failed'));
    await until(() => refused() && one.done.length === 1, 'the other key');
    expect([one.runner.position, await checkpointOf(kernel)]).toEqual([undefined, undefined]);
    isAway = false;
    expect(await one.passed()).toBe(true);
    expect(await rowsIn(kernel)).toHaveLength(1);
  });

  it('wait once, and in order, after a crash between the row and the checkpoint', async () => {
    const put = kernel.vault.put.bind(kernel.vault);
    const puts = jest
      .spyOn(kernel.vault, 'put')
      .mockImplementation((key, value, options) =>
        key === 'process/worker' ? Promise.reject(new Error('crashed')) : put(key, value, options),
      );
    const crashed = newWorker();
    crashed.work = failing('1');
    await requestJobs(kernel, 'a', '0', '1', '2');
    await crashed.runner.start();
    expect(await crashed.passed()).toBe(true);
    await crashed.runner.stop();
    workers = [];
    puts.mockRestore();
    expect([crashed.done, (await rowsIn(kernel)).length, await checkpointOf(kernel)]).toEqual([['0'], 2, undefined]);

    await requestJobs(kernel, 'a', '3');
    const held = gate();
    const next = newWorker();
    next.work = (jobId) => (jobId === '0' ? held.opened : undefined);
    await next.runner.start();
    kernel.clock.advanceMachine(60);
    // The repeated first step takes longer than a retry of the waiting ones would.
    await pause(300);
    expect([next.done, next.runner.waiting]).toEqual([[], []]);
    held.open();
    expect(await next.passed()).toBe(true);
    await until(() => next.runner.waiting.length === 0, 'the waiting steps to be done');
    expect(next.done).toEqual(['0', '1', '2', '3']);
    expect(await rowsIn(kernel)).toEqual([]);
  });

  it('are neither added nor deleted, nor the checkpoint moved back, by a frozen former leader', async () => {
    const frozen = newWorker();
    const step = gate();
    frozen.work = (jobId) => (jobId === 'b0' ? step.opened : jobId === 'a0' ? failing('a0')('a0') : undefined);
    await requestJobs(kernel, 'a', 'a0');
    await requestJobs(kernel, 'b', 'b0');
    await frozen.runner.start();
    await until(async () => (await checkpointOf(kernel)) !== undefined, 'the checkpoint after the waiting step');
    expect(await rowsIn(kernel)).toHaveLength(1);

    const leader = newWorker();
    leader.work = failing('c0');
    await leader.runner.start();
    kernel.clock.advanceMachine(60);
    await requestJobs(kernel, 'c', 'c0');
    expect(await leader.passed()).toBe(true);
    await until(() => leader.runner.waiting.length === 1, 'the first waiting step to be done');
    await leader.runner.stop();
    const saved = await checkpointOf(kernel);
    const row = await rowOf('c');
    expect(leader.done).toEqual(expect.arrayContaining(['a0', 'b0']));

    // It fails where the other has succeeded: no row may come back.
    step.fail(new Error('broken'));
    kernel.clock.advanceMachine(60);
    await until(
      () => frozen.runner.waiting.every(({ key }) => key === 'job-c'),
      'it to forget what the other has done',
    );
    await frozen.runner.stop();
    expect(await checkpointOf(kernel)).toEqual(saved);
    expect([await rowsIn(kernel), await rowOf('c')]).toEqual([[expect.stringContaining((await eventOf('c')).id)], row]);
  });

  it('take up what another process has changed about them', async () => {
    const one = newWorker();
    one.work = failing('a0', 'b0');
    await requestJobs(kernel, 'a', 'a0');
    await requestJobs(kernel, 'b', 'b0');
    await one.runner.start();
    expect(await one.passed()).toBe(true);
    const name = `process/worker/${(await eventOf('a')).id}`;
    const parked = { ...JSON.parse((await rowOf('a'))!), attempts: 8, nextAt: null };
    await kernel.vault.put(name, JSON.stringify(parked));
    await kernel.vault.delete(`process/worker/${(await eventOf('b')).id}`);
    kernel.clock.advanceMachine(1);
    await until(() => one.runner.waiting.length === 1 && one.runner.waiting[0]!.events[0]!.nextAt === null, 'both');
    expect(one.runner.waiting).toMatchObject([{ key: 'job-a', events: [{ attempts: 8 }] }]);
    expect(JSON.parse((await rowOf('a'))!)).toEqual(parked);
  });

  it('cost the same with 2,000 others', async () => {
    const one = newWorker(byJob);
    let isBroken = true;
    one.work = () => {
      if (isBroken) throw new ServiceUnavailable('The provider');
    };
    for (let n = 0; n < 2; n++) await requestJobs(kernel, `${n}`, ...numbered(1_000, `${n}-`));
    await one.runner.start();
    expect(await one.runner.passed((await kernel.store.end())!, 60_000)).toBe(true);
    expect(await rowsIn(kernel)).toHaveLength(2_000);

    const puts = jest.spyOn(kernel.vault, 'put');
    await requestJobs(kernel, 'last', 'last');
    expect(await one.passed()).toBe(true);
    await one.runner.stop();
    const written = puts.mock.calls.filter(([key]) => key !== 'process/worker');
    expect(written.map(([key]) => key)).toEqual([`process/worker/${(await eventOf('last')).id}`]);
    expect(puts.mock.calls.every(([, value]) => value.length < 500)).toBe(true);

    isBroken = false;
    const next = newWorker(byJob);
    kernel.clock.advanceMachine(60);
    await next.runner.start();
    await until(async () => (await rowsIn(kernel)).length === 0, 'all to be done', 60_000, 100);
    expect([new Set(next.done).size, await rowsIn(kernel)]).toEqual([2_001, []]);
  });

  it('are found again in a copy of the log, where their events have other positions', async () => {
    await requestJobs(kernel, 'a', 'a0', 'a1');
    await requestJobs(kernel, 'b', 'b0');
    const [first, second, third] = [await eventOf('a'), await eventOf('a', 1), await eventOf('b')];
    const elsewhere = (event: typeof first, position: string) => {
      const { id, stream, revision } = event;
      const row = { id, stream, revision, position, key: 'job-a', attempts: 1, nextAt: '', error: 'broken' };
      return kernel.vault.put(`process/worker/${id}`, JSON.stringify(row));
    };
    await elsewhere(first, '1'.repeat(40));
    await elsewhere(second, '3'.repeat(40));
    await kernel.vault.put('process/worker', JSON.stringify({ position: '2'.repeat(40), eventId: first.id }));
    const one = newWorker();
    await one.runner.start();
    expect(await one.passed()).toBe(true);
    await until(() => one.runner.waiting.length === 0, 'the waiting steps to be done');
    expect(one.done.filter((jobId) => jobId.startsWith('a'))).toEqual(['a0', 'a1']);
    expect([one.done.length, await rowsIn(kernel)]).toEqual([3, []]);
    await one.runner.stop();
    expect((await checkpointOf(kernel))!.position).toBe(third.position);
  });

  it('are dropped if the log has lost their event', async () => {
    await requestJobs(kernel, 'a', 'a0');
    const { position } = await eventOf('a');
    const lost = {
      id: 'lost',
      stream: 'job-a',
      revision: 0,
      position,
      key: 'job-a',
      attempts: 1,
      nextAt: '',
      error: '',
    };
    await kernel.vault.put('process/worker/lost', JSON.stringify(lost));
    await kernel.vault.put('process/worker', JSON.stringify({ position, eventId: (await eventOf('a')).id }));
    const one = newWorker();
    await one.runner.start();
    await until(() => one.runner.waiting.length === 0, 'it to be dropped');
    expect([one.done, await rowsIn(kernel)]).toEqual([[], []]);
    expect(kernel.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: { process: 'worker', event: 'lost' } }),
    );
  });
});
