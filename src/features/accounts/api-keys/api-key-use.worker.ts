import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { API_KEY_USE_WORK, ApiKeyUses } from './api-key-uses.service.ts';
import { RecordApiKeyUse } from './api-key.commands.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import { ApiKeyReader } from './api-keys.queries.ts';

/** Records each hour of a key's uses once it is over. */
@Injectable()
export class ApiKeyUseWorker implements Work, OnApplicationBootstrap {
  readonly kind = API_KEY_USE_WORK;
  readonly atOnce = 4;
  private looked = false;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly reader: ApiKeyReader,
    private readonly uses: ApiKeyUses,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Looks once, for hours that were open when the program ended; later uses schedule their own wake-up. */
  async due(): Promise<string[]> {
    if (this.looked) return [];
    this.looked = true;
    return this.uses.unrecorded(this.ids());
  }

  /** The last hour of a deleted key is recorded by the process that follows the deletion. */
  async handle(keyId: string): Promise<void> {
    const key = await this.reader.find(keyId);
    if (!key) return;
    const { userId, organizationId } = key;
    const context = startContext({ kind: 'system', id: 'api-keys' }, this.clock);
    await this.commands.execute(new RecordApiKeyUse({ keyId, userId, organizationId, last: false }, context));
  }

  private async *ids(): AsyncIterable<string> {
    for await (const { document } of this.documents.each(apiKeyProjection)) yield document.id;
  }
}
