import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { CLOCK, VAULT } from '../../../../app/tokens.ts';
import { addSeconds, type Clock, type Instant } from '../../../../kernel/ports/clock.ts';
import { randomText } from '../../../../kernel/ids.ts';
import { Keys } from '../../../../kernel/secrets/keys.ts';
import { readVault, type Vault } from '../../../../kernel/ports/vault.ts';

/** The contract's forms (docs/IDENTITY.md#tokens-and-hashes): 24 of `[a-zA-Z0-9]`, 32 of `[0-9a-z]`. */
const FORMS = {
  'reset-password': () => randomText(24),
  'delete-account': () =>
    BigInt(`0x${randomBytes(32).toString('hex')}`)
      .toString(36)
      .padStart(50, '0')
      .slice(-32),
};
type Kind = keyof typeof FORMS;

/** The user that a token was created for, and when (machine time). */
export interface OneTimeToken {
  userId: string;
  madeAt: Instant;
}

/** Tokens that mails carry, for one use: the Vault has a keyed digest of the token, never the token (docs/SECURITY.md#one-time-tokens). */
@Injectable()
export class OneTimeTokens {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly keys: Keys,
  ) {}

  /** @param ttl seconds that it is valid */
  async create(kind: Kind, userId: string, ttl: number): Promise<string> {
    const token = FORMS[kind]();
    const madeAt = this.clock.machineNow();
    const proof: OneTimeToken = { userId, madeAt };
    await this.vault.put(this.entryOf(kind, token), JSON.stringify(proof), { expiresAt: addSeconds(madeAt, ttl) });
    return token;
  }

  /** Does not use it up. */
  async find(kind: Kind, token: string): Promise<OneTimeToken | undefined> {
    return parsed(await readVault(this.vault, this.entryOf(kind, token)));
  }

  /** Uses it up: if several requests take one at once, one gets it. */
  async take(kind: Kind, token: string): Promise<OneTimeToken | undefined> {
    return parsed(await this.vault.take(this.entryOf(kind, token)));
  }

  private entryOf(kind: Kind, token: string): string {
    return `one-time-token/${this.keys.digest(kind, token)}`;
  }
}

function parsed(stored: string | undefined): OneTimeToken | undefined {
  return stored === undefined ? undefined : (JSON.parse(stored) as OneTimeToken);
}
