import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';
import type { Say } from './output.ts';

/** What follows a command's name, parsed. */
export interface Invocation {
  words: string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** @returns the exit code: 0 done, 1 not done or problems found */
export type Run = (config: Config, invocation: Invocation, say: Say) => Promise<number>;

export interface Command {
  /** What follows its name, for the help text. */
  usage?: string;
  help: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** How many words follow its name; none by default. */
  words?: [min: number, max: number];
  run: Run;
}

/** The command line is wrong. */
export class UsageError extends Error {}

/** The command cannot be done; the message says what the operator can do. */
export class CommandFailed extends Error {}
