import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { features } from '../app.module.ts';
import { JsonLog } from '../app/log.ts';
import { completeFolder, dataFolder } from '../installation/data-folder.ts';
import { openForReading, openLogAlone, openVaultAlone } from '../installation/open-for-operators.ts';
import { KEYS_FILE, keysMissing, readKeys } from '../installation/keys-file.ts';
import { finishBackup, readBackup, refuseNonEmpty, refuseOtherKeys, type Contents } from '../backup/manifest.ts';
import { copyLog, type CopyProgress } from '../backup/log-copy.ts';
import { copyVault, type VaultCopyProgress } from '../backup/vault-copy.ts';
import type { Config } from '../config.ts';
import type { KeyMaterial } from '../kernel/secrets/keys.ts';
import { PROGRESS_PREFIX } from '../kernel/reacting/progress.ts';
import { CommandFailed, UsageError, type Invocation } from './command.ts';
import type { Say } from './output.ts';

const PROGRESS_EVERY_MS = 1_000;

/** Works while the program runs, too. */
export async function backUp(config: Config, { options }: Invocation, say: Say): Promise<number> {
  const to = folderOf(options.to, '--to');
  refuseServers(config, 'backup');
  if (!existsSync(join(config.dataDir, 'log.db')))
    throw new CommandFailed(`There is no log in ${config.dataDir}: set DATA_DIR to Tillbook's data folder`);
  // Refuses keys that would not open the backup.
  await (await openForReading(config, features, logOf(config))).close();
  const keys = readKeys(config)!;
  refuseNonEmpty(to);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  chmodSync(to, 0o700);
  try {
    const contents = dataFolder.copy(config.dataDir, to, PROGRESS_PREFIX);
    if (options['with-keys']) writeFileSync(join(to, KEYS_FILE), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    await finishBackup(to, contents, keys);
    sayContents(contents, say);
  } catch (error) {
    for (const name of ['log.db', 'vault.db', KEYS_FILE]) rmSync(join(to, name), { force: true });
    throw error;
  }
  say(
    options['with-keys']
      ? `Keys   included (${KEYS_FILE}): whoever has this backup can read everything. Keep it safe.`
      : `Keys   not included. Keep ${KEYS_FILE} (or the three variables) elsewhere: without them the backup cannot be read.`,
  );
  say(`The backup is in ${to}.`);
  return 0;
}

/** Locks the folder, and so is refused while the program runs. */
export async function restore(config: Config, { options }: Invocation, say: Say): Promise<number> {
  const from = folderOf(options.from, '--from');
  const logFrom = options.log === undefined ? from : folderOf(options.log, '--log');
  refuseServers(config, 'restore');
  const backups = new Map([[from, await readBackup(from)]]);
  if (logFrom !== from) backups.set(logFrom, await readBackup(logFrom, ['log.db']));
  const { dataDir } = config;
  const lock = dataFolder.lock(dataDir);
  try {
    const present = ['log.db', 'vault.db'].filter((name) => existsSync(join(dataDir, name)));
    if (present.length > 0 && !options.replace)
      throw new CommandFailed(
        `${dataDir} holds ${present.join(' and ')}: pass --replace to replace them with the backup`,
      );
    const bringsKeys = existsSync(join(from, KEYS_FILE)) && (options.replace === true || !readKeys(config));
    const keys = readKeys({ keys: config.keys, dataDir: bringsKeys ? from : dataDir });
    if (!keys) throw keysMissing(config);
    for (const [folder, manifest] of backups) refuseOtherKeys(folder, manifest, keys);
    const files = { 'log.db': logFrom, 'vault.db': from, ...(bringsKeys && { [KEYS_FILE]: from }) };
    await putInPlace(dataDir, files, keys, say);
  } finally {
    lock.release();
  }
  say(`Restored ${dataDir}. Tillbook rebuilds the read models when it starts.`);
  if (config.s3Url === undefined && !existsSync(join(dataDir, 'blobs')))
    say('Files  not in a backup. If there were any, copy the folder blobs there before it starts.');
  say('Then check: processes status, and projections compare.');
  return 0;
}

/** @param files names of files, with the folder that each comes from */
async function putInPlace(dataDir: string, files: Record<string, string>, keys: KeyMaterial, say: Say): Promise<void> {
  const replacement = dataFolder.replace(dataDir);
  const into = replacement.prepared;
  try {
    for (const [name, from] of Object.entries(files)) copyFileSync(join(from, name), join(into, name));
    const erased = await completeFolder(into, keys);
    sayContents(dataFolder.contents(into), say);
    if (erased > 0)
      say(`Erased ${erased} people again: the log says they are erased, and the vault still had their keys.`);
    replacement.take([...Object.keys(files), 'documents.db']);
  } catch (error) {
    replacement.abandon();
    throw error;
  }
}

export async function copyLogs(config: Config, { options }: Invocation, say: Say): Promise<number> {
  const [source, target] = placesOf(options, LOG);
  await withOpened(openLogAlone(source, config, logOf(config), { readOnly: true }), (from) =>
    withOpened(openLogAlone(target, config, logOf(config), { readOnly: false }), async (to) => {
      const { present, copied, last } = await copyLog(from.store, to.store, to.atOnce, throttled(say, lineOfLog));
      say(`${present + copied} events: ${present} already present, ${copied} copied`);
      if (last) say(`Last: ${last.type} ${last.stream}@${last.revision}, ${last.id}`);
    }),
  );
  return 0;
}

function lineOfLog({ present, copied, last }: CopyProgress): string {
  return `${present} already present, ${copied} copied, up to ${last?.metadata.recordedAt} …`;
}

export async function copyVaults(_: Config, { options }: Invocation, say: Say): Promise<number> {
  const [source, target] = placesOf(options, VAULT);
  await withOpened(openVaultAlone(source), (from) =>
    withOpened(openVaultAlone(target), async (to) => {
      const replace = options.replace === true;
      const { present, copied } = await copyVault(from.vault, to.vault, { replace }, throttled(say, lineOfVault));
      say(`${present + copied} entries: ${present} already present, ${copied} copied`);
      say(`Keys   not copied. The copy opens with the keys of the source: ${KEYS_FILE}, or the three variables.`);
    }),
  );
  return 0;
}

function lineOfVault({ present, copied }: VaultCopyProgress): string {
  return `${present} already present, ${copied} copied …`;
}

function logOf({ logLevel: level }: Config): JsonLog {
  return new JsonLog({ level });
}

async function withOpened<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
  use: (opened: T) => Promise<void>,
): Promise<void> {
  const opened = await opening;
  try {
    await use(opened);
  } finally {
    await opened.close();
  }
}

