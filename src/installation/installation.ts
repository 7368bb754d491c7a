import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Codec } from '../kernel/writing/codec.ts';
import { SUBJECT_KEY_PREFIX } from '../kernel/secrets/subject-keys.ts';
import { ServiceUnavailable, StartRefused } from '../kernel/errors.ts';
import { upToEnd, type EventStore, type StoredEvent } from '../kernel/ports/event-store.ts';
import type { KeyMaterial } from '../kernel/secrets/keys.ts';
import { PROGRESS_PREFIX } from '../kernel/reacting/progress.ts';
import { WrongMasterKey, type EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import type { MovableVault, VaultEntry } from '../kernel/ports/vault.ts';
import { KEYS_FILE } from './keys-file.ts';
import { missingKeys, printsOf, type KeyPrints } from './key-prints.ts';

/**
 * Raised with each change that makes stored events or entries unreadable: before version 1.0.0 nothing is converted, so data of another format is
 * refused.
 */
export const FORMAT = 3;

/** Not encrypted, because it identifies the keys that open everything else. */
const ENTRY = 'installation/identity';
const PAGE_SIZE = 500;
/** After so many events that do not open, the vault is considered that of another log. */
const MAX_FAILURES = 100;

/** What belongs together, as stored in the vault: its keys, and the log of the people whose keys it has. */
interface Identity {
  format: number;
  keys: KeyPrints;
  /** The id of the log's first event, the same in every copy; absent as long as the log was empty at every start. */
  firstEvent?: string;
}

/** Where each of them is, for messages. */
export interface Places {
  log: string;
  vault: string;
  keys: string;
}

/** Where the operator finds log, vault and keys. */
export function placesOf({ dataDir, engines: { eventStore, mongo } }: Config): Places {
  return {
    log: eventStore === undefined ? join(dataDir, 'log.db') : 'EVENTSTORE_URL',
    vault: mongo === undefined ? join(dataDir, 'vault.db') : 'MONGODB_URL',
    keys: join(dataDir, KEYS_FILE),
  };
}

export interface InstallationPorts {
  store: EventStore;
  /** Not decrypted. */
  vault: MovableVault;
  places: Places;
}

/**
 * Log, vault and keys of one installation are useless without each other, so they are compared at start, before anything is written: the vault
 * has fingerprints of its keys and the id of the log's first event, and both stay valid in backups and copies.
 */
export class Installation {
  constructor(private readonly ports: InstallationPorts) {}

  /** Whether log and vault are empty, so that keys may be created. */
  async isNew(): Promise<boolean> {
    const { store, vault } = this.ports;
    return (await store.end()) === undefined && (await vault.page('', 1)).length === 0;
  }

  /**
   * Refuses data of another format and parts that do not belong together, and records those that do: of a new installation, and after a rotation
   * of keys.
   * @throws StartRefused
   */
  async adopt(keys: KeyMaterial, vault: EncryptedVault, codec: Codec): Promise<void> {
    for (;;) {
      const entry = await this.entry();
      const known = entry && identityOf(entry);
      const first = await this.firstEvent();
      await this.refuseOtherLog(known, first);
      if (known) await this.refuseOther(known, keys, vault);
      else if (!(await this.isNew())) {
        // Another process that starts at the same time was faster.
        if (await this.entry()) continue;
        throw await this.unrecorded();
      }
      if (first && known?.firstEvent === undefined) await this.refuseOtherVault(codec);
      const identity: Identity = { format: FORMAT, keys: printsOf(keys), ...(first && { firstEvent: first.id }) };
      if (entry?.value === JSON.stringify(identity) || (await this.put(identity, entry))) return;
      // Another process that starts at the same time was faster: its record is compared, too.
    }
  }

  /**
   * For commands that only read.
   * @throws StartRefused these keys do not open the vault
   */
  async check(keys: KeyMaterial, vault: EncryptedVault): Promise<void> {
    const entry = await this.entry();
    if (entry) await this.refuseOther(identityOf(entry), keys, vault);
  }

  private async entry(): Promise<VaultEntry | undefined> {
    return (await this.ports.vault.getMany([ENTRY])).get(ENTRY);
  }

  private async put(identity: Identity, before: VaultEntry | undefined): Promise<boolean> {
    const condition = before ? { ifVersion: before.version } : { ifAbsent: true };
    return (await this.ports.vault.put(ENTRY, JSON.stringify(identity), condition)) !== undefined;
  }

  private async firstEvent(): Promise<StoredEvent | undefined> {
    for await (const [first] of upToEnd(this.ports.store)) return first;
    return undefined;
  }

  private async refuseOtherLog(known: Identity | undefined, first: StoredEvent | undefined): Promise<void> {
    const { vault, places } = this.ports;
    if (!first && (known?.firstEvent !== undefined || (await remembersLog(vault)))) throw logMissing(places);
    if (first && known?.firstEvent !== undefined && known.firstEvent !== first.id) throw unrelated(places);
  }

  private async refuseOther(known: Identity, keys: KeyMaterial, vault: EncryptedVault): Promise<void> {
    if (known.format !== FORMAT) throw otherFormat(this.ports.places);
    const missing = missingKeys(known.keys, printsOf(keys));
    if (missing.includes('LOOKUP_KEY'))
      throw new StartRefused(
        `LOOKUP_KEY is not the one that this installation was created with, and must never change: set it to that one, or restore ${this.ports.places.keys}.`,
      );
    // An old master key may be removed once everything has been sealed again.
    if (missing.includes('MASTER_KEY') && !(await this.opens(vault))) throw this.wrongMaster();
  }

  private wrongMaster(): StartRefused {
    const { vault, keys } = this.ports.places;
    return new StartRefused(
      `MASTER_KEY does not open everything in ${vault}: restore ${keys}, or add the old key after the new one: MASTER_KEY=new,old.`,
    );
  }

  /** Why there is no record: the vault was lost, or written by a build that made none. */
  private async unrecorded(): Promise<StartRefused> {
    const isEmpty = (await this.ports.vault.page('', 1)).length === 0;
    return isEmpty ? vaultMissing(this.ports.places) : otherFormat(this.ports.places);
  }

  private async opens(vault: EncryptedVault): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.ports.vault.page(after, PAGE_SIZE);
      const sealed = page.filter(({ key, isCounter }) => !isCounter && key !== ENTRY);
      try {
        await vault.getMany(sealed.map(({ key }) => key));
      } catch (error) {
        if (error instanceof WrongMasterKey) return false;
        throw error;
      }
      if (page.length < PAGE_SIZE) return true;
      after = page.at(-1)!.key;
    }
  }

  /** One sealed event that opens proves that they belong together; individual events may be unreadable. */
  private async refuseOtherVault(codec: Codec): Promise<void> {
    let failures = 0;
    for await (const batch of upToEnd(this.ports.store))
      for (const event of batch.filter((one) => codec.isSealed(one))) {
        if (await isOpened(event, codec)) return;
        if (++failures === MAX_FAILURES) throw unrelated(this.ports.places);
      }
    if (failures > 0) throw unrelated(this.ports.places);
  }
}

