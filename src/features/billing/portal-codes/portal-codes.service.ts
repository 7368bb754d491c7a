import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { newUuid } from '../../../kernel/ids.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { equalSecrets, Keys } from '../../../kernel/secrets/keys.ts';

/** Without those that are taken for one another: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;
export const VALID_MINUTES = 30;
const MOST_TRIES = 5;

/** Whose code it is: an organization's customer's address, in lower case. */
export interface CodeHolder {
  organizationId: string;
  email: string;
  /** Of a customer who wants to have the address; without it, the code signs in. */
  customerId?: string;
}

interface Kept {
  id: string;
  /** Keyed, of holder and code. */
  digest: string;
}

/**
 * One-time codes that customers get by mail (docs/SECURITY.md#portal-codes). The latest for an address is valid: the Vault has its keyed digest,
 * and a counter of the tries. Checking one does the same for addresses without a code.
 */
@Injectable()
export class PortalCodes {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly keys: Keys,
  ) {}

  async create(holder: CodeHolder): Promise<string> {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    const kept: Kept = { id: newUuid(), digest: this.digestOf(holder, code) };
    await this.vault.put(this.entryOf(holder), JSON.stringify(kept), { expiresAt: this.expiry() });
    return code;
  }

  /** Uses a code up. @returns false if it is wrong, was used, has expired, or too many were tried */
  async use(holder: CodeHolder, code: string): Promise<boolean> {
    const entry = this.entryOf(holder);
    const stored = await readVault(this.vault, entry);
    const { id, digest } = stored === undefined ? { id: entry, digest: '' } : (JSON.parse(stored) as Kept);
    const tries = await this.vault.add(`portal-code-tries/${id}`, 1, { max: MOST_TRIES, expiresAt: this.expiry() });
    const isRight = equalSecrets(digest, this.digestOf(holder, normal(code)));
    if (tries === undefined || !isRight) return false;
    // If several requests have the right code at once, one of them uses it.
    const used = await this.vault.put(`portal-code-used/${id}`, '', { ifAbsent: true, expiresAt: this.expiry() });
    return used !== undefined;
  }

  private entryOf(holder: CodeHolder): string {
    return `portal-code/${this.keys.digest('portal-code-holder', JSON.stringify(partsOf(holder)))}`;
  }

  private digestOf(holder: CodeHolder, code: string): string {
    return this.keys.digest('portal-code', JSON.stringify([...partsOf(holder), code]));
  }

  private expiry(): string {
    return addSeconds(this.clock.machineNow(), VALID_MINUTES * 60);
  }
}

function partsOf({ organizationId, email, customerId }: CodeHolder): string[] {
  return [organizationId, email, ...(customerId === undefined ? [] : [customerId])];
}

/** As it was mailed, however it was typed. */
function normal(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}
