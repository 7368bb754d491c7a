import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { HourlyUseWork } from '../../../app/work/hourly-use.worker.ts';
import { Workers } from '../../../app/work/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { API_KEY_USE_WORK, ApiKeyUses } from './api-key-uses.service.ts';
import { RecordApiKeyUse } from './api-key.commands.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import { ApiKeyReader } from './api-keys.queries.ts';

/** Records the uses of API keys by the hour. */
@Injectable()
export class ApiKeyUseWorker implements OnApplicationBootstrap {
  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly reader: ApiKeyReader,
    private readonly uses: ApiKeyUses,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const ids = () => this.documents.eachId(apiKeyProjection);
    this.workers.start(new HourlyUseWork(API_KEY_USE_WORK, this.uses, ids, (id) => this.record(id)));
  }

  /** The last hour of a deleted key is recorded by the process that follows the deletion. */
  private async record(keyId: string): Promise<void> {
    const key = await this.reader.find(keyId);
    if (!key) return;
    const { userId, organizationId } = key;
    const context = startContext({ kind: 'system', id: 'api-keys' }, this.clock);
    await this.commands.execute(new RecordApiKeyUse({ keyId, userId, organizationId, last: false }, context));
  }
}
