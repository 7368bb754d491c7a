import { randomBytes } from 'node:crypto';
import { base62, bytesOfBase62, formatUuid, uuidBytes } from '../ids.ts';

const ID_BYTES = 16;
const SECRET_BYTES = 24;

/**
 * A new token `{prefix}` + base62(16-byte id, 24 random bytes): the id finds the stream, and a keyed digest of the whole token proves it
 * (docs/EVENTS_AND_STREAMS.md#ids-and-tokens).
 */
export function newToken(prefix: string, id: string): string {
  return prefix + base62(Buffer.concat([uuidBytes(id), randomBytes(SECRET_BYTES)]));
}

/** The id (UUID) in a token of this prefix; undefined for anything else. */
export function tokenIdOf(prefix: string, token: string): string | undefined {
  if (!token.startsWith(prefix)) return undefined;
  const bytes = bytesOfBase62(token.slice(prefix.length), ID_BYTES + SECRET_BYTES);
  return bytes && formatUuid(bytes.subarray(0, ID_BYTES));
}
