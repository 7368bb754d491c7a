import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { addDays, addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { equalSecrets, Keys } from '../../../kernel/secrets/keys.ts';
import { LIMITS } from '../../../limits.ts';

/** Without those that are taken for one another: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BASE = BigInt(ALPHABET.length);
const LENGTH = 6;
export const VALID_MINUTES = 30;
const MOST_TRIES = LIMITS.customer.portalCodeTries.most;
/** Longer than a request can be repeated under its Idempotency-Key. */
const REPEATED_DAYS = 2;

/** Whose code it is: an organization's customer's address, in lower case. */
export interface CodeHolder {
  organizationId: string;
  email: string;
  /** Of a customer who wants to have the address; without it, the code signs in. */
  customerId?: string;
}

interface Kept {
  /** Of the request that it was created for. */
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

  /** The code of a request: the same if that is repeated, which neither makes another one nor a later one invalid. */
  async create(holder: CodeHolder, requestId: string): Promise<string> {
    const code = this.codeOf(holder, requestId);
    const created = `portal-code-created/${requestId}`;
    if ((await readVault(this.vault, created)) !== undefined) return code;
    const kept: Kept = { id: requestId, digest: this.digestOf(holder, code) };
    await this.vault.put(this.entryOf(holder), JSON.stringify(kept), { expiresAt: this.expiry() });
    await this.vault.put(created, '', { expiresAt: addDays(this.clock.machineNow(), REPEATED_DAYS) });
    return code;
  }

  /** Uses a code up, for one request. @returns false if it is wrong, another has used it, it has expired, or too many were tried */
  async use(holder: CodeHolder, code: string, requestId: string): Promise<boolean> {
    const entry = this.entryOf(holder);
    const stored = await readVault(this.vault, entry);
    const { id, digest } = stored === undefined ? { id: entry, digest: '' } : (JSON.parse(stored) as Kept);
    const tries = await this.vault.add(`portal-code-tries/${id}`, 1, { max: MOST_TRIES, expiresAt: this.expiry() });
    const isRight = equalSecrets(digest, this.digestOf(holder, normal(code)));
    if (tries === undefined || !isRight) return false;
    // If several requests have the right code at once, one of them uses it.
    const used = `portal-code-used/${id}`;
    const condition = { ifAbsent: true, expiresAt: this.expiry() } as const;
    if ((await this.vault.put(used, requestId, condition)) !== undefined) return true;
    return (await readVault(this.vault, used)) === requestId;
  }

  private codeOf(holder: CodeHolder, requestId: string): string {
    const bytes = this.keys.digestBytes('portal-code-of', JSON.stringify([...partsOf(holder), requestId]));
    let rest = BigInt(`0x${bytes.toString('hex')}`);
    let code = '';
    for (; code.length < LENGTH; rest /= BASE) code += ALPHABET[Number(rest % BASE)];
    return code;
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
