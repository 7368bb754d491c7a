import { Inject, Injectable } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { newUuid } from '../../../kernel/ids.ts';
import { equalSecrets, Keys } from '../../../kernel/secrets/keys.ts';
import { newToken, tokenIdOf } from '../../../kernel/secrets/tokens.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';

const PREFIX = 'tb_cst_';
const KEPT_SECONDS = 3_600;

/** What a customer session covers: everything about the customer, or only what one checkout created (docs/SECURITY.md#customer-sessions). */
export interface CustomerSessionScope {
  organizationId: string;
  customerId: string;
  checkoutId: string | null;
}

/** Times are machine time. */
export interface OpenedSession {
  id: string;
  /** Shown once. */
  token: string;
  createdAt: Instant;
  expiresAt: Instant;
}

type FoundSession = CustomerSessionScope & { expiresAt: Instant };
type Kept = FoundSession & { digest: string };

/** Sessions of customers, without an account: the Vault keeps the token's keyed digest for an hour. */
@Injectable()
export class CustomerSessions {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    private readonly keys: Keys,
  ) {}

  async open(scope: CustomerSessionScope, { machineNow: createdAt }: Context): Promise<OpenedSession> {
    const id = newUuid();
    const token = newToken(PREFIX, id);
    const expiresAt = addSeconds(createdAt, KEPT_SECONDS);
    const kept: Kept = { ...scope, digest: this.digestOf(token), expiresAt };
    await this.vault.put(entryOf(id), JSON.stringify(kept), { expiresAt });
    return { id, token, createdAt, expiresAt };
  }

  /** What a token covers; undefined if it never existed or has expired. */
  async find(token: string): Promise<FoundSession | undefined> {
    const id = tokenIdOf(PREFIX, token);
    const kept = id && (await readVault(this.vault, entryOf(id)));
    if (!kept) return undefined;
    const { digest, ...scope } = JSON.parse(kept) as Kept;
    return equalSecrets(digest, this.digestOf(token)) ? scope : undefined;
  }

  private digestOf(token: string): string {
    return this.keys.digest('customer-session', token);
  }
}

function entryOf(id: string): string {
  return `customer-session/${id}`;
}
