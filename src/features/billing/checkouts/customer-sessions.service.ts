import { Inject, Injectable } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { newUuid } from '../../../kernel/ids.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { newToken } from '../../../kernel/secrets/tokens.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';

const KEPT_SECONDS = 3_600;

/** What a customer session covers: everything about the customer, or only what one checkout created (docs/SECURITY.md#client-secrets). */
export interface CustomerSessionScope {
  organizationId: string;
  customerId: string;
  checkoutId: string | null;
}

/** Sessions that a confirm hands out: the Vault keeps the token's keyed digest for an hour. */
@Injectable()
export class CustomerSessions {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    private readonly keys: Keys,
  ) {}

  /** A new token; it is shown once. */
  async open(scope: CustomerSessionScope, { machineNow }: Context): Promise<string> {
    const id = newUuid();
    const token = newToken('tb_cst_', id);
    const entry = JSON.stringify({ ...scope, digest: this.keys.digest('customer-session', token) });
    await this.vault.put(`customer-session/${id}`, entry, { expiresAt: addSeconds(machineNow, KEPT_SECONDS) });
    return token;
  }
}
