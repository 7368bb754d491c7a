import { Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { Actor } from '../../kernel/ports/event-store.ts';
import { startContext, type Context } from '../../kernel/writing/command.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';

/** A request to the running program, by an operator or an administrator, or to a process started for it. */
export interface OperatorRequest {
  action: string;
  args: Readonly<Record<string, string | boolean>>;
  actor: Actor;
}

export interface OperatorAction {
  name: string;
  /** What a process started for the action must run. */
  needs: 'nothing' | 'projector' | 'runtime';
  /** Whether administrators may run it in the dashboard; the others are for those who can read the data folder. */
  isForAdministrators?: true;
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
    const action = this.find(name);
    if (!action) throw new DomainError('UnknownAction', `There is no action ${name}`, 404);
    return action;
  }

  find(name: string): OperatorAction | undefined {
    return this.actions.get(name);
  }
}

/** @throws InvalidInput the request does not name it */
export function demandArgument({ args }: OperatorRequest, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value === '')
    throw InvalidInput.at(`body.args.${name}`, 'Field required', 'missing');
  return value;
}

/** @param name of a user of this machine, who may do everything: they can read the data folder anyway */
export function operatorNamed(name: string): Actor {
  return { kind: 'operator', id: name };
}

export function operatorContext({ actor }: OperatorRequest, clock: Clock): Context {
  return startContext(actor, clock);
}
