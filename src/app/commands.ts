import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommand, type ICommandHandler } from '@nestjs/cqrs';
import type { Telemetry } from '../kernel/ports/telemetry.ts';
import type { Command, Intent, Executed } from '../kernel/writing/command.ts';
import type { Decider } from '../kernel/writing/decider.ts';
import type { DomainEvent } from '../kernel/writing/events.ts';
import { Executor } from '../kernel/writing/execute.ts';
import { TELEMETRY } from './tokens.ts';

/** The command bus, typed by the result that a command's class declares. */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: CommandBus,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  execute<R>(command: Command<string, unknown, R>): Promise<R> {
    const { type, context } = command;
    const operation = {
      kind: 'command',
      name: `command ${type}`,
      labels: { 'tillbook.command': type },
      place: { correlationId: context.correlationId },
    } as const;
    return this.telemetry.measure(operation, () => this.bus.execute(command));
  }
}

type CommandType<C extends Command> = new (...args: never[]) => C;

/** Any, if the command's class does not say. */
type ResultOf<C> = C extends Command<string, unknown, infer R> ? R : never;

/** Registers the class as the handler of a command, whose result it returns. */
export function Handles<C extends Command>(type: CommandType<C>) {
  return (handler: new (...args: never[]) => { execute(command: C): Promise<ResultOf<C>> }): void =>
    register(type, handler);
}

function register(type: CommandType<Command>, handler: new (...args: never[]) => ICommandHandler): void {
  CommandHandler(type as new () => ICommand)(handler);
}

/**
 * Nest handlers for commands that need no facts: execute the decider on the command's stream.
 * @param streamOf the stream a command is about, from its data
 */
export function handlersOf<
  I extends Intent,
  S,
  E extends DomainEvent,
  C extends readonly CommandType<Command<I['type'], I['data']>>[],
>(decider: Decider<I, S, E>, streamOf: (data: InstanceType<C[number]>['data']) => string, ...commands: C): Type[] {
  return commands.map((type) => {
    class Handler {
      constructor(private readonly executor: Executor) {}

      execute(command: InstanceType<C[number]>): Promise<Executed<S, E>> {
        return this.executor.execute(decider, streamOf(command.data), command);
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Executor], Handler);
    Object.defineProperty(Handler, 'name', { value: `${type.name}Handler` });
    register(type, Handler);
    return Handler;
  });
}
