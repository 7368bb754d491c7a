import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { hostname } from 'node:os';
import type { Config, Role } from '../config.ts';
import type { Clock } from '../kernel/ports/clock.ts';
import { Codec } from '../kernel/writing/codec.ts';
import type { Command } from '../kernel/writing/command.ts';
import type { DocumentStore } from '../kernel/ports/document-store.ts';
import { dueProjection, type AnyDueSource } from '../kernel/reacting/due.ts';
import { ServiceUnavailable } from '../kernel/errors.ts';
import type { EventStore, Position } from '../kernel/ports/event-store.ts';
import type { JobQueue } from '../kernel/ports/job-queue.ts';
import { newUuid } from '../kernel/ids.ts';
import { pause, withTimeout } from '../kernel/coordination/waiting.ts';
import { Leader, type LeaderPorts, type Leadership } from '../kernel/coordination/leader.ts';
import { Shares } from '../kernel/coordination/shares.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { Telemetry } from '../kernel/ports/telemetry.ts';
import type { ProcessGroup } from '../kernel/reacting/groups.ts';
import type { ProcessPorts } from '../kernel/reacting/process-runner.ts';
import type { ProjectionGroup } from '../kernel/reading/groups.ts';
import type { ProjectorPorts } from '../kernel/reading/projector.ts';
import { ClockJumps } from '../kernel/reacting/clock-jumps.ts';
import { Ticker } from '../kernel/reacting/ticker.ts';
import type { Vault } from '../kernel/ports/vault.ts';
import { ActivityCounts } from './activity-counts.ts';
import { Commands } from './commands.ts';
import type { Feature } from './feature.ts';
import { ProcessGroups } from './work/process-groups.ts';
import { ProjectionGroups } from './reading/projection-groups.ts';
import { CLOCK, CONFIG, DOCUMENTS, EVENT_STORE, FEATURES, JOBS, LOG, TELEMETRY, VAULT } from './tokens.ts';

/** What is slow gets there; what stands still for so long does not. */
const STALLED_AFTER_MS = 60_000;
/** Longest chain of events that processes cause: a renewal, its order, its payment and an email are four. */
const LONGEST_CHAIN = 10;
const LOOK_EVERY_MS = 100;
/** A little longer than a lease. */
const TAKE_OVER_MS = 10_000;

/**
 * The parts of the program that run beside HTTP: projector, processes, ticker. With embedded stores, all of them; with shared stores, those of
 * this process' role, each in one process at a time (docs/PROCESSES.md#roles).
 */
@Injectable()
export class Runtime implements OnApplicationShutdown {
  /** Read models, whichever processes build them. */
  readonly readModels: ProjectionGroups;
  /** Process managers, whichever processes run them. */
  readonly processes: ProcessGroups;
  /** Kinds of work that `settled` waits for, each with its sweep, because an earlier process may have lost wake-ups. */
  readonly awaitedWork = new Map<string, () => Promise<void>>();
  /** Whether read models can be queried. */
  isStarted = false;
  readonly ticker: Ticker;
  readonly clockJumps: ClockJumps;
  /** The ticker of this process, if it runs here. */
  runningTicker: Ticker | undefined;
  private readonly ports: ProjectorPorts & ProcessPorts & LeaderPorts;
  private readonly dueItems: readonly AnyDueSource[];
  private readonly others: { name: string; lead: () => Leadership }[] = [];
  private readonly leaders: Leader[] = [];
  private running: Leadership[] = [];

