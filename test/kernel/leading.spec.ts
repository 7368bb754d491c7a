import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds } from '../../src/kernel/ports/clock.ts';
import { announceProcess } from '../../src/installation/presence.ts';
import { ErasureReplay } from '../../src/kernel/reacting/erasure-replay.ts';
import { Leader } from '../../src/kernel/coordination/leader.ts';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { Shares } from '../../src/kernel/coordination/shares.ts';
import { Lease, leaseEntry } from '../../src/kernel/coordination/lease.ts';
import { KeyedLock } from '../../src/kernel/coordination/keyed-lock.ts';
import { newEvents } from '../support/contract-tools.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

/** Longer than anything here waits. */
const LONG_MS = 60_000;

describe('leading', () => {
  let kernel: TestKernel;
  let leading: Set<string>;
  let leaders: Leader[];

  const leader = (owner: string): Leader => {
    const made = new Leader('reading', owner, kernel, () => {
      leading.add(owner);
      return { started: Promise.resolve(), stop: async () => void leading.delete(owner) };
    });
    leaders.push(made);
    made.start();
    return made;
  };

  beforeEach(() => {
    kernel = openKernel([]);
    leading = new Set();
    leaders = [];
  });

  afterEach(async () => {
    await Promise.all(leaders.map((one) => one.stop()));
    await kernel.close();
  });

  it('is held by one of several, and by the next as soon as that one stops', async () => {
    for (const owner of ['a', 'b', 'c']) leader(owner);
    await until(() => leading.size === 1, 'a leader');
    const [first] = leading;
    await leaders.find((one) => one.isLeader)!.stop();
    expect([...leading]).toEqual([]);
    await until(() => leading.size === 1, 'a leader');
    expect(leading.has(first!)).toBe(false);
  });

  it('passes to another once the lease of a leader that crashed has expired', async () => {
    const expiresAt = addSeconds(kernel.clock.machineNow(), 6);
    await kernel.vault.put(leaseEntry('reading'), 'gone', { ifAbsent: true, expiresAt });
    const next = leader('b');
    kernel.clock.advanceMachine(5);
    expect(next.isLeader).toBe(false);
    kernel.clock.advanceMachine(1);
    await until(() => leading.has('b'), 'b to lead');
  });

  it('ends when another has taken the lease', async () => {
    leader('a');
    await until(() => leading.has('a'), 'a to lead');
    const expiresAt = addSeconds(kernel.clock.machineNow(), 6);
    await kernel.vault.put(leaseEntry('reading'), 'other', { expiresAt });
    await until(() => !leading.has('a'), 'a to stop leading');
  });

  it('keeps the lease while the led work takes long to start', async () => {
    const made = new Leader('slow', 'a', kernel, () => {
      leading.add('a');
      return { started: new Promise(() => undefined), stop: async () => void leading.delete('a') };
    });
    leaders.push(made);
    made.start();
    await until(() => leading.has('a'), 'a to lead');
    const { version } = (await kernel.vault.getMany([leaseEntry('slow')])).get(leaseEntry('slow'))!;
    await until(
      async () => (await kernel.vault.getMany([leaseEntry('slow')])).get(leaseEntry('slow'))?.version !== version,
      'the lease to be renewed',
    );
    expect(made.isLeader).toBe(true);
  });

  it('is given up, and tried for again, when another does the work although the lease is held', async () => {
    let times = 0;
    const made = new Leader('lost', 'a', kernel, () => {
      const isFirst = ++times === 1;
      return { started: Promise.resolve(), isLost: () => isFirst, stop: async () => undefined };
    });
    leaders.push(made);
    made.start();
    await until(() => times === 2, 'it to lead again');
    await pause(100);
    expect([times, made.isLeader]).toEqual([2, true]);
  });

  it('starts again after the led work failed to start', async () => {
    let times = 0;
    const made = new Leader('failing', 'a', kernel, () => {
      if (++times === 1) return { started: Promise.reject(new Error('not yet')), stop: async () => undefined };
      leading.add('a');
      return { started: Promise.resolve(), stop: async () => undefined };
    });
    leaders.push(made);
    made.start();
    await until(() => leading.has('a'), 'a to lead');
    expect(kernel.log.lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'Leading failed' }));
  });
});

