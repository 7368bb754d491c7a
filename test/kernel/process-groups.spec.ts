import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProcessGroups } from '../../src/app/work/process-groups.ts';
import type { Leadership } from '../../src/kernel/coordination/leader.ts';
import type { ProcessGroup } from '../../src/kernel/reacting/groups.ts';
import type { ProcessManager } from '../../src/kernel/reacting/process.ts';
import type { Command } from '../../src/kernel/writing/command.ts';
import { append, gate, jobEvents, jobOf, requestJobs, rowsIn, Worker, worker, type JobEvent } from '../support/jobs.ts';
import { Random } from '../support/contract-tools.ts';
import { openKernel, type TestKernel } from '../support/kernel.ts';
import { until } from '../support/until.ts';

const inGroup = (group: ProcessGroup): ProcessManager<JobEvent> => ({ ...worker, name: `${group}-worker`, group });
const managers = [inGroup('accounts'), { ...worker, name: 'other-worker' }, inGroup('delivery')];

let kernel: TestKernel;
let stops: (() => Promise<unknown>)[];

beforeEach(() => {
  kernel = openKernel([jobEvents]);
  stops = [];
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await kernel.close();
});

/** A program that shares the log, and may lead groups. */
class Program {
  readonly done: string[] = [];
  work: (jobId: string) => Promise<void> | void = () => undefined;
  readonly groups = new ProcessGroups(
    {
      ...kernel,
      watched: true,
      dispatch: async (command: Command) => {
        await this.work(jobOf(command));
        this.done.push(`${command.context.actor.id} ${jobOf(command)}`);
      },
    },
    managers,
  );
  private readonly leads = new Map<ProcessGroup, Leadership>();

  async lead(...some: ProcessGroup[]): Promise<void> {
    for (const group of some) {
      const led = this.groups.lead(group, true);
      this.leads.set(group, led);
      stops.push(() => led.stop());
      await led.started;
    }
  }

  async giveUp(group: ProcessGroup): Promise<void> {
    await this.leads.get(group)!.stop();
  }
}

const end = async () => (await kernel.store.end())!;

describe('groups of process managers', () => {
  it('are led by several programs, which each see how far all have come', async () => {
    const [one, other] = [new Program(), new Program()];
    await requestJobs(kernel, 'a', 'a0');
    await one.lead('accounts', 'billing');
    expect(await one.groups.passed(await end(), 0)).toBe(false);
    await other.lead('delivery');
    expect(await one.groups.passed(await end(), 10_000)).toBe(true);
    expect(await other.groups.passed(await end(), 10_000)).toBe(true);
    expect([...one.done].sort()).toEqual(['accounts-worker a0', 'other-worker a0']);
    expect(other.done).toEqual(['delivery-worker a0']);
    const position = await end();
    const everywhere = ['accounts', 'billing', 'delivery'].map((group) => ({ group, position }));
    expect(await one.groups.positions()).toEqual(everywhere);
    expect(await other.groups.positions()).toEqual(everywhere);
  });

  it('continue where they were when they change hands, also for those who wait', async () => {
    const [one, other] = [new Program(), new Program()];
    await one.lead('accounts', 'billing', 'delivery');
    await requestJobs(kernel, 'a', 'a0');
    expect(await one.groups.passed(await end(), 10_000)).toBe(true);
    const held = gate();
    one.work = () => held.opened;
    await requestJobs(kernel, 'b', 'b0');
    const waiting = one.groups.passed(await end(), 600_000);
    const givenUp = Promise.all((['accounts', 'billing', 'delivery'] as const).map((group) => one.giveUp(group)));
    held.fail(new Error('stopped in the middle'));
    await givenUp;
    await other.lead('accounts', 'billing', 'delivery');
    expect(await waiting).toBe(true);
    const jobs = (prefix: string) => managers.map(({ name }) => `${name} ${prefix}`).sort();
    expect([...one.done].sort()).toEqual(jobs('a0'));
    expect([...other.done].sort()).toEqual(jobs('b0'));
  });

  it('name the steps that wait in groups that another program leads', async () => {
    const [one, other] = [new Program(), new Program()];
    other.work = () => {
      throw new Error('broken');
    };
    await requestJobs(kernel, 'a', 'a0');
    await one.lead('accounts', 'billing');
    await other.lead('delivery');
    expect(await one.groups.passed(await end(), 10_000)).toBe(true);
    expect(await one.groups.waitingElsewhere()).toMatchObject([{ process: 'delivery-worker', key: 'job-a' }]);
    expect(await other.groups.waitingElsewhere()).toEqual([]);
    expect(await one.groups.notTakenOver(['delivery-worker', 'other-worker'], 0)).toEqual(['delivery-worker']);
    const taken = one.groups.notTakenOver(['delivery-worker'], 10_000);
    await other.giveUp('delivery');
    await one.lead('delivery');
    expect(await taken).toEqual([]);
  });
});

