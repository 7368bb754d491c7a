import { base62, bytesOfBase62, formatUuid, uuidBytes } from '../../kernel/ids.ts';
import { equalSecrets, type Keys } from '../../kernel/secrets/keys.ts';

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** Client secrets of one kind: computed, never stored, as prefix + base62(id, HMAC) (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
export class ClientSecret {
  /** @param purpose of the key that signs them: each kind has its own */
  constructor(
    private readonly keys: Keys,
    private readonly purpose: string,
    private readonly prefix: string,
  ) {}

  of(id: string): string {
    const mac = this.keys.digestBytes(this.purpose, id).subarray(0, MAC_BYTES);
    return this.prefix + base62(Buffer.concat([uuidBytes(id), mac]));
  }

  /** The id whose secret it is; undefined if it is none. */
  idOf(secret: string): string | undefined {
    if (!secret.startsWith(this.prefix)) return undefined;
    const bytes = bytesOfBase62(secret.slice(this.prefix.length), ID_BYTES + MAC_BYTES);
    if (!bytes) return undefined;
    const id = formatUuid(bytes.subarray(0, ID_BYTES));
    return equalSecrets(this.of(id), secret) ? id : undefined;
  }
}
