import { run } from './run.ts';

/** `npm run tillbook -- <command>`. */
process.exit(
  await run(process.argv.slice(2), {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  }),
);