/** Reports at most once a second. */
function throttled<P>(say: Say, lineOf: (progress: P) => string): (progress: P) => void {
  let reportedAt = performance.now();
  return (progress) => {
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = performance.now();
    say(lineOf(progress));
  };
}

function sayContents({ events, end, entries }: Contents, say: Say): void {
  say(`Log    ${events} events${end ? `, the last at ${end.position} (${end.eventId})` : ''}`);
  say(`Vault  ${entries} entries`);
}

function refuseServers({ engines: { eventStore, mongo } }: Config, command: string): void {
  if (eventStore ?? mongo)
    throw new CommandFailed(
      `${command} is for a data folder; with EVENTSTORE_URL or MONGODB_URL, use the servers' own tools: see docs/ENGINES.md`,
    );
}

/** A store that can be in a folder or on a server. */
interface Movable {
  file: string;
  name: string;
  server: RegExp;
  /** A connection string, for messages. */
  example: string;
}

const LOG: Movable = {
  file: 'log.db',
  name: 'log',
  server: /^(esdb|kurrentdb|kurrent)(\+discover)?:\/\//,
  example: 'esdb://host:2113',
};
const VAULT: Movable = {
  file: 'vault.db',
  name: 'vault',
  server: /^mongodb(\+srv)?:\/\/[^\s/]+\/[\w-]+/,
  example: 'mongodb://host:27017/database',
};

/** @returns folders, or connection strings of servers */
function placesOf({ from, to }: Invocation['options'], movable: Movable): [source: string, target: string] {
  const [source, target] = [placeOf(from, '--from', movable), placeOf(to, '--to', movable)];
  if (source === target) throw new UsageError('--from and --to are the same');
  const isMissing = !source.includes('://') && !existsSync(join(source, movable.file));
  if (isMissing) throw new CommandFailed(`There is no ${movable.name} in ${source}`);
  return [source, target];
}

function placeOf(value: unknown, option: string, { server, example }: Movable): string {
  if (typeof value !== 'string' || !value.includes('://')) return folderOf(value, option);
  if (server.test(value)) return value;
  throw new UsageError(`${option} takes a data folder or ${example}`);
}

function folderOf(value: unknown, option: string): string {
  if (typeof value !== 'string' || value === '') throw new UsageError(`Pass ${option} with a folder`);
  return resolve(value);
}