/** With one more, a step may be parked. */
const MOST_FAILURES = 7;

/** As after a lead was lost unnoticed. */
describe('two programs that run the same process at once', () => {
  const started = async (): Promise<Worker> => {
    const one = new Worker(kernel, worker, { watched: true });
    stops.push(() => one.runner.stop());
    await one.runner.start();
    return one;
  };

  it('let what follows a step wait as long as the step waits at the other', async () => {
    const held = gate();
    const [one, other] = [await started(), await started()];
    let works = false;
    one.work = () => held.opened;
    other.work = () => {
      if (!works) throw new Error('broken');
    };
    await requestJobs(kernel, 'a', 'a0');
    await append(kernel, 'b', [{ type: 'JobIgnored', data: { jobId: 'b0' } }]);
    expect(await other.passed()).toBe(true);
    await until(async () => (await rowsIn(kernel)).length === 1, 'the step to wait');
    await other.runner.stop();
    held.fail(new Error('broken, too'));
    expect(await one.passed()).toBe(true);
    one.work = () => {
      if (!works) throw new Error('still broken');
    };
    await requestJobs(kernel, 'a', 'a1');
    expect(await one.passed()).toBe(true);
    expect(one.runner.waiting.map(({ events }) => events.length)).toEqual([2]);
    works = true;
    expect(await one.runner.retryNow('job-a')).toBe(true);
    expect(one.done).toEqual(['a0', 'a1']);
  });

  it.each([1, 2, 3])('have each effect once and in the order of its key, whatever fails (seed %d)', async (seed) => {
    const random = new Random(seed);
    const effects: string[] = [];
    const failures = new Map<string, number>();
    const attempt = (jobId: string): void => {
      const failed = failures.get(jobId) ?? 0;
      if (failed < MOST_FAILURES && random.int(4) === 0) {
        failures.set(jobId, failed + 1);
        throw new Error('broken');
      }
      // As a command's id does.
      if (!effects.includes(jobId)) effects.push(jobId);
    };
    const ticking = setInterval(() => kernel.clock.advanceMachine(1), 20);
    stops.push(async () => clearInterval(ticking));
    const both = [await started(), await started()];
    for (const each of both) each.work = attempt;
    const names = ['a', 'b', 'c', 'd'];
    const jobs = (name: string) => Array.from({ length: 20 }, (_, n) => `${name}${n}`);
    for (let n = 0; n < 20; n++) for (const name of names) await requestJobs(kernel, name, jobs(name)[n]!);
    for (const each of both) expect(await each.passed()).toBe(true);
    await until(() => both.every(({ runner }) => runner.waiting.length === 0), 'no step to wait');
    for (const name of names) expect(effects.filter((jobId) => jobId.startsWith(name))).toEqual(jobs(name));
    expect(await rowsIn(kernel)).toEqual([]);
  });
});
