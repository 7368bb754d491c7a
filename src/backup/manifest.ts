import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../kernel/ports/event-store.ts';
import type { KeyMaterial } from '../kernel/secrets/keys.ts';
import { BackupRefused } from './errors.ts';
import { missingKeys, printsOf, type KeyPrints } from '../installation/key-prints.ts';

/** Written last: a folder without it is no backup. */
const MANIFEST = 'backup.json';
const FILES = ['log.db', 'vault.db'] as const;
type FileName = (typeof FILES)[number];

export interface Contents {
  events: number;
  end: { position: Position; eventId: string } | null;
  entries: number;
}

/** Describes a backup; stored in it as `backup.json`. */
export interface Manifest {
  format: 1;
  takenAt: string;
  contents: Contents;
  /** SHA-256 of each file. */
  files: Record<FileName, string>;
  /** Fingerprints of the keys that open it. */
  keys: KeyPrints;
}

/** @throws BackupRefused the folder is not empty */
export function refuseNonEmpty(folder: string): void {
  const present = existsSync(folder) ? readdirSync(folder) : [];
  if (present.length === 0) return;
  const half = present.includes('log.db') && !present.includes(MANIFEST);
  const what = half ? 'a backup that was not finished, or a data folder' : present.slice(0, 3).join(', ');
  throw new BackupRefused(`${folder} is not empty (${what}): name a folder that is empty or does not exist`);
}

/** Completes a backup by writing its manifest. */
export async function finishBackup(folder: string, contents: Contents, keys: KeyMaterial): Promise<Manifest> {
  const files = { 'log.db': await digestOf(folder, 'log.db'), 'vault.db': await digestOf(folder, 'vault.db') };
  const manifest: Manifest = { format: 1, takenAt: new Date().toISOString(), contents, files, keys: printsOf(keys) };
  const path = join(folder, MANIFEST);
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return manifest;
}

/**
 * @param wanted files to check against their digests
 * @throws BackupRefused it is not a complete backup, or a file was changed
 */
export async function readBackup(folder: string, wanted: readonly FileName[] = FILES): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new BackupRefused(`${folder} is not a complete backup: ${MANIFEST} is missing`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new BackupRefused(`${folder} was created by a later release of Tillbook`);
  for (const name of wanted)
    if (!existsSync(join(folder, name)) || (await digestOf(folder, name)) !== manifest.files[name])
      throw new BackupRefused(`${join(folder, name)} does not match ${MANIFEST}: the backup is damaged`);
  return manifest;
}

/** @throws BackupRefused it was created with other keys */
export function refuseOtherKeys(folder: string, { keys }: Manifest, present: KeyMaterial): void {
  if (missingKeys(keys, printsOf(present)).length === 0) return;
  throw new BackupRefused(`The keys here are not those that ${folder} was created with, so it could not be read`);
}

async function digestOf(folder: string, name: FileName): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
