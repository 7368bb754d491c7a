import { CommandBus } from '@nestjs/cqrs';
import type { TestApp } from './app.ts';

type Execute = (command: object) => Promise<unknown>;

/** Carries out the next command of a type differently, and all after it as ever. */
export function replaceNext<C extends object>(
  { app }: Pick<TestApp, 'app'>,
  type: new (...args: never[]) => C,
  otherwise: (command: C, execute: Execute) => Promise<unknown>,
): void {
  const bus = app.get(CommandBus) as { execute: Execute };
  const execute = bus.execute.bind(bus);
  bus.execute = (command) => {
    if (!(command instanceof type)) return execute(command);
    bus.execute = execute;
    return otherwise(command, execute);
  };
}

/** What a step of a process meets if the program ends in it. */
export const cutOff = (): Promise<never> => Promise.reject(new Error('Cut off'));
