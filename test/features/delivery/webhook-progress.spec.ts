import { describe, expect, it } from '@jest/globals';
import type { EndpointProgress } from '../../../src/features/delivery/webhooks/sending/webhook-progress.rules.ts';
import { WebhookProgress } from '../../../src/features/delivery/webhooks/sending/webhook-progress.service.ts';
import { addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import { MemoryVault } from '../../simulation/memory/memory-vault.ts';
import { ManualClock } from '../../support/kernel.ts';
import { NOW } from '../../support/given.ts';

describe('the row of an endpoint', () => {
  const at = addSeconds(NOW, 1);
  const failure = (count: number) => (progress: EndpointProgress) => ({
    ...progress,
    failedInRow: { count: (progress.failedInRow?.count ?? 0) + count, firstEventId: 'e1' },
  });

  it('makes each change once, though it is staged during a save that another writer comes before', async () => {
    const rows = new WebhookProgress(new MemoryVault(() => msOf(NOW)), new ManualClock());
    const [row, other] = [await rows.open('w1'), await rows.open('w1')];
    await other.update(failure(10));
    row.stage(failure(1));
    const first = row.save();
    row.stage(failure(100));
    await Promise.all([first, row.save()]);
    expect([row.progress.failedInRow?.count, (await rows.of(['w1'])).get('w1')?.failedInRow?.count]).toEqual([
      111, 111,
    ]);
  });

  it('keeps staged changes for the next save, and loses none to another writer', async () => {
    const rows = new WebhookProgress(new MemoryVault(() => msOf(NOW)), new ManualClock());
    const countIn = async () => (await rows.of(['w1'])).get('w1')?.failedInRow?.count;
    const [row, other] = [await rows.open('w1'), await rows.open('w1')];
    row.stage(failure(1));
    expect([row.progress.failedInRow?.count, await countIn()]).toEqual([1, undefined]);
    await other.update(failure(10));
    row.stage(failure(100));
    await row.update((progress) => ({ ...progress, dueAt: at }));
    expect([row.progress.failedInRow?.count, row.progress.dueAt, await countIn()]).toEqual([111, at, 111]);
    await other.update(failure(1_000));
    expect(await countIn()).toBe(1_111);
  });
});
