import { failingIn } from '../../src/app/work/failing-work.ts';
import type { Feature } from '../../src/app/feature.ts';
import { codecOf } from '../../src/app/kernel.module.ts';
import { processesOf } from '../../src/app/operator/process-actions.ts';
import { compareProjections, projectionsOf, type Comparison } from '../../src/app/operator/projections.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { addSeconds, type Instant } from '../../src/kernel/ports/clock.ts';
import { upToEnd, type Position } from '../../src/kernel/ports/event-store.ts';
import { waitingOf } from '../../src/kernel/reacting/waiting-steps.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { collectionOf } from '../../src/kernel/reading/projection.ts';
import { isReadable, type Codec } from '../../src/kernel/writing/codec.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { BrokenRule, demandNone } from './cast.ts';
import { MemoryDocumentStore } from './memory/memory-document-store.ts';
import { Network, type Weather } from './network.ts';
import { SimulatedProcess, type Answer, type Request } from './process.ts';
import { SeededRandom } from './random.ts';
import { WORLD, type Scheduler } from './scheduler.ts';
import { Servers } from './servers.ts';
import { enter } from './virtual-machine.ts';

/** 8 January 2026, so that months of every length come up. */
const START_MS = Date.parse('2026-01-08T09:00:00.000Z');
/** Longer than the longest pause between two attempts of anything. */
const LONG_PAUSE_MS = 16 * 60_000;
/** About as many as a process has in a few seconds. */
const MOST_TASKS = 1_500;
/** Longer than a lease is tried for, so that everything has a leader again. */
const HEALED_MS = 2_000;
const MOST_PAUSES = 12;
/** For longer than a projector waits before it builds what another has begun. */
const MOST_LOOKS = 30;
const NOWHERE = '/nonexistent';
const SECRET = Buffer.alloc(32, 7).toString('base64');

/** What kind of trouble one simulation has; a seed chooses, because rare faults are found best where others are missing. */
interface Trouble extends Weather {
  processes: number;
  /** Per round of actions: how likely a process crashes, or stops for longer than a lease lasts. */
  crashes: number;
  freezes: number;
  /** How likely a read shows the log as it was. */
  lagging: number;
}

/** Everything that a simulation consists of: processes, servers, time and what goes wrong with them. */
export class World {
  readonly servers: Servers;
  readonly scheduler: Scheduler;
  readonly network: Network;
  /** For what actors choose. */
  readonly random: SeededRandom;
  readonly features: readonly Feature[];
  /** The first rule that an answer broke. */
  broken: BrokenRule | undefined;
  private readonly fate: SeededRandom;
  private readonly trouble: Trouble;
  private readonly config: Config;
  private readonly vault: EncryptedVault;
  private readonly codec: Codec;
  /** All invariants of a check read the same log. */
  private opened: { end: Position | undefined; events: readonly Recorded<DomainEvent>[] } = {
    end: undefined,
    events: [],
  };
  private processes: SimulatedProcess[] = [];
  private started = 0;

  constructor(seed: number, features: readonly Feature[]) {
    const random = new SeededRandom(`${seed}/program`);
    this.scheduler = enter(START_MS, random);
    // Ids are made of a pool of random bytes, which an earlier simulation may have begun.
    while (random.drawn === 0) newUuid();
    this.random = new SeededRandom(`${seed}/actors`);
    this.servers = new Servers(() => this.scheduler.owner.name);
    this.fate = new SeededRandom(`${seed}/fate`);
    this.trouble = troubleOf(this.fate);
    this.features = features;
    this.network = new Network(this.scheduler, new SeededRandom(`${seed}/network`), this.trouble);
    this.config = readConfig({
      NODE_ENV: 'test',
      PORT: '3000',
      // Nothing is read or written on the disk; operators cannot reach such a process.
      DATA_DIR: NOWHERE,
      EVENTSTORE_URL: 'esdb://simulated:2113',
      MONGODB_URL: 'mongodb://simulated/tillbook',
      SIGNING_KEY: SECRET,
      MASTER_KEY: SECRET,
      LOOKUP_KEY: SECRET,
    });
    const { store, vault, keys } = this.servers;
    this.vault = new EncryptedVault(vault, new Keys(keys));
    this.codec = codecOf(features, new SubjectKeys(this.vault), store);
  }

  get baseUrl(): string {
    return this.config.baseUrl;
  }

  /** Business time. */
  now(): Instant {
    return this.servers.clock.now();
  }

  /** Starts the processes. */
  async open(): Promise<void> {
    // The first creates collections; the others find them.
    for (let n = 0; n < this.trouble.processes; n++) await this.startProcess();
  }

  /** Sends a request to one of the processes, as a load balancer would. */
  async request(request: Request): Promise<Answer> {
    // Actors repeat what was not answered: they must not wait for a program that does not start.
    if (this.broken) throw this.broken;
    if (this.ready.length === 0) await this.scheduler.pause(1_000);
    const process = this.ready.length > 0 ? this.random.pick(this.ready) : undefined;
    if (!process) return { status: 0, headers: {}, body: undefined };
    const answer = await process.request(request);
    if (answer.status === 500)
      this.broken ??= new BrokenRule('no request is answered with 500', [request, answer.body]);
    return answer;
  }

  /** Lets something happen to a process soon, between any two of its tasks, or nothing. */
  tempt(): void {
    const { fate, trouble } = this;
    const process = this.processes.length > 0 ? fate.pick(this.processes) : undefined;
    if (!process) return;
    const soon = (happen: () => void) =>
      process.after(fate.between(1, MOST_TASKS), () => void (this.network.isCalm || happen()));
    if (fate.chance(trouble.crashes)) soon(() => this.crash(process));
    else if (fate.chance(trouble.freezes)) soon(() => process.freeze(fate.between(3_000, 20_000)));
  }

