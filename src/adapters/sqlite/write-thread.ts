import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { storageFault } from './storage-fault.ts';

/** A write by name, or without a name statements to run outside of a transaction. */
export interface Call {
  number: number;
  name: string | undefined;
  args: readonly unknown[];
}

export type Answer = { number: number } & ({ value: unknown } | { error: SentError });

/** What is cloned of an error: the driver's codes would be lost with the error itself. */
export interface SentError {
  message: string;
  code: string | undefined;
  errcode: number | undefined;
}

export interface ThreadData {
  /** Of a `DatabaseFile`. */
  name: string;
  /** Its path. */
  file: string;
}

/** The program that a `WriteThread` runs, once it is built: Node 20 runs no TypeScript. */
export const THREAD_PROGRAM = new URL('./write-thread.program.js', import.meta.url);

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** The thread that writes one file. It keeps the process alive while it is waited for. */
export class WriteThread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private calls: Call[] = [];
  private last = 0;
  private running = true;

  constructor(
    program: URL,
    name: string,
    private readonly file: string,
  ) {
    this.worker = new Worker(program, { workerData: { name, file } satisfies ThreadData });
    this.worker.unref();
    this.worker.on('message', (answers: Answer[]) => answers.forEach((answer) => this.settle(answer)));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', (code) => this.fail(new Error(`It ended with code ${code}`)));
  }

  /** Whether it takes calls: one that has failed is replaced. */
  get isRunning(): boolean {
    return this.running;
  }

  /** Resolves after the commit. @throws StorageUnavailable also if the thread fails; then the write may have been committed */
  call(name: string | undefined, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // As in one thread: requests that came in together commit together.
      if (this.calls.length === 0) setImmediate(() => this.post());
      if (this.waiting.size === 0) this.worker.ref();
      const number = ++this.last;
      this.waiting.set(number, { resolve, reject });
      this.calls.push({ number, name, args });
    });
  }

  async exec(sql: string): Promise<void> {
    await this.call(undefined, [sql]);
  }

  /** Commits pending writes, and ends the thread. */
  async close(): Promise<void> {
    if (!this.running) return;
    await this.call(undefined, []);
    this.running = false;
    await this.worker.terminate();
  }

  private post(): void {
    if (this.running) this.worker.postMessage(this.calls);
    this.calls = [];
  }

  private settle(answer: Answer): void {
    const { resolve, reject } = this.waiting.get(answer.number)!;
    this.waiting.delete(answer.number);
    if (this.waiting.size === 0) this.worker.unref();
    if ('value' in answer) resolve(answer.value);
    else reject(received(answer.error, this.file));
  }

  private fail(error: Error): void {
    if (!this.running) return;
    this.running = false;
    for (const { reject } of this.waiting.values()) reject(new StorageUnavailable('failing', this.file, error));
    this.waiting.clear();
    process.emitWarning(`The thread that writes ${this.file} failed: ${error.message}`);
  }
}

export function sent(error: unknown): SentError {
  const original = error instanceof StorageUnavailable ? error.cause : error;
  const { message, code, errcode } = original as Error & Omit<SentError, 'message'>;
  return { message, code, errcode };
}

function received({ message, code, errcode }: SentError, file: string): unknown {
  return storageFault(Object.assign(new Error(message), { code, errcode }), file);
}
