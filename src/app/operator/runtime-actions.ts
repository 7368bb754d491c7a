import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config.ts';
import { NotFound, NotLeading } from '../../kernel/errors.ts';
import { progressText } from '../../kernel/reading/progress.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { kindOf, type JobQueue } from '../../kernel/ports/job-queue.ts';
import { FailingWork } from '../work/failing-work.ts';
import { Runtime } from '../runtime.ts';
import { CONFIG, JOBS } from '../tokens.ts';
import { OperatorActions, type OperatorAction } from './actions.ts';

const PROGRESS_EVERY_MS = 2_000;

/** Operator actions on read models, failing work and the clock. */
@Injectable()
export class RuntimeActions {
  constructor(
    actions: OperatorActions,
    runtime: Runtime,
    failing: FailingWork,
    @Inject(JOBS) jobs: JobQueue,
    @Inject(CONFIG) { engines }: Config,
  ) {
    const reachesWorkers = () => runtime.runs('worker') || engines.redis !== undefined;
    actions.register(projectionsRebuild(runtime), workRetry(failing, jobs, reachesWorkers), clockAccept(runtime));
  }
}

export function statusLine(name: string, state: string, position: Position | undefined, error?: string): string {
  return `${name.padEnd(28)} ${state.padEnd(8)} ${position ?? '-'}${error ? `  ${error}` : ''}`;
}

function projectionsRebuild(runtime: Runtime): OperatorAction {
  return {
    name: 'projections rebuild',
    needs: 'projector',
    isForAdministrators: true,
    async run({ args }, say) {
      const keys = (await runtime.readModels.status()).map(({ name }) => name);
      const wanted = keys.filter(
        (key) => args.all === true || key === args.name || key.replace(/_v\d+$/, '') === args.name,
      );
      if (wanted.length === 0)
        throw new NotFound(`There is no projection ${String(args.name)}; choose one of: ${keys.join(', ')}`);
      for (const key of wanted) say(`Rebuilding ${key} …`);
      const reporting = setInterval(() => {
        const { progress } = runtime.readModels;
        if (progress) say(progressText(progress));
      }, PROGRESS_EVERY_MS);
      await runtime.rebuild(wanted).finally(() => clearInterval(reporting));
      say(`Rebuilt ${wanted.length === 1 ? wanted[0] : `${wanted.length} projections`}.`);
    },
  };
}

function clockAccept({ clockJumps }: Runtime): OperatorAction {
  return {
    name: 'clock accept',
    needs: 'nothing',
    async run(_, say) {
      say(`The clock is right: it is ${await clockJumps.accept()}. What has come due is done now.`);
    },
  };
}

function workRetry(failing: FailingWork, jobs: JobQueue, reachesWorkers: () => boolean): OperatorAction {
  return {
    name: 'work retry',
    needs: 'runtime',
    isForAdministrators: true,
    async run({ args }, say) {
      const wanted = (await failing.list()).filter(({ job }) => args.all === true || job === args.job);
      if (wanted.length === 0) return say('No failing work found; see: work list');
      if (!reachesWorkers())
        throw new NotLeading('Without Redis, only a worker retries its work: run the command there');
      for (const { job } of wanted) await jobs.wake(job);
      for (const kind of new Set(wanted.map(({ job }) => kindOf(job)))) await jobs.idle(kind);
      const left = new Map((await failing.list()).map(({ job, error }) => [job, error]));
      for (const { job } of wanted) say(left.has(job) ? `${job}: failed again: ${left.get(job)}` : `${job}: done`);
    },
  };
}
