import { Inject, Injectable } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import { LongWork } from '../../../kernel/coordination/long-work.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import type { Command } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ingestStream, type UsageIngested, type UsageIngestSplit } from './usage.events.ts';

/** One of the appends that follow the first of a call. */
interface Row {
  /** Of the stream before it. */
  revision: number;
  chunks: readonly UsageIngested[];
}

/**
 * What a call appends after its first append, which decides that all of it is kept: until it is in the log, it is in rows of the Vault, from where
 * a process appends it if the request did not (docs/decisions/0035).
 */
@Injectable()
export class UsageRests {
  constructor(
    private readonly executor: Executor,
    private readonly rows: VaultRows,
    @Inject(VAULT) private readonly vault: Vault,
    private readonly work: LongWork,
  ) {}

  /**
   * Before the first append.
   * @param revision of the stream after that
   * @param rest the chunks of each append that follows
   */
  async keep(
    { ingestId, restId }: UsageIngestSplit['data'],
    revision: number,
    rest: readonly (readonly UsageIngested[])[],
  ): Promise<void> {
    const namedBy = { stream: ingestStream(ingestId), name: restId };
    let before = revision;
    for (const [n, chunks] of rest.entries()) {
      if (this.work.isLong()) await this.work.nextTurn();
      const row: Row = { revision: before, chunks };
      await this.rows.put(keyOf(restId, n), JSON.stringify(row), namedBy);
      before += chunks.length;
    }
  }

  /** Several may do so at once: the expected revisions let each append in once. A row is deleted once it is in the log. */
  async append(split: UsageIngestSplit['data'], command: Command): Promise<void> {
    const { ingestId, restId, appends, organizationId } = split;
    for (let n = 0; n < appends; n++) {
      const row = await readVault(this.vault, keyOf(restId, n));
      if (row === undefined) continue;
      if (this.work.isLong()) await this.work.nextTurn();
      const { revision, chunks } = JSON.parse(row) as Row;
      const id = `${command.context.requestId}:${restId}:${n}`;
      const context = { ...command.context, organizationId };
      await this.executor.append(ingestStream(ingestId), chunks, revision, { ...command, id, context });
    }
    await this.drop(split);
  }

  /** Of an append that did not take place, or of one that is complete. */
  async drop({ restId, appends }: Pick<UsageIngestSplit['data'], 'restId' | 'appends'>): Promise<void> {
    for (let n = 0; n < appends; n++) await this.vault.delete(keyOf(restId, n));
  }
}

function keyOf(restId: string, n: number): string {
  return `usage-rest/${restId}/${n}`;
}
