import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../ports.ts';
import { given, type Server } from '../given-servers.ts';
import { until } from '../until.ts';

/** Why there is no server to test against; undefined if there is one. */
export function missingRedis(): string | undefined {
  if (given('REDIS_URL')) return undefined;
  return spawnSync('redis-server', ['--version']).status === 0
    ? undefined
    : 'no redis-server: apt-get install redis-server';
}

/** The tests' own Redis. */
export class RedisServer implements Server {
  private process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string | undefined,
  ) {}

  /** @param folder where it logs every write; by default, it stores nothing on disk */
  static async start(folder?: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), folder);
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const { folder } = this;
    const stored = folder === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--dir', folder];
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', ...stored];
    this.process = spawn('redis-server', args, { stdio: 'ignore' });
    await until(() => this.answers(), 'Redis to answer');
  }

  /** Deletes all data. */
  async flush(): Promise<void> {
    const socket = connect(this.port, '127.0.0.1');
    socket.write('FLUSHALL\r\n');
    await once(socket, 'data');
    socket.destroy();
  }

  freeze(frozen: boolean): void {
    this.process?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async answers(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('PING\r\n');
    const answered = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => []);
    socket.destroy();
    return String(answered[0]).startsWith('+PONG');
  }
}
