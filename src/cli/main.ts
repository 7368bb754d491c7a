import { outputOf } from './output.ts';
import { run } from './run.ts';

/** Then the process exits even if a library still keeps a handle open. */
const LINGER_MS = 1_000;

// Only its own user may read what a command writes.
process.umask(0o077);

process.on('unhandledRejection', (error) => void unhandled(error));

/** `npm run tillbook -- <command>`. */
const [out, err] = [outputOf(process.stdout), outputOf(process.stderr)];
process.exitCode = await run(process.argv.slice(2), { out: out.line, err: err.line });
await Promise.all([out.finished(), err.finished()]);
setTimeout(() => process.exit(), LINGER_MS).unref();

/** As in the program: a rejection that EventStoreDB's client fails to handle is ignored, any other ends the command. */
async function unhandled(error: unknown): Promise<void> {
  const { isClientFault } = await import('../installation/open-stores.ts');
  if (isClientFault(error)) return;
  err.line(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
