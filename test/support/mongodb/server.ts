import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../ports.ts';
import { given, type Server } from '../given-servers.ts';

// From the root, since benches run code compiled elsewhere.
const HERE = resolve('test/support/mongodb');
const LIB = resolve('dist/mongo-server/lib');

/** Why there is no server to test against; undefined if there is one. */
export function missingMongo(): string | undefined {
  if (given('MONGODB_URL')) return undefined;
  const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
  if (!has('java', '-version')) return 'no Java: apt-get install default-jdk-headless, or set MONGODB_URL';
  if (!existsSync(LIB) && !has('mvn', '-version')) return 'no Maven: apt-get install maven, or set MONGODB_URL';
  return undefined;
}

/** The server that the environment names, with a database of its own for the test. */
export function givenMongo(database: string): Server | undefined {
  const server = given('MONGODB_URL');
  return server && { ...server, url: onDatabase(server.url, database) };
}

/** The same server with another database; users still sign in against the original one. */
export function onDatabase(url: string, database: string): string {
  const [, server = '', before = '', options = ''] = /^(\w[\w+]*:\/\/[^/]+)\/([^?]*)\??(.*)$/.exec(url) ?? [];
  const isKnownThere = server.includes('@') && !/(^|&)authSource=/i.test(options);
  const all = [options, isKnownThere && before !== '' ? `authSource=${before}` : ''].filter(Boolean).join('&');
  return `${server}/${database}${all && `?${all}`}`;
}

/** A server process with MongoDB's protocol, which can be stopped and restarted on its data. */
export class MongoServer implements Server {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly file: string,
    private readonly port: number,
    private readonly database: string,
  ) {}

  static async start(folder: string, database: string): Promise<MongoServer> {
    fetchLibraries();
    mkdirSync(folder, { recursive: true });
    const server = new MongoServer(join(folder, 'mongo.mv'), await freePort(), database);
    await server.run();
    return server;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/${this.database}`;
  }

  async run(): Promise<void> {
    const args = ['-Xmx256m', '-cp', `${LIB}/*`, join(HERE, 'MongoServer.java'), String(this.port), this.file];
    const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.process = child;
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('The MongoDB server of the tests did not start'))),
    ]);
  }

  freeze(frozen: boolean): void {
    this.process?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Once per checkout. */
function fetchLibraries(): void {
  if (existsSync(LIB)) return;
  const goal = ['-q', '-B', '-f', join(HERE, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${LIB}`];
  execFileSync('mvn', goal, { stdio: 'ignore' });
}
