import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operate, type CommandResult } from './operator.ts';
import { within } from './until.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'dist/server');
/** Enough beside other programs, with read models to rebuild. */
const START_MS = 120_000;

/** Builds the server if it is missing; `npm test` rebuilds a stale one. */
export function buildIfMissing(): void {
  if (existsSync(join(BUILT, 'main.js'))) return;
  const build = "import('./scripts/prepare.mjs').then(({ buildServer }) => buildServer())";
  const { status } = spawnSync(process.execPath, ['-e', build], { cwd: ROOT, stdio: 'ignore' });
  if (status !== 0) throw new Error('The program could not be built: npm run build');
}

/** Another release: a copy of the built one, in which the version of a projection is the next. @param source such as `src/…/x.projection.ts` */
export function nextRelease(source: string): { folder: string; remove(): void } {
  const folder = `${BUILT}-next-${process.pid}`;
  cpSync(BUILT, folder, { recursive: true });
  const heading = `\n// ${source}\n`;
  const file = readdirSync(folder)
    .map((name) => join(folder, name))
    .find((path) => path.endsWith('.js') && readFileSync(path, 'utf8').includes(heading))!;
  const [before, after] = readFileSync(file, 'utf8').split(heading) as [string, string];
  const changed = after.replace(/\bversion: (\d+)/, (_, version: string) => `version: ${Number(version) + 1}`);
  writeFileSync(file, before + heading + changed);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The built program in a process of its own, as `npm start` runs it. */
export class Program {
  /** What it output, on both streams. */
  output = '';
  private child: ChildProcess | undefined;

  constructor(
    /** Contains PORT and DATA_DIR. */
    readonly env: Readonly<Record<string, string>>,
    /** Folder of its release. */
    private readonly release = BUILT,
  ) {}

  /** The exit code of its last run. */
  exitCode: number | null = null;

  get url(): string {
    return `http://127.0.0.1:${this.env.PORT}`;
  }

  get isRunning(): boolean {
    return this.child !== undefined;
  }

  /** Starts it without waiting for anything. */
  spawn(): void {
    this.output = '';
    const child = spawn(process.execPath, [join(this.release, 'main.js')], {
      env: { PATH: process.env.PATH, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output += String(chunk)));
    child.once('exit', (code) => (this.exitCode = code));
    child.once('exit', () => (this.child = this.child === child ? undefined : this.child));
    this.child = child;
  }

  /** Starts it and waits until its port is open. */
  async start(): Promise<void> {
    this.spawn();
    await this.ready();
  }

  ready(): Promise<void> {
    return within(this.opened(), 'the program to open its port', START_MS);
  }

  private async opened(): Promise<void> {
    while (!/Tillbook is at|Tillbook's \w+ is running/.test(this.output)) {
      if (!this.child) throw new Error(`The program did not start: ${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'exit')]);
    }
  }

  /** Kills it without warning, as a power cut would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** An operator's command on the same installation, in this process: of this release only, but at once. */
  operate(...args: string[]): Promise<CommandResult> {
    return operate(this.env.DATA_DIR!, args, { ...this.env });
  }

  /** The same in a process of its own, of the program's release. */
  async tillbook(...args: string[]): Promise<CommandResult> {
    const child = spawn(process.execPath, [join(this.release, 'cli.js'), ...args], {
      env: { PATH: process.env.PATH, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