/** Whether a vault has entries that only events can have caused. */
export async function remembersLog(vault: MovableVault): Promise<boolean> {
  for (const kind of [PROGRESS_PREFIX, SUBJECT_KEY_PREFIX])
    if ((await vault.page(kind, 1))[0]?.key.startsWith(kind)) return true;
  return false;
}

export function logMissing({ log, vault }: Places): StartRefused {
  return new StartRefused(
    `The log is missing: ${vault} belongs to a log, but ${log} does not exist or is empty. Restore it (tillbook restore, see docs/BACKUP.md), or correct its location.`,
  );
}

export function vaultMissing({ log, vault }: Places): StartRefused {
  return new StartRefused(
    `The vault is missing: ${log} holds events, but ${vault} does not exist or is empty. Restore it (tillbook restore, see docs/BACKUP.md), or correct its location.`,
  );
}

function otherFormat({ log }: Places): StartRefused {
  return new StartRefused(
    `${log} was written by another build of Tillbook, whose data this one does not read: before version 1.0.0 nothing is converted. Set DATA_DIR to an empty folder, or run the build that wrote it.`,
  );
}

function unrelated({ log, vault }: Places): StartRefused {
  return new StartRefused(
    `${vault} is not the vault of ${log}: restore the wrong one (tillbook restore, see docs/BACKUP.md), or correct its location.`,
  );
}

function identityOf({ value }: VaultEntry): Identity {
  return JSON.parse(value) as Identity;
}

async function isOpened(event: StoredEvent, codec: Codec): Promise<boolean> {
  try {
    return (await codec.open([event])).length === 1;
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error;
    return false;
  }
}
