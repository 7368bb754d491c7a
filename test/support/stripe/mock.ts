import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../ports.ts';
import { until } from '../until.ts';

const PROGRAM = 'stripe-mock';

/** Why there is no stripe-mock to test against; undefined if there is one. */
export function missingStripeMock(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, PROGRAM)))
    ? undefined
    : 'no stripe-mock: go install github.com/stripe/stripe-mock@v0.203.0';
}

/** Stripe's own server for tests, which checks requests and answers examples. */
export class StripeMock {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<StripeMock> {
    const port = await freePort();
    const child = spawn(PROGRAM, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await until(() => fetch(url).then(Boolean, () => false), 'stripe-mock to answer', 20_000);
    return new StripeMock(child, url);
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    if (this.process.exitCode === null) await once(this.process, 'exit');
  }
}
