import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { featuresWith } from '../../src/app.module.ts';
import { Commands } from '../../src/app/commands.ts';
import { jobOf, Workers } from '../../src/app/workers.ts';
import { JOBS } from '../../src/app/tokens.ts';
import { pause } from '../../src/kernel/coordination/waiting.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import type { JobQueue } from '../../src/kernel/ports/job-queue.ts';
import { startContext } from '../../src/kernel/writing/command.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { parcels, SendParcel } from '../support/parcel-feature.ts';

const STALLED_AFTER_MS = 1_500;

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
    await work('slow', async () => {
      for (; sent < 6; sent++) {
        await pause(STALLED_AFTER_MS / 3);
        await sendParcel();
      }
    });
    await app.runtime.settled(STALLED_AFTER_MS);
    expect(sent).toBe(6);
  });

  it('answers 503 once nothing moves any more', async () => {
    let release!: () => void;
    await work('stuck', () => new Promise((resolve) => (release = resolve)));
    await expect(app.runtime.settled(STALLED_AFTER_MS)).rejects.toMatchObject({ status: 503 });
    release();
    await app.runtime.settled(STALLED_AFTER_MS);
  });
});
