import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { KeyMaterial } from '../kernel/keys.ts';

export const KEYS_FILE = 'keys.json';

/** Whether all three are there, without any being made. */
export function hasKeys({ keys: { signing, master, lookup } }: Pick<Config, 'keys'>, folder: string): boolean {
  return (signing && master && lookup) !== undefined || existsSync(join(folder, KEYS_FILE));
}

/** The three keys: from the environment, and what is not set there from `keys.json`, which is made where it is missing. */
export function keysOf(config: Pick<Config, 'keys' | 'dataDir'>): KeyMaterial {
  const { signing, master, lookup } = config.keys;
  if (signing && master && lookup) return { signing, master, lookup };
  const kept = keptIn(join(config.dataDir, KEYS_FILE));
  return { signing: signing ?? kept.signing, master: master ?? kept.master, lookup: lookup ?? kept.lookup };
}

function keptIn(file: string): KeyMaterial {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyMaterial;
  const fresh = (): string => randomBytes(32).toString('base64');
  const keys: KeyMaterial = { signing: [fresh()], master: [fresh()], lookup: fresh() };
  // Whole or not at all, also where the process is killed meanwhile: half a file would keep every later start from opening anything.
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return keys;
}
