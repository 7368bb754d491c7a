import { Injectable } from '@nestjs/common';
import { base62, bytesOfBase62, formatUuid, uuidBytes } from '../../../kernel/ids.ts';
import { equalSecrets, Keys } from '../../../kernel/secrets/keys.ts';

const PREFIX = 'tb_c_';
const ID_BYTES = 16;
const MAC_BYTES = 16;

/** Client secrets are computed, never stored: `tb_c_` + base62(id, HMAC) (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
@Injectable()
export class ClientSecrets {
  constructor(private readonly keys: Keys) {}

  of(checkoutId: string): string {
    const mac = this.keys.digestBytes('checkout-client-secret', checkoutId).subarray(0, MAC_BYTES);
    return PREFIX + base62(Buffer.concat([uuidBytes(checkoutId), mac]));
  }

  /** The checkout whose secret it is; undefined if it is none. */
  checkoutOf(secret: string): string | undefined {
    if (!secret.startsWith(PREFIX)) return undefined;
    const bytes = bytesOfBase62(secret.slice(PREFIX.length), ID_BYTES + MAC_BYTES);
    if (!bytes) return undefined;
    const checkoutId = formatUuid(bytes.subarray(0, ID_BYTES));
    return equalSecrets(this.of(checkoutId), secret) ? checkoutId : undefined;
  }
}
