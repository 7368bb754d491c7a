import { createHash } from 'node:crypto';
import { Keys, type KeyMaterial } from '../kernel/secrets/keys.ts';

/** Fingerprints of the keys that open an installation; they reveal nothing about the keys. Signing keys open nothing, so they have none. */
export interface KeyPrints {
  lookup: string;
  master: readonly string[];
}

export function printsOf(material: KeyMaterial): KeyPrints {
  const keys = new Keys(material);
  // Existing backups have fingerprints with this purpose.
  const master = keys.master('backup').map((key) => createHash('sha256').update(key).digest('hex'));
  return { lookup: keys.digest('backup', ''), master };
}

/** Which of the `wanted` keys are not `present`; if none, everything opens. */
export function missingKeys(wanted: KeyPrints, present: KeyPrints): ('LOOKUP_KEY' | 'MASTER_KEY')[] {
  const missing: ('LOOKUP_KEY' | 'MASTER_KEY')[] = [];
  if (wanted.lookup !== present.lookup) missing.push('LOOKUP_KEY');
  if (!wanted.master.every((print) => present.master.includes(print))) missing.push('MASTER_KEY');
  return missing;
}
