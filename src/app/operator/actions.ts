import { Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/ports/clock.ts';
import { startContext, type Context } from '../../kernel/writing/command.ts';
import { DomainError } from '../../kernel/errors.ts';

/** An operator's request to the running program, or to a process started for it. */
export interface OperatorRequest {
  action: string;
  args: Readonly<Record<string, string | boolean>>;
  /** The user name on this machine. */
  operator: string;
}

export interface OperatorAction {
  name: string;
  /** What a process started for the action must run. */
  needs: 'nothing' | 'projector' | 'runtime';
  /** Reports what it did, line by line. @throws DomainError */
  run(request: OperatorRequest, say: (line: string) => void): Promise<void>;
}

/** All operator actions; features register their own. */
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

/** Operators may do everything: they can read the data folder anyway. */
export function operatorContext({ operator }: OperatorRequest, clock: Clock): Context {
  return startContext({ kind: 'operator', id: operator }, clock);
}
