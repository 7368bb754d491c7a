import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { jobOf, Workers, type Work } from '../../src/app/work/workers.ts';
import { JOBS } from '../../src/app/tokens.ts';
import type { Position } from '../../src/kernel/ports/event-store.ts';
import type { JobQueue } from '../../src/kernel/ports/job-queue.ts';
import { gate } from '../support/jobs.ts';
import { openShop, somebody, type Shop } from '../support/shop.ts';

/** Whatever is not over by then counts as slow. */
const IMPATIENT_MS = 50;
const PATIENT_MS = 60_000;
/** How often the runtime waits for slow work. */
const SLOW = 6;

/** How the runtime waits for all work up to a position. */
interface Handling {
  handled(end: Position, timeoutMs: number): Promise<boolean>;
}

describe('waiting until everything is done', () => {
  let app: Shop;
  const kinds: string[] = [];

  beforeAll(async () => {
    app = await openShop();
    await createCustomer();
    await app.runtime.settled();
  });
  afterAll(async () => {
    for (const kind of kinds) app.runtime.awaitedWork.delete(kind);
    await app.close();
  });

  const createCustomer = () => app.seller.customers.create({ email: somebody() });

  const start = (work: Pick<Work, 'kind' | 'handle' | 'due'>): void => {
    kinds.push(work.kind);
    app.app.get(Workers).start({ ...work, atOnce: 1, isAwaited: true });
  };

  /** Begins work that the runtime waits for. */
  const work = async (kind: string, handle: () => Promise<void>): Promise<void> => {
    start({ kind, handle, due: async () => [] });
    await app.app.get<JobQueue>(JOBS).wake(jobOf(kind, 'one'));
  };

  it('finds work whose wake-ups an earlier process has lost', async () => {
    const done: string[] = [];
    const handle = async (id: string): Promise<void> => void done.push(id);
    const due = async () => (done.length === 0 ? ['lost'] : []);
    start({ kind: 'found', handle, due });
    await app.runtime.settled();
    expect(done).toEqual(['lost']);
  });

  it('finds work that became due after a sweep had looked for it', async () => {
    const { opened, open } = gate();
    const looked = gate();
    const done: string[] = [];
    let isDue = false;
    const due = async () => {
      const found = isDue && done.length === 0 ? ['late'] : [];
      looked.open();
      if (!isDue) await opened;
      return found;
    };
    start({ kind: 'late', handle: async (id) => void done.push(id), due });
    // The sweep that the worker begins by itself
    await looked.opened;
    isDue = true;
    const found = app.runtime.awaitedWork.get('late')!();
    open();
    await found;
    await app.app.get<JobQueue>(JOBS).idle('late');
    expect(done).toEqual(['late']);
  });

  it('takes as long as work that gets on, however slow it is', async () => {
    let sent = 0;
    const { opened, open } = gate();
    await work('slow', () => opened);
    const runtime = app.runtime as unknown as Handling;
    const handled = runtime.handled.bind(runtime);
    // Each time that the runtime has waited in vain, the work has got on a little.
    const spy = jest.spyOn(runtime, 'handled').mockImplementation(async (end) => {
      if (sent === SLOW) return handled(end, PATIENT_MS);
      const isOver = await handled(end, IMPATIENT_MS);
      if (isOver) return true;
      await createCustomer();
      if (++sent === SLOW) open();
      return false;
    });
    await app.runtime.settled();
    expect(sent).toBe(SLOW);
    spy.mockRestore();
  });

  it('answers 503 once nothing moves any more', async () => {
    const { opened, open } = gate();
    await work('stuck', () => opened);
    await expect(app.runtime.settled(IMPATIENT_MS)).rejects.toMatchObject({ status: 503 });
    open();
    await app.runtime.settled();
  });
});
