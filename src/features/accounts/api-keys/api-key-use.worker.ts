import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { API_KEY_USE_WORK, ApiKeyUses } from './api-key-uses.service.ts';
import { SettleApiKeyUse } from './api-key.commands.ts';
import { apiKeyProjection } from './api-key.projection.ts';
import { FindApiKey } from './api-keys.queries.ts';
import { Documents } from '../../../app/documents.ts';

const PAGE = 500;

/** Writes down each hour of a key's uses once it is over. */
@Injectable()
export class ApiKeyUseWorker implements Work, OnApplicationBootstrap {
  readonly kind = API_KEY_USE_WORK;
  readonly atOnce = 4;
  private looked = false;

  constructor(
    private readonly workers: Workers,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly uses: ApiKeyUses,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Once, for what was open when the program ended: whoever uses a key says from then on when its hour is over. */
  async due(): Promise<string[]> {
    if (this.looked) return [];
    this.looked = true;
    const open: string[] = [];
    const page: string[] = [];
    for await (const { document } of this.documents.each(apiKeyProjection)) {
      page.push(document.id);
      if (page.length === PAGE) open.push(...(await this.openOf(page.splice(0))));
    }
    return [...open, ...(await this.openOf(page))];
  }

  /** Of a key that is gone, the process that saw it go writes down the last hour. */
  async handle(keyId: string): Promise<void> {
    const key = await this.queries.execute(new FindApiKey(keyId));
    if (!key) return;
    const { userId, organizationId } = key;
    const context = startContext({ kind: 'system', id: 'api-keys' }, this.clock);
    await this.commands.execute(new SettleApiKeyUse({ keyId, userId, organizationId, last: false }, context));
  }

  private async openOf(keyIds: string[]): Promise<string[]> {
    const uses = await this.uses.of(keyIds);
    return keyIds.filter((keyId) => uses.get(keyId)?.open || uses.get(keyId)?.closed.length);
  }
}
