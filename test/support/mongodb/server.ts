import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { freePort } from '../ports.ts';
import { given, type Server } from '../given-servers.ts';

// From the root, since benches run code compiled elsewhere.
const HERE = resolve('test/support/mongodb');
const POM = join(HERE, 'pom.xml');
const SOURCE = join(HERE, 'MongoServer.java');
/** Start in half a second, on a machine whose cores the tests need. */
const FLAGS = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Why there is no server to test against; undefined if there is one. */
export function missingMongo(): string | undefined {
  if (given('MONGODB_URL')) return undefined;
  const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
  const isBuilt = existsSync(built());
  if (!has(isBuilt ? 'java' : 'javac', '-version'))
    return 'no Java: apt-get install default-jdk-headless, or set MONGODB_URL';
  if (!isBuilt && !has('mvn', '-version')) return 'no Maven: apt-get install maven, or set MONGODB_URL';
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
    buildOnce();
    mkdirSync(folder, { recursive: true });
    const server = new MongoServer(join(folder, 'mongo.mv'), await freePort(), database);
    await server.run();
    return server;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/${this.database}`;
  }

  async run(): Promise<void> {
    const classPath = [built(), `${built()}/*`].join(delimiter);
    const args = [...FLAGS, '-cp', classPath, 'MongoServer', String(this.port), this.file];
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

/** The folder of the compiled server and its libraries, named after what they are built from. */
function built(): string {
  const hash = createHash('sha256').update(readFileSync(POM)).update(readFileSync(SOURCE)).digest('hex');
  return resolve(`dist/mongo-server/${hash.slice(0, 12)}`);
}

/** Builds in a folder of its own, which is renamed when it is complete: several test files may start at once. */
function buildOnce(): void {
  const folder = built();
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  try {
    const goal = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${partial}`];
    execFileSync('mvn', goal, { stdio: 'ignore' });
    execFileSync('javac', ['-cp', `${partial}/*`, '-d', partial, SOURCE], { stdio: 'ignore' });
    renameSync(partial, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
