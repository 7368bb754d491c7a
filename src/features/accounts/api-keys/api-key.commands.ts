import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { ApiKeyEnd, ApiKeyOwner, ApiKeySettings } from './api-key.events.ts';

/** As a caller says it: `expiresIn` seconds, null: never. */
export type GivenSettings = Partial<Omit<ApiKeySettings, 'expiresAt' | 'metadata'>> & {
  expiresIn?: number | null;
  metadata?: unknown;
};

/** Makes a key; answers it, which nobody can again, and its events. */
export class MintApiKey extends command('MintApiKey')<{ prefix: string | null; given: GivenSettings } & ApiKeyOwner> {}
/** The key itself stays with who minted it: its id is a digest of it. */
export class CreateApiKey extends command('CreateApiKey')<
  { keyId: string; start: string; prefix: string | null; given: GivenSettings } & ApiKeyOwner
> {}
export class UpdateApiKey extends command('UpdateApiKey')<{ keyId: string; given: GivenSettings } & ApiKeyOwner> {}
export class DeleteApiKey extends command('DeleteApiKey')<{ keyId: string; reason: ApiKeyEnd } & ApiKeyOwner> {}
/** Of somebody, or an organization, that is no more; `before`: only those made earlier (machine time), of an account that was reclaimed. */
export class DeleteApiKeysOf extends command('DeleteApiKeysOf')<{ owner: string; before?: Instant }> {}

/** Uses a key once, if it is good, and good for all of `permissions`; answers a `Verification`. */
export class VerifyApiKey extends command('VerifyApiKey')<{
  key: string;
  permissions?: Readonly<Record<string, readonly string[]>>;
}> {}

/** Writes down what a key was used for in the hours that are over; `last`: in this one too, because the key is gone. */
export class SettleApiKeyUse extends command('SettleApiKeyUse')<{ keyId: string; last: boolean } & ApiKeyOwner> {}
export class RecordApiKeyUse extends command('RecordApiKeyUse')<
  { keyId: string; hour: Instant; uses: number } & ApiKeyOwner
> {}
