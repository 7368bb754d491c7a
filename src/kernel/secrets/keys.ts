import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The three secrets of an installation, each 32 bytes or more (docs/SECURITY.md#keys). */
export interface KeyMaterial {
  /** Cookies, JWTs, signed URLs: the newest (first) signs, all verify. */
  signing: readonly string[];
  /** Wraps subject keys and Vault rows: the newest (first) wraps, all unwrap. */
  master: readonly string[];
  /** Digests for look-up, and the log's seals; must be kept as long as the log. */
  lookup: string;
}

/** One derived key per purpose, by HKDF-SHA256. */
export class Keys {
  private readonly derived = new Map<string, Buffer>();

  constructor(private readonly material: KeyMaterial) {}

  /** Keyed digest for look-up, 64 hex characters; equal values of one kind have equal digests. */
  digest(kind: string, value: string): string {
    return createHmac('sha256', this.derive(this.material.lookup, `lookup:${kind}`))
      .update(value)
      .digest('hex');
  }

  /** Bytes of the same digest, for ids made from secrets. */
  digestBytes(kind: string, value: string): Buffer {
    return Buffer.from(this.digest(kind, value), 'hex');
  }

  /** Secrets to sign and verify with, newest first. */
  signing(purpose: string): Buffer[] {
    return this.material.signing.map((secret) => this.derive(secret, `signing:${purpose}`));
  }

  /** Keys to wrap and unwrap with, newest first. */
  master(purpose: string): Buffer[] {
    return this.material.master.map((secret) => this.derive(secret, `master:${purpose}`));
  }

  /** Seals the log: must be kept as long as the log. */
  audit(): Buffer {
    return this.derive(this.material.lookup, 'audit');
  }

  private derive(secret: string, purpose: string): Buffer {
    const name = `${purpose}\0${secret}`;
    let key = this.derived.get(name);
    if (!key) this.derived.set(name, (key = Buffer.from(hkdfSync('sha256', secret, 'tillbook', purpose, 32))));
    return key;
  }
}

export interface Sealed {
  nonce: string;
  ciphertext: string;
}

const NONCE_BYTES = 12;

/** Random nonces, made many at a time: one alone takes longer than sealing a short text does. */
export class Nonces {
  private bytes: Buffer = Buffer.alloc(0);

  /** @param count that are made at a time */
  constructor(private readonly count: number) {}

  next(): Buffer {
    if (this.bytes.length === 0) this.bytes = randomBytes(NONCE_BYTES * Math.max(this.count, 1));
    const nonce = this.bytes.subarray(0, NONCE_BYTES);
    this.bytes = this.bytes.subarray(NONCE_BYTES);
    return nonce;
  }
}

/**
 * AES-256-GCM; `bound` names the entry that the text belongs to, so that it cannot be moved to another.
 * @param nonce never used before with this key
 */
export function seal(key: Buffer, text: string, bound: string, nonce: Buffer = randomBytes(NONCE_BYTES)): Sealed {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), ciphertext: ciphertext.toString('base64') };
}

/** @throws key, text or entry differ from those at sealing */
export function unseal(key: Buffer, sealed: Sealed, bound: string): string {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64')).setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares in constant time; texts of other lengths are unequal. */
export function equalSecrets(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
