import { Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/ports/clock.ts';
import { startContext, type Context } from '../../kernel/writing/command.ts';
import { DomainError } from '../../kernel/errors.ts';

/** What an operator asks the running program, or a program that he starts for it, to do. */
export interface OperatorRequest {
  action: string;
  args: Readonly<Record<string, string | boolean>>;
  /** Who he is on this machine. */
  operator: string;
}

export interface OperatorAction {
  name: string;
  /** What must be running where it is done without the program: nothing, what folds read models, or all of it. */
  needs: 'nothing' | 'projector' | 'runtime';
  /** Says what it did, line by line. @throws DomainError what can't be done, and why */
  run(request: OperatorRequest, say: (line: string) => void): Promise<void>;
}

/** The actions there are; features register their own. */
@Injectable()
export class OperatorActions {
  private readonly actions = new Map<string, OperatorAction>();

  register(...actions: readonly OperatorAction[]): void {
    for (const action of actions) this.actions.set(action.name, action);
  }

  get(name: string): OperatorAction {
    const action = this.actions.get(name);
    if (!action) throw new DomainError('UnknownAction', `There is no action ${name}`, 404);
    return action;
  }
}

/** An operator's command: whoever may read the data folder may do everything. */
export function operatorContext({ operator }: OperatorRequest, clock: Clock): Context {
  return startContext({ kind: 'operator', id: operator }, clock);
}
