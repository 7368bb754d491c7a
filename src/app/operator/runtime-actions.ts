import { Injectable } from '@nestjs/common';
import { DomainError } from '../../kernel/errors.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { Runtime } from '../runtime.ts';
import { OperatorActions, type OperatorAction } from './actions.ts';

/** Operator actions on read models and failed steps. */
@Injectable()
export class RuntimeActions {
  constructor(actions: OperatorActions, runtime: Runtime) {
    actions.register(projectionsRebuild(runtime), stepsRetry(runtime));
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
      await runtime.rebuild(wanted);
      say(`Rebuilt ${wanted.length === 1 ? wanted[0] : `${wanted.length} projections`}.`);
    },
  };
}

function stepsRetry(runtime: Runtime): OperatorAction {
  return {
    name: 'steps retry',
    needs: 'runtime',
    async run({ args }, say) {
      const waiting = runtime.processes.flatMap((runner) => runner.waiting.map((step) => ({ ...step, runner })));
      const wanted = waiting.filter(
        ({ process, key }) => args.all === true || (process === args.process && key === args.key),
      );
      if (wanted.length === 0) return say('No failed step found; see: steps list');
      for (const { process, key, runner } of wanted) {
        if (!(await runner.retryNow(key))) {
          say(`${process} is stopped; see: processes status`);
          continue;
        }
        const left = runner.waiting.find((step) => step.key === key)?.events ?? [];
        say(left.length === 0 ? `${process} ${key}: done` : `${process} ${key}: failed again: ${left[0]!.error}`);
      }
    },
  };
}
