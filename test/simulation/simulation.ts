import { createHash } from 'node:crypto';
import { features } from '../../src/app.module.ts';
import { addDays } from '../../src/kernel/ports/clock.ts';
import { BrokenRule, type Action, type Cast } from './cast.ts';
import { castsOf } from './casts.ts';
import { leave } from './virtual-machine.ts';
import { World } from './world.ts';

const DAY = 86_400;
const MOST_AT_ONCE = 14;

export interface Plan {
  seed: number;
  /** Business days. */
  days: number;
  /** Days between two rounds of actions, at most. */
  step: number;
  /** Days from one check of all invariants to the next. */
  checkedEvery: number;
}

export interface Outcome {
  seed: number;
  /** Same seed, same digest: of every task that ran, and of the log. */
  digest: string;
  events: number;
  tasks: number;
  /** How often each action ran. */
  actions: ReadonlyMap<string, number>;
  /** With the last actions and log lines. */
  failure: string | undefined;
}

/** Lets the product run for some time in a world of its own, and checks what must hold. */
export async function simulate(plan: Plan): Promise<Outcome> {
  const world = new World(plan.seed, features);
  const digest = createHash('sha256');
  let tasks = 0;
  world.scheduler.trace = ({ at, owner }) => {
    tasks += 1;
    digest.update(`${at} ${owner.name}\n`);
  };
  const story = new Story(world);
  const unhandled = (error: unknown): void => {
    world.broken ??= new BrokenRule('every failure is handled', error instanceof Error ? error.stack : String(error));
  };
  process.on('unhandledRejection', unhandled);
  let failure: string | undefined;
  try {
    await world.scheduler.until(story.play(plan));
  } catch (error) {
    failure = story.report(error);
  } finally {
    process.off('unhandledRejection', unhandled);
    leave();
  }
  for (const text of world.servers.store.texts) digest.update(text);
  const events = world.servers.store.texts.length;
  return { seed: plan.seed, digest: digest.digest('hex'), events, tasks, actions: story.played, failure };
}

/** Rounds of actions, and checks between them. */
class Story {
  readonly played = new Map<string, number>();
  private readonly last: string[] = [];
  private readonly casts: readonly Cast[];
  private readonly actions: readonly Action[];

  constructor(private readonly world: World) {
    this.casts = castsOf(world);
    this.actions = this.casts.flatMap(({ actions }) => actions);
  }

  async play({ days, step, checkedEvery }: Plan): Promise<void> {
    const { world } = this;
    await world.open();
    for (const cast of this.casts) await cast.prologue?.();
    const end = addDays(world.now(), days);
    while (world.now() < end) {
      const checkAt = [addDays(world.now(), checkedEvery), end].sort()[0]!;
      world.unheal();
      while (world.now() < checkAt) await this.round(step * DAY);
      await world.heal(() => this.pending());
      await this.check();
    }
  }

  report(error: unknown): string {
    const why = error instanceof BrokenRule ? error.message : error instanceof Error ? error.stack! : String(error);
    const { lines } = this.world.servers.log;
    return [why, 'Last actions:', ...this.last, 'Last log lines:', ...lines.slice(-60)].join('\n');
  }

  /** Some actions at the same time, then some business time. @param longestStep in seconds */
  private async round(longestStep: number): Promise<void> {
    const { world } = this;
    const { random } = world;
    world.tempt();
    const count = random.between(1, MOST_AT_ONCE + 1);
    await Promise.all(Array.from({ length: count }, () => this.act()));
    await world.pass(random.between(0, 1_000));
    if (world.broken) throw world.broken;
    await world.moveClock(random.between(0, longestStep));
  }

  private async act(): Promise<void> {
    const { world } = this;
    await world.pass(world.random.between(0, 300));
    const action = this.next();
    this.played.set(action.name, (this.played.get(action.name) ?? 0) + 1);
    this.last.push(`${world.now()} ${action.name}`);
    if (this.last.length > 30) this.last.shift();
    await action.run();
  }

  private next(): Action {
    const total = this.actions.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.world.random.next() * total;
    return this.actions.find(({ weight }) => (left -= weight) < 0) ?? this.actions[0]!;
  }

  private async pending(): Promise<unknown[]> {
    return (await Promise.all(this.casts.map((cast) => cast.pending?.() ?? []))).flat();
  }

  private async check(): Promise<void> {
    for (const { invariants } of this.casts) for (const check of invariants) await check();
  }
}
