import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { Commands } from '../../../app/commands.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { base62 } from '../../../kernel/ids.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { ApiKeyUses } from './api-key-uses.service.ts';
import type { KeyUse } from './api-key-use.rules.ts';
import { DeleteApiKey } from './api-key.commands.ts';
import { ApiKeyRefused } from './api-key.errors.ts';
import type { ApiKeyEnd } from './api-key.events.ts';
import type { ApiKeyDocument } from './api-key.projection.ts';
import { hasExpired } from './api-key.rules.ts';
import { ApiKeyReader } from './api-keys.queries.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LETTERS_OF_KEY = 64;
const SHOWN = 6;

/** No key is shorter, whatever its prefix. */
export const MIN_KEY_LENGTH = LETTERS_OF_KEY;

/** A prefix and 64 random letters (docs/IDENTITY.md#api-keys). */
export function newApiKey(prefix: string | null): string {
  return (prefix ?? '') + Array.from({ length: LETTERS_OF_KEY }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The characters of a key that lists show. */
export function startOf(key: string): string {
  return key.slice(0, SHOWN);
}

/** A key's id: HMAC of the key, which itself is not stored (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
@Injectable()
export class ApiKeyIds {
  constructor(private readonly keys: Keys) {}

  of(key: string): string {
    return base62(this.keys.digestBytes('api-key', key)).slice(-32);
  }
}

/** Checks keys, in two steps: a key is only used once its user is known to be allowed in. */
@Injectable()
export class ApiKeyGate {
  constructor(
    private readonly ids: ApiKeyIds,
    private readonly uses: ApiKeyUses,
    private readonly commands: Commands,
    private readonly reader: ApiKeyReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiKeyRefused INVALID_API_KEY, KEY_DISABLED, KEY_EXPIRED */
  async find(key: string): Promise<ApiKeyDocument> {
    const document = await this.reader.find(this.ids.of(key));
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
