import { parseArgs } from 'node:util';
import { adviceOf } from '../app/advice.ts';
import { readConfig } from '../config.ts';
import { CommandFailed, UsageError, type Command, type Invocation } from './command.ts';
import { COMMANDS, helpText } from './commands.ts';
import type { Say } from './output.ts';

export interface Terminal {
  /** The environment of this process by default. */
  env?: Readonly<Record<string, string | undefined>>;
  out: Say;
  err: Say;
}

/** @returns the exit code: 0 done, 1 not done or problems found, 2 not understood */
export async function run(args: string[], { env, out, err }: Terminal): Promise<number> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    out(helpText());
    return 0;
  }
  try {
    const name = nameOf(args);
    const command = COMMANDS[name];
    if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.\n\n${helpText()}`);
    const invocation = parse(name, command, args.slice(name.split(' ').length));
    return await command.run(readConfig(env), invocation, out);
  } catch (error) {
    err(describe(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Most commands have two words, some have one. */
function nameOf([first = '', second = '']: string[]): string {
  return COMMANDS[first] ? first : `${first} ${second}`.trim();
}

function parse(name: string, { usage = '', options, words = [0, 0] }: Command, args: string[]): Invocation {
  const [min, max] = words;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length < min || positionals.length > max)
      throw new Error(`It takes ${min === max ? min : `${min} to ${max}`} words, not ${positionals.length}`);
    return { words: positionals, options: values as Invocation['options'] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}.\nUsage: npm run tillbook -- ${name} ${usage}`);
  }
}

/** Expected errors by their message; faults of the program with their stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error instanceof UsageError || error instanceof CommandFailed || error.name !== 'Error';
  return adviceOf(error) ?? (expected ? error.message : (error.stack ?? error.message));
}
