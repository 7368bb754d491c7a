import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { CONFIG, VAULT } from '../../../../app/tokens.ts';
import { VaultRows } from '../../../../app/vault-rows.ts';
import type { Config } from '../../../../config.ts';
import { Slots } from '../../../../kernel/coordination/slots.ts';
import { ServiceUnavailable } from '../../../../kernel/errors.ts';
import { readVault, type Vault } from '../../../../kernel/ports/vault.ts';
import { PasswordTooLong, PasswordTooShort } from '../user.errors.ts';
import { userStream } from '../user.events.ts';

/** argon2id with 19 MiB (docs/DRIVERS.md#password-hashing). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
/** What waits for a hash is in work: half of the places for all (docs/OPERATING.md#overload), and about two seconds. */
const MOST_WAITING = 64;
/** No password is longer, whatever AUTH_PASSWORD_MAX used to be. */
const LONGEST = 1_024;

/** Passwords as they are stored: a hash in the Vault, under a name that the user's events hold. */
@Injectable()
export class PasswordHashes {
  /** Each hash takes memory and a thread, so few run at a time. */
  private readonly slots = new Slots(AT_ONCE, {
    most: MOST_WAITING,
    refusal: () => new ServiceUnavailable('The service', 'is asked to check too many passwords'),
  });

  constructor(
    private readonly rows: VaultRows,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws PasswordTooShort, PasswordTooLong outside AUTH_PASSWORD_MIN to AUTH_PASSWORD_MAX UTF-16 units (docs/IDENTITY.md#tokens-and-hashes) */
  demandLength({ length }: string): void {
    if (length < this.config.auth.passwordMin) throw new PasswordTooShort();
    if (length > this.config.auth.passwordMax) throw new PasswordTooLong();
  }

  /** @throws PasswordTooShort, PasswordTooLong */
  hash(password: string): Promise<string> {
    this.demandLength(password);
    return this.slots.run(() => hash(password.normalize('NFKC'), COST));
  }

  /** Must come before the event that names the credential. */
  async keep(userId: string, credential: string, hashed: string): Promise<void> {
    await this.rows.put(entryOf(credential), hashed, { stream: userStream(userId), name: credential });
  }

  async forget(credential: string): Promise<void> {
    await this.vault.delete(entryOf(credential));
  }

  /** Whether it is the password of a credential; takes equally long without one. */
  async matches(credential: string | undefined, password: string): Promise<boolean> {
    const hashed = credential === undefined ? undefined : await readVault(this.vault, entryOf(credential));
    const text = password.slice(0, LONGEST + 1).normalize('NFKC');
    if (hashed !== undefined) return this.slots.run(() => verify(hashed, text));
    await this.slots.run(() => hash(text, COST));
    return false;
  }
}

function entryOf(credential: string): string {
  return `credential/${credential}`;
}