  constructor(
    @Inject(FEATURES) features: readonly Feature[],
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DOCUMENTS) documents: DocumentStore,
    @Inject(VAULT) vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOG) log: Log,
    @Inject(TELEMETRY) telemetry: Telemetry,
    @Inject(CONFIG) private readonly config: Config,
    codec: Codec,
    commands: Commands,
    activity: ActivityCounts,
  ) {
    this.dueItems = features.flatMap((feature) => feature.dueItems ?? []);
    const projections = [...features.flatMap((feature) => feature.projections ?? []), dueProjection(this.dueItems)];
    const dispatch = (command: Command): Promise<unknown> => commands.execute(command);
    this.ports = { store, documents, vault, clock, log, telemetry, codec, dispatch, activity, watched: config.shared };
    this.clockJumps = new ClockJumps(this.ports);
    this.ticker = this.newTicker();
    this.readModels = new ProjectionGroups(this.ports, projections);
    this.processes = new ProcessGroups(
      this.ports,
      features.flatMap((feature) => feature.processes ?? []),
    );
  }

  runs(role: Exclude<Role, 'all'>): boolean {
    return this.config.role === 'all' || this.config.role === role;
  }

  /** Adds work that one of the worker processes does at a time, from `start` on. */
  alongside(name: string, lead: () => Leadership): void {
    this.others.push({ name, lead });
  }

  /** Catches up and continues in the background: when it resolves, the port may open. One that only projects reports by `/readyz` how far it is. */
  async start(): Promise<void> {
    await this.startProjectors();
    if (this.runs('worker')) {
      await this.startProcesses();
      const shares = new Shares('worker', this.ports);
      await this.begin('ticker', () => this.runTicker(), shares);
      for (const { name, lead } of this.others) await this.begin(name, lead, shares);
    }
    if (this.config.shared && this.config.role !== 'projector') await this.untilBuilt();
    this.isStarted = true;
  }

  /** Starts only the projectors: now, or each when this process gets the lead of its group. */
  async startProjectors(): Promise<void> {
    if (!this.runs('projector')) return;
    const { release } = this.readModels;
    const shares = new Shares(`projector/${release}`, this.ports);
    const lead = (group: ProjectionGroup) => this.readModels.lead(group, this.config.shared);
    await Promise.all(this.readModels.all.map((group) => this.begin(`projector/${group}`, () => lead(group), shares)));
    if (this.config.shared) await this.begin(`release/${release}`, () => this.readModels.leadBeside());
  }

  /** Waits for the lead of the groups of some process managers. @returns the names of those that another process still runs */
  notTakenOver(names: readonly string[]): Promise<string[]> {
    return this.processes.notTakenOver(names, this.leaders.length > 0 ? TAKE_OVER_MS : 0);
  }

  /**
   * Rebuilds read models.
   * @throws NotLeading another process builds some of them
   */
  rebuild(names: readonly string[]): Promise<void> {
    return this.readModels.rebuild(names, this.leaders.length > 0 ? TAKE_OVER_MS : 0);
  }

  /**
   * Waits until projector and processes have handled all events that are in the log now and awaited work is done, the events that those cause,
   * and so on, however much that is. Limited to the longest chain, because others may write all the time.
   * @throws ServiceUnavailable nothing has moved for `stalledAfterMs`
   */
  async settled(stalledAfterMs = STALLED_AFTER_MS): Promise<void> {
    let seen: Position | undefined;
    for (let link = 0; link < LONGEST_CHAIN; link++) {
      const end = await this.store.end();
      if (end === undefined || end === seen) return;
      let reached = await this.reached();
      while (!(await this.handled(end, stalledAfterMs))) {
        const before = reached;
        reached = await this.reached();
        if (reached === before) throw new ServiceUnavailable('Work', 'has stopped, and /readyz shows what is behind');
      }
      seen = end;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    // First, because work may wait for the read models.
    await this.jobs.close();
    await Promise.all(this.leaders.map((leader) => leader.stop()));
    // None keeps another from stopping: what goes on after the log is closed never ends.
    for (const part of this.running.reverse())
      await part
        .stop()
        .catch((error: unknown) => this.ports.log.error('A part of the program did not stop', { error }));
  }

  /** Whether all readers have passed the position and awaited work is done; false when time runs out. */
  private async handled(end: Position, timeoutMs: number): Promise<boolean> {
    const readers = [this.readModels, this.processes].map((reader) => reader.passed(end, timeoutMs));
    if ((await Promise.all(readers)).includes(false)) return false;
    const work = async ([kind, sweep]: [string, () => Promise<void>]): Promise<void> => {
      await sweep();
      await this.jobs.idle(kind);
    };
    const working = Promise.all([...this.awaitedWork].map(work)).then(() => true);
    return withTimeout(working, timeoutMs, () => false);
  }

  /** Changes as long as anything moves: the end of the log, and how far its readers are. */
  private async reached(): Promise<string> {
    const { store, readModels, processes } = this;
    return JSON.stringify(await Promise.all([store.end(), readModels.positions(), processes.positions()]));
  }

  /** Starts at once with embedded stores, else when this process gets the lead. */
  private async begin(name: string, lead: () => Leadership, shares?: Shares): Promise<void> {
    if (this.config.shared) {
      const leader = new Leader(name, `${hostname()}/${process.pid}/${newUuid()}`, this.ports, lead, shares);
      this.leaders.push(leader);
      return leader.start();
    }
    const led = lead();
    this.running.push(led);
    await led.started;
  }

  /** Together, because those that look for their checkpoints in a copied log share one pass. */
  private async startProcesses(): Promise<void> {
    const shares = new Shares('processes', this.ports);
    const lead = (group: ProcessGroup) => this.processes.lead(group, this.config.shared);
    await Promise.all(this.processes.all.map((group) => this.begin(`processes/${group}`, () => lead(group), shares)));
    if (!this.config.shared) this.processes.reportStopped();
  }

  private runTicker(): Leadership {
    const ticker = this.config.shared ? this.newTicker() : this.ticker;
    ticker.start();
    this.runningTicker = ticker;
    return {
      started: Promise.resolve(),
      stop: async () => {
        this.runningTicker = undefined;
        await ticker.stop();
      },
    };
  }

  private newTicker(): Ticker {
    // In the sandbox nobody is charged, and its clock is moved.
    const jumps = this.config.sandbox === 'off' ? this.clockJumps : undefined;
    return new Ticker({ ...this.ports, jumps }, this.dueItems);
  }

  /** Waits as long as it takes, also for unavailable servers. */
  private async untilBuilt(): Promise<void> {
    for (;;) {
      try {
        if (await this.isBuilt()) return;
      } catch (error) {
        if (!(error instanceof ServiceUnavailable)) throw error;
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Whether all read models of this release are built; a process that runs everything needs them current. */
  private async isBuilt(): Promise<boolean> {
    if (!(await this.readModels.areBuilt())) return false;
    const end = await this.store.end();
    return this.config.role !== 'all' || end === undefined || this.readModels.passed(end, LOOK_EVERY_MS);
  }
}
