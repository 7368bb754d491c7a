import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { ApiKeyEnd, ApiKeyEvent, ApiKeyOwner, ApiKeySettings } from './api-key.events.ts';
import type { ApiKeyDocument } from './api-key.projection.ts';
import type { KeyUse } from './api-key-use.rules.ts';

type Done = Executed<unknown, ApiKeyEvent>;

/** As in a request: `expiresIn` seconds, null: never. */
export type GivenSettings = Partial<Omit<ApiKeySettings, 'expiresAt' | 'metadata'>> & {
  expiresIn?: number | null;
  metadata?: unknown;
};

/** A key as its uses left it. */
export type UsedApiKey = ApiKeyDocument & Pick<KeyUse, 'remaining' | 'lastRefillAt' | 'requestCount' | 'lastRequest'>;

export type Verification =
  | { valid: true; error: null; key: UsedApiKey }
  /** `tryAgainIn`: milliseconds. */
  | { valid: false; error: { message: string; code: string; details?: { tryAgainIn: number } }; key: null };

/** Creates a key; only this answer has the key itself. */
export class CreateApiKey extends command('CreateApiKey')<
  { prefix: string | null; given: GivenSettings } & ApiKeyOwner,
  { key: string; document: ApiKeyDocument }
> {}
export class UpdateApiKey extends command('UpdateApiKey')<
  { keyId: string; given: GivenSettings } & ApiKeyOwner,
  Done
> {}
export class DeleteApiKey extends command('DeleteApiKey')<{ keyId: string; reason: ApiKeyEnd } & ApiKeyOwner, Done> {}
/**
 * Deletes the keys of a user or organization that no longer exists. `before`: only those created earlier (machine time), of a user whose
 * access ended then.
 */
export class DeleteApiKeysOf extends command('DeleteApiKeysOf')<{ owner: string; before?: Instant }, void> {}

/** Uses a key once, if it is valid and has all of `permissions` (docs/IDENTITY.md#using-a-key). */
export class VerifyApiKey extends command('VerifyApiKey')<
  { key: string; permissions?: Readonly<Record<string, readonly string[]>> },
  Verification
> {}

/** Records a key's uses of each hour that is over; `last`: of the current hour too, because the key was deleted. */
export class RecordApiKeyUse extends command('RecordApiKeyUse')<{ keyId: string; last: boolean } & ApiKeyOwner, void> {}
