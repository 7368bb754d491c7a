import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compiled } from '../compiled.ts';
import { freePort } from '../ports.ts';
import type { Server } from '../given-servers.ts';

/** The server in a process of its own, which can be killed and restarted on its data. */
export class EventStoreDbProcess implements Server {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly main: string,
    private readonly file: string,
    private readonly port: number,
  ) {}

  static async start(folder: string): Promise<EventStoreDbProcess> {
    const main = compiled('test/support/eventstoredb/server.program.ts');
    const server = new EventStoreDbProcess(main, join(folder, 'eventstore.jsonl'), await freePort());
    await server.run();
    return server;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  async run(): Promise<void> {
    const child = spawn(process.execPath, [this.main, String(this.port), this.file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('The EventStoreDB of the tests did not start'))),
    ]);
  }

  freeze(frozen: boolean): void {
    this.child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Without warning: every connection breaks. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
