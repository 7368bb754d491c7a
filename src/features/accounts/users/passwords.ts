import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { VAULT } from '../../../app/tokens.ts';
import { readVault, type Vault } from '../../../kernel/vault.ts';
import { PasswordTooLong, PasswordTooShort } from './user.errors.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
/** argon2id with 19 MiB (TOOLCHAIN §8). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;

/** Passwords as they are kept: a hash in the Vault, under a name that the user's events hold. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(@Inject(VAULT) private readonly vault: Vault) {}

  /** @throws PasswordTooShort, PasswordTooLong outside 8 to 128 UTF-16 units (AUTH_FACTS §6) */
  hash(password: string): Promise<string> {
    if (password.length < MIN_LENGTH) throw new PasswordTooShort();
    if (password.length > MAX_LENGTH) throw new PasswordTooLong();
    return this.bounded(() => hash(password.normalize('NFKC'), COST));
  }

  async keep(credential: string, hashed: string): Promise<void> {
    await this.vault.put(entryOf(credential), hashed);
  }

  async forget(credential: string): Promise<void> {
    await this.vault.delete(entryOf(credential));
  }

  /** Whether it is the password behind a credential; takes as long where there is none. */
  async matches(credential: string | undefined, password: string): Promise<boolean> {
    const hashed = credential === undefined ? undefined : await readVault(this.vault, entryOf(credential));
    const text = password.slice(0, MAX_LENGTH + 1).normalize('NFKC');
    if (hashed !== undefined) return this.bounded(() => verify(hashed, text));
    await this.bounded(() => hash(text, COST));
    return false;
  }

  /** Hashing takes memory and a thread each: only so many at a time. */
  private async bounded<T>(task: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    else this.running += 1;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

function entryOf(credential: string): string {
  return `credential/${credential}`;
}
