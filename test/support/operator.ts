import { run } from '../../src/cli/run.ts';

export interface CommandResult {
  code: number;
  output: string;
}

/** Runs an operator's command on a data folder in this process, as `npm run tillbook` does in its own. */
export async function operate(
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const lines: string[] = [];
  const put = (line: string): void => void lines.push(line);
  const code = await run(args, { env: { NODE_ENV: 'test', ...env, DATA_DIR: dataDir }, out: put, err: put });
  return { code, output: lines.map((line) => `${line}\n`).join('') };
}

/** The output of a successful command. */
export async function operated(dataDir: string, ...args: string[]): Promise<string> {
  const { code, output } = await operate(dataDir, args);
  if (code !== 0) throw new Error(`tillbook ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}
