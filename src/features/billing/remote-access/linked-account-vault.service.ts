import { Inject, Injectable } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { SealedTexts, type SealedText } from '../../../kernel/secrets/sealed-texts.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { linkedAccountsStream } from './linked-account.events.ts';
import type { RemoteAccount } from './remote-access.rules.ts';
import type { RemoteTokens } from './remote-platform.ts';

interface Stored {
  customerId: string;
  /** Needed to take access away, also from a person who is erased meanwhile; the row is deleted after that. */
  account: RemoteAccount;
  /** With the customer's key; null once they are erased. */
  tokens: SealedText | null;
}

/** What Tillbook acts with for customers elsewhere: one Vault row per account, which the customer's events name. */
@Injectable()
export class LinkedAccountVault {
  constructor(
    private readonly rows: VaultRows,
    private readonly sealed: SealedTexts,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Before the event that names it. */
  async keep(linkId: string, customerId: string, account: RemoteAccount, tokens: RemoteTokens): Promise<void> {
    const stored = JSON.stringify(await this.stored(linkId, { customerId, account }, tokens));
    await this.rows.put(entryOf(linkId), stored, { stream: linkedAccountsStream(customerId), name: linkId });
  }

  /** Tokens that replace others: they must not come back to one who was unlinked meanwhile. */
  async replace(linkId: string, tokens: RemoteTokens): Promise<void> {
    const entry = (await this.vault.getMany([entryOf(linkId)])).get(entryOf(linkId));
    if (!entry) return;
    const stored = await this.stored(linkId, JSON.parse(entry.value) as Stored, tokens);
    await this.vault.put(entryOf(linkId), JSON.stringify(stored), { ifVersion: entry.version });
  }

  async account(linkId: string): Promise<RemoteAccount | undefined> {
    return (await this.read(linkId))?.account;
  }

  /** undefined if the customer was erased. */
  async tokens(linkId: string): Promise<RemoteTokens | undefined> {
    const { tokens } = (await this.read(linkId)) ?? {};
    const opened = tokens && (await this.sealed.open(tokens, entryOf(linkId)));
    return typeof opened === 'string' ? (JSON.parse(opened) as RemoteTokens) : undefined;
  }

  async forget(linkId: string): Promise<void> {
    await this.vault.delete(entryOf(linkId));
  }

  private async read(linkId: string): Promise<Stored | undefined> {
    const text = await readVault(this.vault, entryOf(linkId));
    return text === undefined ? undefined : (JSON.parse(text) as Stored);
  }

  private async stored(
    linkId: string,
    { customerId, account }: Pick<Stored, 'customerId' | 'account'>,
    tokens: RemoteTokens,
  ): Promise<Stored> {
    const text = JSON.stringify(tokens);
    const sealed = await this.sealed.seal(text, [subjectOf.customer(customerId)], entryOf(linkId));
    return { customerId, account, tokens: typeof sealed === 'object' ? sealed : null };
  }
}

function entryOf(linkId: string): string {
  return `linked-account/${linkId}`;
}
