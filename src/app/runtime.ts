import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.ts';
import { Codec } from '../kernel/codec.ts';
import type { Command } from '../kernel/command.ts';
import type { DocumentStore } from '../kernel/document-store.ts';
import { dueProjection } from '../kernel/due.ts';
import type { EventStore, Position } from '../kernel/event-store.ts';
import type { JobQueue } from '../kernel/job-queue.ts';
import type { Log } from '../kernel/log.ts';
import { ProcessRunner } from '../kernel/process-runner.ts';
import { Projector } from '../kernel/projector.ts';
import { Ticker } from '../kernel/ticker.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Feature } from './feature.ts';
import { CLOCK, DOCUMENTS, EVENT_STORE, FEATURES, JOBS, LOG, VAULT } from './tokens.ts';

const SETTLE_MS = 60_000;
/** Longest chain of events that processes make of one another: a renewal, its order, its payment, a mail are four. */
const LONGEST_CHAIN = 10;

/** The parts of the program that run beside HTTP: projector, processes, ticker. */
@Injectable()
export class Runtime implements OnApplicationShutdown {
  readonly projector: Projector;
  readonly processes: ProcessRunner[];
  readonly ticker: Ticker;
  private started = false;

  constructor(
    @Inject(FEATURES) features: readonly Feature[],
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DOCUMENTS) documents: DocumentStore,
    @Inject(VAULT) vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOG) log: Log,
    codec: Codec,
    commands: CommandBus,
  ) {
    const dispatch = (command: Command): Promise<unknown> => commands.execute(command as never);
    const dues = features.flatMap((feature) => feature.dues ?? []);
    const projections = features.flatMap((feature) => feature.projections ?? []);
    this.projector = new Projector({ store, codec, documents, clock, log }, [...projections, dueProjection(dues)]);
    this.processes = features
      .flatMap((feature) => feature.processes ?? [])
      .map((process) => new ProcessRunner(process, { store, codec, vault, clock, log, dispatch }));
    this.ticker = new Ticker({ documents, clock, log, dispatch }, dues);
  }

  /** Catches up and goes on: when it resolves, the port may open. */
  async start(onProgress?: (projection: string, position: Position) => void): Promise<void> {
    this.started = true;
    await this.projector.start(onProgress);
    await Promise.all(this.processes.map((process) => process.start()));
    this.ticker.start();
  }

  /**
   * Waits until projector and processes have passed everything that is in the log now, what that caused, and so on. What others write
   * meanwhile is not waited for, or it would never end.
   */
  async settled(timeoutMs = SETTLE_MS): Promise<void> {
    const readers = [this.projector, ...this.processes.filter(({ stopped }) => stopped === undefined)];
    let seen: Position | undefined;
    for (let link = 0; link < LONGEST_CHAIN; link++) {
      const end = await this.store.end();
      if (end === undefined || end === seen) return;
      const passed = await Promise.all(readers.map((reader) => reader.passed(end, timeoutMs)));
      if (passed.includes(false))
        throw new Error('The readers of the log did not settle in time; see /readyz for what is behind');
      seen = end;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.started) return;
    await this.ticker.stop();
    await Promise.all(this.processes.map((process) => process.stop()));
    await this.projector.stop();
    await this.jobs.close();
  }
}
