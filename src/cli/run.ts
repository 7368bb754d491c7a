import { parseArgs } from 'node:util';
import { adviceOf } from '../app/advice.ts';
import { readConfig } from '../config.ts';
import { COMMANDS, helpText } from './commands.ts';
import { NotPossible, UsageError } from './errors.ts';
import { health } from './health.ts';
import type { Say } from './output.ts';

/** What was asked for, parsed. */
export interface Asked {
  words: string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Where a command's answer goes. */
export interface Terminal {
  /** The process' own unless given. */
  env?: Readonly<Record<string, string | undefined>>;
  out: Say;
  err: Say;
}

/** Runs one command; answers its exit code: 0 done, 1 not done or differences found, 2 not understood. */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  const say = terminal.out;
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    say(helpText());
    return 0;
  }
  try {
    const name = nameOf(args);
    const asked = parse(name, args.slice(name.split(' ').length));
    const config = readConfig(terminal.env);
    if (name === 'health') return await health(config, say);
    // The program is loaded when it is known what is asked: a wrong word is answered at once.
    const { READING } = await import('./reading.ts');
    const read = READING[name];
    if (read) return await read(config, asked, say);
    const { KEEPING } = await import('./backup-restore.ts');
    const keep = KEEPING[name];
    if (keep) return await keep(config, asked, say);
    const { act } = await import('./writing.ts');
    return await act(name, config, asked, say);
  } catch (error) {
    return report(error, terminal);
  }
}

/** Most commands are two words, some one. */
function nameOf([first = '', second = '']: string[]): string {
  return COMMANDS[first] ? first : `${first} ${second}`.trim();
}

function parse(name: string, args: string[]): Asked {
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.\n\n${helpText()}`);
  const usage = `Usage: npm run tillbook -- ${name} ${command.usage}`;
  const [min, max] = command.words ?? [0, 0];
  try {
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
    if (positionals.length < min || positionals.length > max)
      throw new Error(`It takes ${min === max ? min : `${min} to ${max}`} words, not ${positionals.length}`);
    return { words: positionals, options: values as Asked['options'] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}.\n${usage}`);
  }
}

function report(error: unknown, { err }: Terminal): number {
  const { name, message, stack } = error as Error;
  const expected = error instanceof UsageError || error instanceof NotPossible || name !== 'Error';
  err(adviceOf(error) ?? (expected ? message : (stack ?? message)));
  return error instanceof UsageError ? 2 : 1;
}
