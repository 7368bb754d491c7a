import { describe, expect, it } from '@jest/globals';
import { VaultCells } from '../../../src/app/vault-cells.ts';
import type { Config } from '../../../src/config.ts';
import { MailLimits } from '../../../src/features/delivery/emails/mail-limits.service.ts';
import { addSeconds, msOf, type Clock } from '../../../src/kernel/ports/clock.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { MemoryVault } from '../../simulation/memory/memory-vault.ts';
import { NOW } from '../../support/given.ts';

const ADA = 'ada@example.com';

function open() {
  let now = NOW;
  const clock = { now: () => now, machineNow: () => now } as Clock;
  const vault = new MemoryVault(() => msOf(now));
  const config = { auth: { rateLimit: true } } as Config;
  /** As each process has one. */
  const limits = () =>
    new MailLimits(new VaultCells(vault), new Keys({ signing: ['s'], master: ['m'], lookup: 'l' }), clock, config);
  return { vault, limits, wait: (seconds: number) => (now = addSeconds(now, seconds)) };
}

async function sent(limits: MailLimits, times: number, to: string, organizationId: string | null): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => limits.admit(to, organizationId)));
  return answers.filter(Boolean).length;
}

describe('mails to one address', () => {
  it('are twenty an hour of one organization, and sixty of all together', async () => {
    const { limits, wait } = open();
    expect(await sent(limits(), 30, ADA, 'A')).toBe(20);
    for (const organization of ['B', 'C', 'D']) await sent(limits(), 30, ADA, organization);
    expect(await sent(limits(), 1, ADA, 'E')).toBe(0);
    expect(await sent(limits(), 1, ADA, null)).toBe(0);
    expect(await sent(limits(), 1, 'bo@example.com', 'A')).toBe(1);
    wait(3_599);
    expect(await sent(limits(), 1, ADA, 'A')).toBe(0);
    wait(1);
    expect(await sent(limits(), 30, ADA, 'A')).toBe(20);
  });

  it('count as one with the labels that its owner may add, and in capitals', async () => {
    const { limits } = open();
    let n = 0;
    const addresses = Array.from({ length: 30 }, () => `Ada+${(n += 1)}@Example.com`);
    const admitted = await Promise.all(addresses.map((to) => limits().admit(to, 'A')));
    expect(admitted.filter(Boolean)).toHaveLength(20);
    expect(await limits().admit(ADA, 'A')).toBe(false);
  });

  it('count for all processes together, and after a restart', async () => {
    const { limits } = open();
    const counts = await Promise.all([limits(), limits(), limits()].map((process) => sent(process, 10, ADA, 'A')));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(await sent(limits(), 1, ADA, 'A')).toBe(0);
  });

  it('leave nothing that names the address, and nothing at all after an hour', async () => {
    const { vault, limits, wait } = open();
    await sent(limits(), 1, ADA, 'A');
    const kept = await vault.list('mail-count/', 'mail-count/~', 10);
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain('ada');
    wait(3_600);
    expect((await vault.getMany(kept)).size).toBe(0);
  });
});
