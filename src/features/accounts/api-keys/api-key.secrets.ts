import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { base62 } from '../../../kernel/ids.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LETTERS_OF_KEY = 64;
const SHOWN = 6;

/** No key is shorter, whatever its prefix. */
export const MIN_KEY_LENGTH = LETTERS_OF_KEY;

/** A prefix and 64 random letters (docs/IDENTITY.md#api-keys). */
export function newApiKey(prefix: string | null): string {
  return (prefix ?? '') + Array.from({ length: LETTERS_OF_KEY }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** What a key is told by in lists. */
export function startOf(key: string): string {
  return key.slice(0, SHOWN);
}

/** A key's id: HMAC of it, which is all that is kept (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
@Injectable()
export class ApiKeyIds {
  constructor(private readonly keys: Keys) {}

  of(key: string): string {
    return base62(this.keys.digestBytes('api-key', key)).slice(-32);
  }
}
