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

/** What a backup says about itself, in `backup.json`. */
export interface Manifest {
  format: 1;
  takenAt: string;
  contents: Contents;
  /** SHA-256 of each file. */
  files: Record<FileName, string>;
  /** Prints of the keys that open it, which tell nothing about them. */
  keys: KeyPrints;
}

/** @throws BackupRefused something is there, a half backup too */
export function refuseNonEmpty(folder: string): void {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  if (there.length === 0) return;
  const half = there.includes('log.db') && !there.includes(MANIFEST);
  const what = half ? 'a backup that was not finished, or a data folder' : there.slice(0, 3).join(', ');
  throw new BackupRefused(`${folder} is not empty (${what}): name a folder that is empty or not there`);
}

/** Makes a folder with the files in it a backup. */
export async function finishBackup(folder: string, contents: Contents, keys: KeyMaterial): Promise<Manifest> {
  const files = { 'log.db': await digestOf(folder, 'log.db'), 'vault.db': await digestOf(folder, 'vault.db') };
  const manifest: Manifest = { format: 1, takenAt: new Date().toISOString(), contents, files, keys: printsOf(keys) };
  const path = join(folder, MANIFEST);
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return manifest;
}

/**
 * @param wanted whose content is checked against what the backup says
 * @throws BackupRefused it is none, not a whole one, or a file is not as it was written
 */
export async function readBackup(folder: string, wanted: readonly FileName[] = FILES): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path))
    throw new BackupRefused(`${folder} is not a backup, or not a whole one: ${MANIFEST} is missing`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new BackupRefused(`${folder} was made by a later release of Tillbook`);
  for (const name of wanted)
    if (!existsSync(join(folder, name)) || (await digestOf(folder, name)) !== manifest.files[name])
      throw new BackupRefused(`${join(folder, name)} is not as it was written: this backup is damaged`);
  return manifest;
}

/** @throws BackupRefused these are not the keys it was made with */
export function refuseOtherKeys(folder: string, { keys }: Manifest, present: KeyMaterial): void {
  if (missingKeys(keys, printsOf(present)).length === 0) return;
  throw new BackupRefused(`The keys here are not those that ${folder} was made with: nothing in it could be read`);
}

async function digestOf(folder: string, name: FileName): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