describe('several leads', () => {
  it('are spread among processes, as these come and go', async () => {
    const kernel = openKernel([]);
    const leads = ['one', 'two', 'three', 'four'];
    const led = new Map<string, Set<string>>();
    const processOf = (owner: string): (() => Promise<unknown>) => {
      const shares = new Shares('readers', kernel);
      const own = new Set<string>();
      led.set(owner, own);
      const leaders = leads.map((name) => {
        const lead = () => {
          own.add(name);
          return { started: Promise.resolve(), stop: async () => void own.delete(name) };
        };
        return new Leader(name, owner, kernel, lead, shares);
      });
      for (const one of leaders) one.start();
      return () => Promise.all(leaders.map((one) => one.stop()));
    };
    const counts = () => [...led.values()].map(({ size }) => size);
    // The kernel's clock stands still, but requests and leases need it.
    const ticking = setInterval(() => kernel.clock.advanceMachine(0.1), 100);
    const stops = [processOf('a')];
    try {
      await until(() => counts()[0] === 4, 'the only process to have all');
      stops.push(processOf('b'));
      await until(() => counts().join() === '2,2', 'two processes to have two each', 30_000);
      await stops.shift()!();
      await until(() => counts().join() === '0,4', 'the other to have all', 30_000);
    } finally {
      await Promise.all(stops.map((stop) => stop()));
      clearInterval(ticking);
      await kernel.close();
    }
  });

  describe('shared by requests', () => {
    let kernel: TestKernel;
    const holding = (held: number): Shares => {
      const shares = new Shares('readers', kernel);
      for (let n = 0; n < held; n++) shares.acquired();
      return shares;
    };
    beforeEach(() => {
      kernel = openKernel([]);
    });
    afterEach(() => kernel.close());

    it('are given up for the process with the fewest, whoever asks after it', async () => {
      const [most, some, none] = [holding(4), holding(3), holding(0)];
      await none.ask();
      for (const other of [some, most]) await other.ask();
      expect(await most.isWanted()).toBe(true);
      expect(await most.isWanted()).toBe(false);
    });

    it('are not given up for what a process asked before it had some', async () => {
      const [most, other] = [holding(2), holding(0)];
      await other.ask();
      for (let n = 0; n < 2; n++) other.acquired();
      await other.ask();
      expect(await most.isWanted()).toBe(false);
    });

    it('are given up by a process with enough, although another was asked first', async () => {
      const [most, some, few] = [holding(4), holding(2), holding(1)];
      await few.ask();
      expect(await some.isWanted()).toBe(false);
      expect(await most.isWanted()).toBe(true);
    });
  });
});

describe('a lease', () => {
  let kernel: TestKernel;

  beforeEach(() => {
    kernel = openKernel([]);
  });
  afterEach(() => kernel.close());

  it('is released even while it is being renewed', async () => {
    const [one, other] = [new Lease('thing', 6, kernel), new Lease('thing', 6, kernel)];
    expect(await one.take()).toBe(true);
    expect(await other.take()).toBe(false);
    await Promise.all([one.renew(), one.release()]);
    expect(one.isHeld).toBe(false);
    expect(await other.take()).toBe(true);
  });

  it('is neither renewed nor released for another holder once lost', async () => {
    const [one, other] = [new Lease('thing', 6, kernel), new Lease('thing', 6, kernel)];
    await one.take();
    kernel.clock.advanceMachine(7);
    expect(await other.take()).toBe(true);
    expect(await one.renew()).toBe(false);
    await one.release();
    expect(await one.renew()).toBe(false);
    expect(await other.renew()).toBe(true);
  });
});

describe('a start during which the Vault fails once', () => {
  let kernel: TestKernel;

  beforeEach(() => {
    kernel = openKernel([]);
    jest.spyOn(kernel.vault, 'put').mockRejectedValueOnce(new ServiceUnavailable('MongoDB'));
  });
  afterEach(() => kernel.close());

  it('logs at the second attempt that the process runs', async () => {
    const leave = await announceProcess(kernel);
    expect(await kernel.vault.list(leaseEntry('running/'), leaseEntry('running0'), 2)).toHaveLength(1);
    await leave();
  });

  it('continues without recording how far erasures were repeated', async () => {
    await kernel.store.append('thing-1', newEvents(1), 'none');
    const erasures = new ErasureReplay(kernel.store, kernel.vault, kernel.subjectKeys);
    expect(await erasures.replay()).toBe(0);
    expect(kernel.vault.put).toHaveBeenCalledTimes(1);
  });
});

