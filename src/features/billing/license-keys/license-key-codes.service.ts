import { Injectable } from '@nestjs/common';
import { Keys } from '../../../kernel/secrets/keys.ts';

/** A license key, and what the log keeps of it. */
export interface LicenseKeyCode {
  code: string;
  digest: string;
  displayKey: string;
}

/** License keys are computed from ids, so that no store holds them (docs/SECURITY.md#license-keys). */
@Injectable()
export class LicenseKeyCodes {
  constructor(private readonly keys: Keys) {}

  /** `PREFIX-` and a UUID of version 4 in capitals. */
  of({ id, rotation, prefix }: { id: string; rotation: number; prefix: string | null }): LicenseKeyCode {
    const bytes = this.keys.digestBytes('license-key', `${id}:${rotation}`).subarray(0, 16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const uuid = bytes
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      .toUpperCase();
    const code = prefix === null ? uuid : `${prefix}-${uuid}`;
    return { code, digest: this.digest(code), displayKey: `****-${code.slice(-6)}` };
  }

  /** To find a key by what a stranger says it is. */
  digest(code: string): string {
    return this.keys.digest('license-key-code', code);
  }
}
