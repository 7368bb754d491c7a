import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A new UUIDv7: 48 bits of milliseconds, the rest random. Only for ids of requests and tokens, at the edges. */
export function newUuid(ms: number = Date.now()): string {
  return uuidV7(ms, randomTen());
}

/** UUIDv7 with the seed's 48-bit time and the rest from SHA-256(seed ‖ label): the same command makes the same ids. */
export function deriveUuid(seed: string, label: string): string {
  return uuidV7(parseInt(seed.replace('-', '').slice(0, 12), 16), digest(`${seed}${label}`));
}

/** 32 base62 characters of the same hash: ids of identity entities. */
export function deriveText(seed: string, label: string): string {
  return base62(digest(`${seed}${label}`)).slice(-32);
}

/** A seed for due items: UUIDv7 of an instant and the hash of a text. */
export function seedOf(ms: number, text: string): string {
  return uuidV7(ms, digest(text));
}

/** Name-based UUID of version 5 (RFC 9562) in Tillbook's own namespace. */
export function uuidV5(...parts: readonly string[]): string {
  const bytes = createHash('sha1')
    .update(`tillbook\0${parts.join('\0')}`)
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return formatUuid(bytes);
}

/** Bytes as base62 text; its length depends only on the number of bytes. */
export function base62(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / Math.log2(62));
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; text.length < length; value /= EIGHT_DIGITS) text = eightDigits(Number(value % EIGHT_DIGITS)) + text;
  return text.slice(-length);
}

/** As many digits as a number holds exactly: divisions of large integers are slow. */
const EIGHT_DIGITS = 62n ** 8n;

function eightDigits(value: number): string {
  let text = '';
  for (let rest = value; text.length < 8; rest = Math.floor(rest / 62)) text = BASE62[rest % 62]! + text;
  return text;
}

/** Inverse of `base62` for a number of bytes; undefined for any other text. */
export function bytesOfBase62(text: string, length: number): Buffer | undefined {
  if (text.length !== Math.ceil((length * 8) / Math.log2(62))) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = BASE62.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 62n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(length * 2, '0');
  return hex.length === length * 2 ? Buffer.from(hex, 'hex') : undefined;
}

/** `length` random characters of `[0-9A-Za-z]`. */
export function randomText(length: number): string {
  return base62(randomBytes(length)).slice(-length);
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

export function formatUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function uuidV7(ms: number, rest: Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.set(rest.subarray(0, 10), 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return formatUuid(bytes);
}

const pool = Buffer.alloc(4_000);
let used = pool.length;

/** Ten random bytes from a pool, because every request needs some and system calls are slow. */
function randomTen(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 10;
  return pool.subarray(used - 10, used);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
