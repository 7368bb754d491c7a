/** Whose code runs: a process that can crash or freeze, a server, or the world around them. */
export interface Owner {
  readonly name: string;
  /** What a crashed owner still had to do is dropped. */
  readonly isAlive: boolean;
  /** Until this virtual time nothing of a frozen owner runs. */
  readonly frozenUntil: number;
  /** Called after each of its tasks. */
  ran?(): void;
}

export interface Task {
  at: number;
  /** Tasks of the same time run in the order in which they were added. */
  order: number;
  owner: Owner;
  run: () => void;
  isCancelled: boolean;
}

/** What the event loop is to a program, with virtual time: runs one task at a time, each to its end, the earliest first. */
export class Scheduler {
  /** Whose task runs. What it starts belongs to the same owner. */
  owner: Owner = WORLD;
  /** Called before each task, for a trace. */
  trace: (task: Task) => void = () => undefined;
  private readonly tasks = new Heap();
  private time: number;
  private added = 0;

  /**
   * @param begin called before each task
   * @param drain waits until nothing is left to do but tasks
   */
  constructor(
    start: number,
    private readonly begin: (task: Task) => void,
    private readonly drain: () => Promise<void>,
  ) {
    this.time = start;
  }

  /** Milliseconds since 1970, with fractions. */
  get now(): number {
    return this.time;
  }

  after(ms: number, owner: Owner, run: () => void): Task {
    const task = { at: this.time + Math.max(0, ms), order: (this.added += 1), owner, run, isCancelled: false };
    this.tasks.push(task);
    return task;
  }

  /** Resolves after some virtual time. */
  pause(ms: number, owner: Owner = WORLD): Promise<void> {
    return new Promise((resolve) => this.after(ms, owner, resolve));
  }

  /** Time passes while nothing runs, as on a suspended machine: every timer that is over by then fires once. */
  sleep(ms: number): void {
    this.time += ms;
  }

  /** Runs tasks until a promise is settled, and returns its value. @throws Error no task is left, and it is still pending */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = (): void => void (isSettled = true);
    promise.then(settled, settled);
    await this.drain();
    while (!isSettled) {
      const task = this.tasks.pop();
      if (!task) throw new Error('Nothing is left to do, and what is waited for has not happened');
      await this.run(task);
    }
    return promise;
  }

  private async run(task: Task): Promise<void> {
    const { owner } = task;
    if (task.isCancelled || !owner.isAlive) return;
    if (owner.frozenUntil > Math.max(this.time, task.at)) {
      task.at = owner.frozenUntil;
      return this.tasks.push(task);
    }
    this.time = Math.max(this.time, task.at);
    this.owner = owner;
    this.begin(task);
    this.trace(task);
    task.run();
    await this.drain();
    this.owner = WORLD;
    owner.ran?.();
  }
}

/** Lives for ever and never freezes: the actors, and the servers. */
export const WORLD: Owner = { name: 'world', isAlive: true, frozenUntil: 0 };

/** The earliest task on top. */
class Heap {
  private readonly tasks: Task[] = [];

  push(task: Task): void {
    const { tasks } = this;
    let place = tasks.push(task) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (isBefore(tasks[parent]!, task)) break;
      tasks[place] = tasks[parent]!;
      place = parent;
    }
    tasks[place] = task;
  }

  pop(): Task | undefined {
    const { tasks } = this;
    const [first] = tasks;
    const last = tasks.pop();
    if (!first || !last || tasks.length === 0) return first;
    let place = 0;
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      if (left >= tasks.length) break;
      const child = right < tasks.length && isBefore(tasks[right]!, tasks[left]!) ? right : left;
      if (isBefore(last, tasks[child]!)) break;
      tasks[place] = tasks[child]!;
      place = child;
    }
    tasks[place] = last;
    return first;
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