  /** Ends a process as an upgrade does, and starts another one. */
  async restart(): Promise<void> {
    const process = this.random.pick([undefined, ...this.ready]);
    if (!process) return;
    this.processes = this.processes.filter((other) => other !== process);
    await process.stop();
    await this.startProcess();
  }

  /** Rebuilds one of the read models, if the process that is asked leads it. */
  async rebuild(): Promise<void> {
    const process = this.random.pick([undefined, ...this.ready]);
    if (!process) return;
    const { name } = collectionOf(this.random.pick(projectionsOf(this.features)));
    await process.attempt(() => process.runtime.rebuild([name]));
  }

  private get ready(): SimulatedProcess[] {
    return this.processes.filter(({ isReady }) => isReady);
  }

  /** Time of the machine and of business passes. */
  pass(ms: number): Promise<void> {
    return this.scheduler.pause(ms);
  }

  /** Business time alone moves on. */
  async moveClock(seconds: number): Promise<void> {
    await this.servers.clock.moveTo(addSeconds(this.now(), seconds));
  }

  /**
   * Ends all trouble, and waits until everything that was begun is done.
   * @param pending what the features still wait for
   * @throws BrokenRule it never ends
   */
  async heal(pending: () => Promise<unknown[]>): Promise<void> {
    this.network.isCalm = true;
    for (const process of this.processes) process.frozenUntil = 0;
    this.servers.receivers.failing.clear();
    while (this.network.strays > 0) await this.pass(HEALED_MS);
    for (let n = 0; ; n++) {
      await this.pass(HEALED_MS);
      if (this.broken) throw this.broken;
      const running = this.ready;
      await Promise.all(running.map(({ runtime }) => runtime.settled()));
      for (let n = 0; n < MOST_LOOKS && !(await this.isBuilt()); n++) await this.pass(HEALED_MS);
      const left = [...(await this.unfinished()), ...(await this.unbuilt()), ...(await pending())];
      if (left.length === 0 && running.length === this.trouble.processes) return;
      const evidence = left.length > 0 ? left : [{ processes: running.length }];
      if (n === MOST_PAUSES) demandNone('everything that was begun ends', evidence);
      this.scheduler.sleep(LONG_PAUSE_MS);
    }
  }

  /** Trouble begins again. */
  unheal(): void {
    this.network.isCalm = false;
  }

  /** The log, as the program reads it. @template E the events that the caller looks for among all others */
  async events<E extends DomainEvent = DomainEvent>(): Promise<Recorded<E>[]> {
    const { store } = this.servers;
    const end = await store.end();
    if (end !== this.opened.end) {
      const events: Recorded<DomainEvent>[] = [];
      for await (const batch of upToEnd(store)) events.push(...(await this.codec.openEach(batch)).filter(isReadable));
      this.opened = { end, events };
    }
    return this.opened.events as unknown as Recorded<E>[];
  }

  /** Read models, and what a rebuild makes of the log. */
  compare(): Promise<Comparison> {
    const { store, documents } = this.servers;
    const here = Object.assign(documents, { snapshot: <T>(read: () => Promise<T>) => read() });
    const ports = { store, documents: here, codec: this.codec };
    return compareProjections(
      ports,
      projectionsOf(this.features),
      new MemoryDocumentStore(),
      new MemoryDocumentStore(),
    );
  }

  /** Steps and outside calls that failed and wait for a retry. */
  private async unfinished(): Promise<unknown[]> {
    const steps = await Promise.all(processesOf(this.features).map(({ name }) => waitingOf(name, this.vault)));
    return [...steps.flat(), ...(await failingIn(this.vault))];
  }

  /** A process is ready once all is built. */
  private async isBuilt(): Promise<boolean> {
    return this.ready.length === this.trouble.processes && (await this.unbuilt()).length === 0;
  }

  /** Read models that are being rebuilt: whoever takes that over waits until nothing of the former leader can arrive any more. */
  private async unbuilt(): Promise<unknown[]> {
    const all = await Promise.all(this.ready.slice(0, 1).map(({ runtime }) => runtime.readModels.status()));
    return all.flat().filter(({ state }) => state !== 'current');
  }

  /** As under a supervisor, which starts another one. */
  private crash(process: SimulatedProcess): void {
    if (!process.isAlive) return;
    process.crash();
    // One that was being stopped is replaced by whoever stops it.
    if (!this.processes.includes(process)) return;
    this.processes = this.processes.filter((other) => other !== process);
    this.scheduler.after(this.fate.between(200, 12_000), WORLD, () => void this.startProcess());
  }

  private async startProcess(): Promise<void> {
    const { servers, network, config, features, trouble } = this;
    const { lagging } = trouble;
    const name = `process ${(this.started += 1)}`;
    const process = new SimulatedProcess(name, { servers, network, random: this.fate, config, features, lagging });
    this.processes.push(process);
    await new Promise<void>((resolve) => {
      const fail = (error: unknown): void => {
        // It ends at once, as the program does without its servers. Another one would fail alike for any other reason.
        if (error instanceof ServiceUnavailable) this.crash(process);
        else this.broken ??= new BrokenRule('the program starts', String(error));
        resolve();
      };
      this.scheduler.after(0, process, () => process.start().then(resolve, fail));
    });
  }
}

function troubleOf(fate: SeededRandom): Trouble {
  const some = (most: number): number => (fate.chance(0.4) ? 0 : fate.next() * most);
  return {
    processes: fate.pick([1, 1, 2, 2, 3]),
    crashes: some(0.6),
    freezes: some(0.5),
    lagging: some(0.5),
    refused: some(0.01),
    unknown: some(0.01),
    late: some(0.005),
    slow: some(0.01),
  };
}
