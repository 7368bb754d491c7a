import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { COMMANDS, helpText } from './commands.ts';
import { NotPossible, UsageError } from './errors.ts';

/** What was asked for, parsed. */
export interface Asked {
  words: string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

process.exit(await main(process.argv.slice(2)));

/** Exit code: 0 done, 1 not done or differences found, 2 not understood. */
async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
    say(helpText());
    return 0;
  }
  try {
    const name = args.slice(0, 2).join(' ');
    const asked = parse(name, args.slice(2));
    const config = readConfig();
    // The program is loaded when it is known what is asked: a wrong word is answered at once.
    const { READING } = await import('./reading.ts');
    const read = READING[name];
    if (read) return await read(config, asked, say);
    const { act } = await import('./writing.ts');
    return await act(name, config, asked, say);
  } catch (error) {
    return report(error);
  }
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

function report(error: unknown): number {
  const { name, message, stack } = error as Error;
  const expected = error instanceof UsageError || error instanceof NotPossible || error instanceof ConfigError;
  process.stderr.write(`${expected || name !== 'Error' ? message : (stack ?? message)}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
