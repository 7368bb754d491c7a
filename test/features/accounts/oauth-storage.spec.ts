import { describe, expect, it } from '@jest/globals';
import { OAuthStorage } from '../../../src/features/accounts/oauth/oauth-storage.service.ts';
import { addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import type { VaultEntry } from '../../../src/kernel/ports/vault.ts';
import { MemoryVault } from '../../simulation/memory/memory-vault.ts';
import { NOW } from '../../support/given.ts';
import { ManualClock, testKeys } from '../../support/kernel.ts';

const LIFETIME_SECONDS = 60;
const REQUESTS = 20;

class InvalidGrant extends Error {}
const library = { errors: { InvalidGrant } } as never;

/** Once `gather` is called, so many reads wait for each other: all of them have read before anybody writes. */
class GatheringVault extends MemoryVault {
  private readers = 0;
  private waiting: (() => void)[] = [];

  gather(readers: number): void {
    this.readers = readers;
  }

  override async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    const found = await super.getMany(keys);
    if (this.waiting.length === this.readers) return found;
    const gathered = new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.waiting.length === this.readers) this.waiting.forEach((release) => release());
    await gathered;
    return found;
  }
}

async function storedCode() {
  const clock = new ManualClock();
  const vault = new GatheringVault(() => msOf(clock.machineNow()));
  const storage = new OAuthStorage({} as never, {} as never, {} as never, testKeys, vault, clock);
  const codes = storage.of('AuthorizationCode', library);
  const exp = msOf(addSeconds(NOW, LIFETIME_SECONDS)) / 1_000;
  await codes.upsert('code', { jti: 'code', accountId: 'anna', exp }, LIFETIME_SECONDS);
  return { clock, vault, codes };
}

describe('an authorization code', () => {
  it('is used once by requests that have all read it before', async () => {
    const { vault, codes } = await storedCode();
    vault.gather(REQUESTS);
    const uses = await Promise.allSettled(Array.from({ length: REQUESTS }, () => codes.consume('code')));
    const refused = uses.flatMap((use) => (use.status === 'rejected' ? [use.reason as unknown] : []));
    expect(refused).toHaveLength(REQUESTS - 1);
    for (const reason of refused) expect(reason).toBeInstanceOf(InvalidGrant);
  });

  it('is refused when it comes again, or was never issued', async () => {
    const { codes } = await storedCode();
    await codes.consume('code');
    await expect(codes.consume('code')).rejects.toBeInstanceOf(InvalidGrant);
    await expect(codes.consume('another')).rejects.toBeInstanceOf(InvalidGrant);
  });

  it('is known as used until it expires, so that its tokens can be revoked when it comes again', async () => {
    const { clock, codes } = await storedCode();
    clock.advanceMachine(10);
    await codes.consume('code');
    expect(await codes.find('code')).toMatchObject({ accountId: 'anna', consumed: msOf(NOW) / 1_000 + 10 });
    clock.advanceMachine(LIFETIME_SECONDS - 10);
    expect(await codes.find('code')).toBeUndefined();
  });
});
