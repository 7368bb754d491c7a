import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addSeconds } from '../../src/kernel/clock.ts';
import { Leader, leaseEntry } from '../../src/kernel/lease.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

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

  it('is for one of several, and for the next as soon as he stops', async () => {
    for (const owner of ['a', 'b', 'c']) leader(owner);
    await until(() => leading.size === 1);
    const [first] = leading;
    await leaders.find((one) => one.leads)!.stop();
    expect([...leading]).toEqual([]);
    await until(() => leading.size === 1);
    expect(leading.has(first!)).toBe(false);
  });

  it('goes to another once the lease of who vanished has expired', async () => {
    const expiresAt = addSeconds(kernel.clock.machineNow(), 6);
    await kernel.vault.put(leaseEntry('reading'), 'gone', { ifAbsent: true, expiresAt });
    const next = leader('b');
    kernel.clock.advanceMachine(5);
    expect(next.leads).toBe(false);
    kernel.clock.advanceMachine(1);
    await until(() => leading.has('b'));
  });

  it('ends where another has the lease by now', async () => {
    leader('a');
    await until(() => leading.has('a'));
    const expiresAt = addSeconds(kernel.clock.machineNow(), 6);
    await kernel.vault.put(leaseEntry('reading'), 'other', { expiresAt });
    await until(() => !leading.has('a'));
  });

  it('keeps the lease while what is led takes long to start', async () => {
    const made = new Leader('slow', 'a', kernel, () => {
      leading.add('a');
      return { started: new Promise(() => undefined), stop: async () => void leading.delete('a') };
    });
    leaders.push(made);
    made.start();
    await until(() => leading.has('a'));
    const { version } = (await kernel.vault.getMany([leaseEntry('slow')])).get(leaseEntry('slow'))!;
    await until(
      async () => (await kernel.vault.getMany([leaseEntry('slow')])).get(leaseEntry('slow'))?.version !== version,
    );
    expect(made.leads).toBe(true);
  });

  it('begins again where leading failed to begin', async () => {
    let times = 0;
    const made = new Leader('failing', 'a', kernel, () => {
      if (++times === 1) return { started: Promise.reject(new Error('not yet')), stop: async () => undefined };
      leading.add('a');
      return { started: Promise.resolve(), stop: async () => undefined };
    });
    leaders.push(made);
    made.start();
    await until(() => leading.has('a'));
    expect(kernel.log.lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'Leading failed' }));
  });
});
