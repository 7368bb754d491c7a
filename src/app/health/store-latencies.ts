import { Counter, Histogram } from 'prom-client';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import type { DocumentStore } from '../../kernel/ports/document-store.ts';
import type { EventStore } from '../../kernel/ports/event-store.ts';
import type { JobQueue } from '../../kernel/ports/job-queue.ts';
import type { Vault } from '../../kernel/ports/vault.ts';

/** Of each operation, the last calls are remembered for its percentiles. */
const REMEMBERED = 256;

const OPERATIONS = {
  log: ['append', 'read', 'last', 'at', 'end', 'refresh'],
  documents: ['load', 'save', 'find', 'ids', 'countBy', 'sumBy', 'checkpoint'],
  vault: ['getMany', 'sizes', 'put', 'take', 'add', 'delete', 'list'],
  queue: ['wake', 'remind'],
} as const satisfies {
  log: readonly (keyof EventStore)[];
  documents: readonly (keyof DocumentStore)[];
  vault: readonly (keyof Vault)[];
  queue: readonly (keyof JobQueue)[];
};

export type StoreName = keyof typeof OPERATIONS;

export interface Stores {
  store: EventStore;
  documents: DocumentStore;
  vault: Vault;
  jobs: JobQueue;
}

/** The last calls of one operation; durations in milliseconds. */
export interface OperationLatency {
  store: StoreName;
  operation: string;
  /** Since the start of this process. */
  calls: number;
  /** Of these, calls to which the store was unavailable. */
  errors: number;
  /** Half of the last calls took at most so long. */
  p50: number;
  p95: number;
  max: number;
}

/** Measures every call of the stores: how long each took, and how often a store was unavailable. */
export class StoreLatencies {
  /** Registered with the other metrics of the process. */
  readonly durations = new Histogram({
    name: 'store_operation_duration_seconds',
    help: 'Duration of calls to the log, the documents, the vault and the queue',
    labelNames: ['store', 'operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [],
  });
  readonly errors = new Counter({
    name: 'store_operation_errors_total',
    help: 'Calls that failed because the store was unavailable',
    labelNames: ['store', 'operation'],
    registers: [],
  });
  private readonly series: Series[] = [];

  /** The same stores, measured. */
  measured<S extends Stores>(stores: S): S {
    return {
      ...stores,
      store: this.observed('log', stores.store),
      documents: this.observed('documents', stores.documents),
      vault: this.observed('vault', stores.vault),
      jobs: this.observed('queue', stores.jobs),
    };
  }

  /** Of the operations that have been called. */
  report(): OperationLatency[] {
    return this.series.filter(({ calls }) => calls > 0).map((series) => series.report());
  }

  /** An object that passes every call on, and measures those of the store's operations. */
  private observed<P extends object>(store: StoreName, port: P): P {
    const operations: readonly string[] = OPERATIONS[store];
    const methods = port as Record<string, (...args: unknown[]) => unknown>;
    const passing: Record<string, unknown> = {};
    for (const name of methodsOf(port))
      passing[name] = operations.includes(name)
        ? this.timed(store, name, (args) => methods[name]!(...args) as Promise<unknown>)
        : (...args: unknown[]) => methods[name]!(...args);
    return passing as P;
  }

  private timed(
    store: StoreName,
    operation: string,
    call: (args: unknown[]) => Promise<unknown>,
  ): (...args: unknown[]) => Promise<unknown> {
    const series = new Series(store, operation);
    this.series.push(series);
    // Looking one up by its labels takes longer than observing.
    const histogram = this.durations.labels({ store, operation });
    // From the start, so that the first failure counts as a change.
    this.errors.inc({ store, operation }, 0);
    const done = (startedAt: number): void => {
      const ms = performance.now() - startedAt;
      series.add(ms);
      histogram.observe(ms / 1_000);
    };
    return (...args) => {
      const startedAt = performance.now();
      const result = call(args);
      result.then(
        () => done(startedAt),
        (error: unknown) => {
          done(startedAt);
          if (!(error instanceof ServiceUnavailable)) return;
          series.errors += 1;
          this.errors.inc({ store, operation });
        },
      );
      return result;
    };
  }
}

class Series {
  calls = 0;
  errors = 0;
  private readonly last = new Float64Array(REMEMBERED);

  constructor(
    private readonly store: StoreName,
    private readonly operation: string,
  ) {}

  add(ms: number): void {
    this.last[this.calls++ % REMEMBERED] = ms;
  }

  report(): OperationLatency {
    const { store, operation, calls, errors } = this;
    const sorted = this.last.slice(0, Math.min(calls, REMEMBERED)).sort();
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1]!;
    return { store, operation, calls, errors, p50: at(0.5), p95: at(0.95), max: at(1) };
  }
}

function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (let at: object | null = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null)
    for (const name of Object.getOwnPropertyNames(at))
      if (name !== 'constructor' && isMethod(at, name)) names.add(name);
  return [...names];
}

function isMethod(object: object, name: string): boolean {
  return typeof Object.getOwnPropertyDescriptor(object, name)?.value === 'function';
}
