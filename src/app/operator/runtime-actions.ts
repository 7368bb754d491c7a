import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../kernel/errors.ts';
import { progressText } from '../../kernel/reading/progress.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { kindOf, type JobQueue } from '../../kernel/ports/job-queue.ts';
import { FailingWork } from '../failing-work.ts';
import { Runtime } from '../runtime.ts';
import { JOBS } from '../tokens.ts';
import { OperatorActions, type OperatorAction } from './actions.ts';

const PROGRESS_EVERY_MS = 2_000;

/** Operator actions on read models, failed steps and failing work. */
@Injectable()
export class RuntimeActions {
  constructor(actions: OperatorActions, runtime: Runtime, failing: FailingWork, @Inject(JOBS) jobs: JobQueue) {
    actions.register(projectionsRebuild(runtime), stepsRetry(runtime), workRetry(failing, jobs));
  }
}

export function statusLine(name: string, state: string, position: Position | undefined, error?: string): string {
  return `${name.padEnd(28)} ${state.padEnd(8)} ${position ?? '-'}${error ? `  ${error}` : ''}`;
}

function projectionsRebuild(runtime: Runtime): OperatorAction {
  return {
    name: 'projections rebuild',
    needs: 'projector',
    async run({ args }, say) {
      const keys = (await runtime.readModels.status()).map(({ name }) => name);
      const wanted = keys.filter(
        (key) => args.all === true || key === args.name || key.replace(/_v\d+$/, '') === args.name,
      );
      if (wanted.length === 0)
        throw new DomainError(
          'NotFound',
          `There is no projection ${String(args.name)}; choose one of: ${keys.join(', ')}`,
          404,
        );
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

function stepsRetry(runtime: Runtime): OperatorAction {
  return {
    name: 'steps retry',
    needs: 'runtime',
    async run({ args }, say) {
      const isWanted = ({ process, key }: { process: string; key: string }): boolean =>
        args.all === true || (process === args.process && key === args.key);
      const { processes } = runtime;
      const elsewhere = (await processes.waitingElsewhere()).filter(isWanted).map(({ process }) => process);
      const missing = elsewhere.length > 0 ? await runtime.notTakenOver(elsewhere) : [];
      const waiting = processes.running.flatMap((runner) => runner.waiting.map((step) => ({ ...step, runner })));
      const wanted = waiting.filter(isWanted);
      if (wanted.length + missing.length === 0) return say('No failed step found; see: steps list');
      for (const { process, key, runner } of wanted) {
        if (!(await runner.retryNow(key))) {
          say(`${process} is stopped; see: processes status`);
          continue;
        }
        const left = runner.waiting.find((step) => step.key === key)?.events ?? [];
        say(left.length === 0 ? `${process} ${key}: done` : `${process} ${key}: failed again: ${left[0]!.error}`);
      }
      if (missing.length === 0) return;
      throw new DomainError('NotLeading', `Another process runs ${missing.join(', ')}: run the command there`, 409);
    },
  };
}

function workRetry(failing: FailingWork, jobs: JobQueue): OperatorAction {
  return {
    name: 'work retry',
    needs: 'runtime',
    async run({ args }, say) {
      const wanted = (await failing.list()).filter(({ job }) => args.all === true || job === args.job);
      if (wanted.length === 0) return say('No failing work found; see: work list');
      for (const { job } of wanted) await jobs.wake(job);
      for (const kind of new Set(wanted.map(({ job }) => kindOf(job)))) await jobs.idle(kind);
      const left = new Map((await failing.list()).map(({ job, error }) => [job, error]));
      for (const { job } of wanted) say(left.has(job) ? `${job}: failed again: ${left.get(job)}` : `${job}: done`);
    },
  };
}
