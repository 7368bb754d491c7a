import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import type { KeyUse } from './api-key-use.rules.ts';
import { DeleteApiKey } from './api-key.commands.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import type { ApiKeyEnd } from './api-key.events.ts';
import type { ApiKeyDocument } from './api-key.projection.ts';
import { hasExpired } from './api-key.rules.ts';
import { ApiKeyIds } from './api-key.secrets.ts';
import { FindApiKey } from './api-keys.queries.ts';

/** Lets keys in. Found first, used when it is known that whoever they stand for may come in. */
@Injectable()
export class ApiKeyGate {
  constructor(
    private readonly ids: ApiKeyIds,
    private readonly uses: ApiKeyUses,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiKeyRefused INVALID_API_KEY, KEY_DISABLED, KEY_EXPIRED */
  async find(key: string): Promise<ApiKeyDocument> {
    const document = await this.queries.execute(new FindApiKey(this.ids.of(key)));
    if (!document) throw new ApiKeyRefused('INVALID_API_KEY');
    if (!document.enabled) throw new ApiKeyRefused('KEY_DISABLED');
    if (hasExpired(document, this.clock.machineNow())) {
      await this.end(document, 'expired');
      throw new ApiKeyRefused('KEY_EXPIRED');
    }
    return document;
  }

  /** One use. @throws ApiKeyRefused USAGE_EXCEEDED, RATE_LIMITED */
  async use(document: ApiKeyDocument): Promise<KeyUse> {
    const spent = await this.uses.spend(document.id, document);
    if (spent.outcome === 'used') return spent.use;
    if (spent.outcome === 'RATE_LIMITED') throw new ApiKeyRefused('RATE_LIMITED', 401, spent.tryAgainIn);
    if (document.refillAmount === null) await this.end(document, 'used_up');
    throw new ApiKeyRefused('USAGE_EXCEEDED');
  }

  private async end({ id: keyId, userId, organizationId }: ApiKeyDocument, reason: ApiKeyEnd): Promise<void> {
    const context = startContext({ kind: 'system', id: 'api-keys' }, this.clock);
    const tenant = organizationId === null ? {} : { organizationId };
    await this.commands.execute(new DeleteApiKey({ keyId, userId, organizationId, reason }, { ...context, ...tenant }));
  }
}