describe('the keyed lock', () => {
  let kernel: TestKernel;

  beforeEach(() => {
    kernel = openKernel([]);
  });
  afterEach(() => kernel.close());

  it('runs one task per key at a time, across processes', async () => {
    const processes = [new KeyedLock(kernel), new KeyedLock(kernel)];
    let present = 0;
    let most = 0;
    const task = async (n: number) => {
      most = Math.max(most, ++present);
      await pause(1);
      present--;
      return n;
    };
    const done = await Promise.all(
      Array.from({ length: 30 }, (_, n) => processes[n % 2]!.withLock('thing', '1', () => task(n))),
    );
    expect(done).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(most).toBe(1);
  });

  it('answers before the lease is released, and passes it to tasks of the same process', async () => {
    const { put } = kernel.vault;
    const puts: string[] = [];
    let release = () => undefined as void;
    const releasing = new Promise<void>((resolve) => (release = resolve));
    kernel.vault.put = async (key, value, options) => {
      puts.push(options && 'ifAbsent' in options ? 'taken' : 'released');
      if (puts.at(-1) === 'released') await releasing;
      return put.call(kernel.vault, key, value, options);
    };
    const lock = new KeyedLock(kernel);
    await Promise.all([1, 2, 3].map(() => lock.withLock('thing', '1', async () => undefined)));
    expect(puts).toEqual(['taken', 'released']);
    const next = lock.withLock('thing', '1', async () => 'next');
    release();
    expect(await next).toBe('next');
    await until(() => puts.length === 4, 'the second release');
    expect(puts).toEqual(['taken', 'released', 'taken', 'released']);
    kernel.vault.put = put;
  });

  it('leaves others a turn while tasks of one process never end', async () => {
    const [busy, other] = [new KeyedLock(kernel, LONG_MS), new KeyedLock(kernel, LONG_MS)];
    let begun = 0;
    let isOver = false;
    const oneAfterAnother = async (): Promise<void> => {
      while (!isOver)
        await busy.withLock('thing', '1', () => {
          begun++;
          return pause(5);
        });
    };
    // While one runs, the others wait.
    const working = Promise.all([1, 2, 3].map(oneAfterAnother));
    await until(() => begun > 0, 'the first task');
    const turn = other.withLock('thing', '1', async () => 'done').finally(() => (isOver = true));
    expect(await turn).toBe('done');
    await working;
  });

  it('does not block tasks of other keys', async () => {
    const lock = new KeyedLock(kernel);
    await lock.withLock('thing', '1', () =>
      lock.withLock('thing', '2', () => lock.withLock('other', '1', async () => undefined)),
    );
  });

  it('passes to the next task after one failed', async () => {
    const [one, other] = [new KeyedLock(kernel), new KeyedLock(kernel)];
    await expect(one.withLock('thing', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await other.withLock('thing', '1', async () => 'next')).toBe('next');
  });

  it('passes to the next once the lease of a crashed holder has expired', async () => {
    const expiresAt = addSeconds(kernel.clock.machineNow(), 6);
    await kernel.vault.put(leaseEntry('turn/thing/1'), 'gone', { expiresAt });
    const task = jest.fn(async () => undefined);
    const tries = jest.spyOn(kernel.vault, 'put');
    const waiting = new KeyedLock(kernel).withLock('thing', '1', task);
    await until(() => tries.mock.calls.length > 2, 'it to try for the lease more than once');
    expect(task).not.toHaveBeenCalled();
    kernel.clock.advanceMachine(6);
    await waiting;
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('lets tasks of one process wait as long, too', async () => {
    const patienceMs = 400;
    const lock = new KeyedLock(kernel, patienceMs);
    let release!: () => void;
    const slow = lock.withLock('thing', '1', () => new Promise<void>((resolve) => (release = resolve)));
    const others = Array.from({ length: 3 }, () => lock.withLock('thing', '1', async () => undefined));
    const isLate = jest.fn();
    const later = setTimeout(isLate, 2 * patienceMs);
    for (const each of await Promise.allSettled(others)) expect(each).toMatchObject({ reason: { status: 503 } });
    // All at the same time, not one after the other.
    expect(isLate).not.toHaveBeenCalled();
    clearTimeout(later);
    release();
    await slow;
  });

  it('is released by a task that failed because the Vault is unavailable', async () => {
    const { put } = kernel.vault;
    const lock = new KeyedLock(kernel);
    const task = () => {
      kernel.vault.put = () => new Promise(() => undefined);
      return Promise.reject(new ServiceUnavailable('MongoDB'));
    };
    await expect(lock.withLock('outer', '1', () => lock.withLock('inner', '1', task))).rejects.toMatchObject({
      status: 503,
    });
    kernel.vault.put = put;
  });

  it('is awaited up to a limit, then refused as busy', async () => {
    await kernel.vault.put(leaseEntry('turn/thing/1'), 'slow');
    const waiting = new KeyedLock(kernel, 50).withLock('thing', '1', async () => undefined);
    await expect(waiting).rejects.toMatchObject({ status: 503 });
  });
});
