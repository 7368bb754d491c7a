import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { StartRefused } from '../kernel/errors.ts';
import type { KeyMaterial } from '../kernel/secrets/keys.ts';

export const KEYS_FILE = 'keys.json';

type Where = Pick<Config, 'keys' | 'dataDir'>;

/**
 * The three keys from the environment; those that are not set come from `keys.json`. Undefined if a key is in neither.
 * @throws StartRefused keys.json is damaged
 */
export function readKeys({ keys: { signing, master, lookup }, dataDir }: Where): KeyMaterial | undefined {
  if (signing && master && lookup) return { signing, master, lookup };
  const file = join(dataDir, KEYS_FILE);
  if (!existsSync(file)) return undefined;
  const kept = parsed(file);
  return { signing: signing ?? kept.signing, master: master ?? kept.master, lookup: lookup ?? kept.lookup };
}

/** Creates the keys of a new installation: `keys.json`, in addition to those in the environment. */
export function createKeys({ keys, dataDir }: Where): KeyMaterial {
  const fresh = (): string => randomBytes(32).toString('base64');
  const created: KeyMaterial = { signing: [fresh()], master: [fresh()], lookup: fresh() };
  const file = join(dataDir, KEYS_FILE);
  // Atomic, because no later start could use half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return {
    signing: keys.signing ?? created.signing,
    master: keys.master ?? created.master,
    lookup: keys.lookup ?? created.lookup,
  };
}

/** An installation holds data, but its keys are missing. */
export function keysMissing({ dataDir }: Pick<Config, 'dataDir'>): StartRefused {
  return new StartRefused(
    `The keys are missing: restore ${KEYS_FILE} into ${dataDir}, or set SIGNING_KEY, MASTER_KEY and LOOKUP_KEY to those that the installation was created with.`,
  );
}

function parsed(file: string): KeyMaterial {
  try {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (isKeyMaterial(keys)) return keys;
  } catch {
    // Not JSON, or not readable: as below.
  }
  throw new StartRefused(
    `${file} is damaged, or cannot be read: restore it from your copy, or set SIGNING_KEY, MASTER_KEY and LOOKUP_KEY to the keys that were in it.`,
  );
}

function isKeyMaterial(value: unknown): value is KeyMaterial {
  const { signing, master, lookup } = (value ?? {}) as Partial<Record<keyof KeyMaterial, unknown>>;
  return isList(signing) && isList(master) && isSecret(lookup);
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSecret);
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
