import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { KeyMaterial } from '../kernel/keys.ts';

/** The three keys: from the environment, and what is not set there from `keys.json`, which is made where it is missing. */
export function keysOf(config: Pick<Config, 'keys' | 'dataDir'>): KeyMaterial {
  const { signing, master, lookup } = config.keys;
  if (signing && master && lookup) return { signing, master, lookup };
  const kept = keptIn(join(config.dataDir, 'keys.json'));
  return { signing: signing ?? kept.signing, master: master ?? kept.master, lookup: lookup ?? kept.lookup };
}

function keptIn(file: string): KeyMaterial {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyMaterial;
  const fresh = (): string => randomBytes(32).toString('base64');
  const keys: KeyMaterial = { signing: [fresh()], master: [fresh()], lookup: fresh() };
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return keys;
}
