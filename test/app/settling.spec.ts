import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { featuresWith } from '../../src/app.module.ts';
import { Commands } from '../../src/app/commands.ts';
import { jobOf, Workers } from '../../src/app/workers.ts';
import { JOBS } from '../../src/app/tokens.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import type { Position } from '../../src/kernel/ports/event-store.ts';
import type { JobQueue } from '../../src/kernel/ports/job-queue.ts';
import { startContext } from '../../src/kernel/writing/command.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { gate } from '../support/jobs.ts';
import { parcels, SendParcel } from '../support/parcel-feature.ts';

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
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ features: featuresWith(parcels) });
    await sendParcel();
    await app.runtime.settled();
  });
  afterAll(() => app.close());

  const sendParcel = async (): Promise<void> => {
    const organizationId = newUuid();
    const data = { parcelId: newUuid(), organizationId, to: 'ann@example.com' };
    const context = startContext({ kind: 'system', id: 'spec' }, app.clock);
    await app.app.get(Commands).execute(new SendParcel(data, { ...context, organizationId }));
  };

  /** Begins work that the runtime waits for. */
  const work = async (kind: string, handle: () => Promise<void>): Promise<void> => {
    app.app.get(Workers).start({ kind, atOnce: 1, isAwaited: true, handle, due: async () => [] });
    await app.app.get<JobQueue>(JOBS).wake(jobOf(kind, 'one'));
  };

  it('finds work whose wake-ups an earlier process has lost', async () => {
    const done: string[] = [];
    const handle = async (id: string): Promise<void> => void done.push(id);
    const due = async () => (done.length === 0 ? ['lost'] : []);
    app.app.get(Workers).start({ kind: 'found', atOnce: 1, isAwaited: true, handle, due });
    await app.runtime.settled();
    expect(done).toEqual(['lost']);
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
      await sendParcel();
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
