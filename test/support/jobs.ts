import { readVault } from '../../src/kernel/ports/vault.ts';
import { ProcessRunner, type ProcessPorts } from '../../src/kernel/reacting/process-runner.ts';
import { send, type ProcessManager } from '../../src/kernel/reacting/process.ts';
import type { Place } from '../../src/kernel/reacting/progress.ts';
import { command, type Command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { event, type EventsOf } from '../../src/kernel/writing/events.ts';
import type { TestKernel } from './kernel.ts';

export const jobEvents = {
  JobRequested: event<{ jobId: string }>(),
  JobIgnored: event<{ jobId: string }>(),
};
export type JobEvent = EventsOf<typeof jobEvents>;
class Append extends command('Append')<{ events: JobEvent[] }> {}
export class DoJob extends command('DoJob')<{ jobId: string }> {}

const verbatim: Decider<IntentOf<Append>, null, JobEvent> = {
  category: 'job',
  initial: null,
  decide: ({ data }) => data.events,
  evolve: () => null,
};

/** Does each requested job; jobs of one stream in order. */
export const worker: ProcessManager<JobEvent> = {
  name: 'worker',
  handles: ['JobRequested'],
  react: ({ data }) => [send(DoJob, { jobId: data.jobId }, data.jobId)],
};

/** Appends requests for jobs to the stream `job-{stream}`. */
export async function requestJobs(kernel: TestKernel, stream: string, ...jobIds: string[]): Promise<void> {
  const events = jobIds.map((jobId): JobEvent => ({ type: 'JobRequested', data: { jobId } }));
  await append(kernel, stream, events);
}

export async function append(kernel: TestKernel, stream: string, events: JobEvent[]): Promise<void> {
  await kernel.executor.execute(verbatim, `job-${stream}`, new Append({ events }, kernel.context()));
}

export function jobOf({ data }: Command): string {
  return (data as { jobId: string }).jobId;
}

export async function checkpointOf(kernel: TestKernel): Promise<Place | undefined> {
  const stored = await readVault(kernel.vault, 'process/worker');
  return stored === undefined ? undefined : (JSON.parse(stored) as Place);
}

/** The names of the waiting steps' rows. */
export function rowsIn({ vault }: TestKernel): Promise<string[]> {
  return vault.list('process/worker/', 'process/worker0', 100_000);
}

/** A process on the kernel, and the jobs that it has done. */
export class Worker {
  readonly done: string[] = [];
  readonly runner: ProcessRunner;
  /** What happens with a job; it is done unless this throws. */
  work: (jobId: string) => Promise<void> | void = () => undefined;

  constructor(
    private readonly kernel: TestKernel,
    process: ProcessManager<JobEvent> = worker,
    ports: Partial<ProcessPorts> = {},
  ) {
    const dispatch = async (sent: Command): Promise<void> => {
      await this.work(jobOf(sent));
      this.done.push(jobOf(sent));
    };
    this.runner = new ProcessRunner(process, { ...kernel, dispatch, ...ports });
  }

  async passed(): Promise<boolean> {
    return this.runner.passed((await this.kernel.store.end())!, 10_000);
  }
}

/** A promise to wait for, and its end. */
export function gate(): { opened: Promise<void>; open: () => void; fail: (error: Error) => void } {
  let [open, fail]: [() => void, (error: Error) => void] = [() => undefined, () => undefined];
  const opened = new Promise<void>((resolve, reject) => ([open, fail] = [resolve, reject]));
  return { opened, open, fail };
}
