import { join } from 'node:path';
import type { Config } from '../config.ts';
import { SUBJECT_KEY_PREFIX, type Codec } from '../kernel/writing/codec.ts';
import { ServiceUnavailable, StartRefused } from '../kernel/errors.ts';
import { upToEnd, type EventStore, type StoredEvent } from '../kernel/ports/event-store.ts';
import type { KeyMaterial } from '../kernel/secrets/keys.ts';
import { PROGRESS_PREFIX } from '../kernel/reacting/progress.ts';
import { WrongMasterKey, type EncryptedVault } from '../kernel/secrets/encrypted-vault.ts';
import type { MovableVault, VaultEntry } from '../kernel/ports/vault.ts';
import { KEYS_FILE } from './keys-file.ts';
import { missingKeys, printsOf, type KeyPrints } from './key-prints.ts';

/** Stored in the clear, because it says which keys open everything else. */
const ENTRY = 'installation/identity';
const PAGE_SIZE = 500;
/** Events that do not open, before a vault is taken for that of another log. */
const MAX_FAILURES = 100;

/** What belongs together, as the vault remembers it: its own keys, and the log whose people it knows. */
interface Identity {
  keys: KeyPrints;
  /** The id of the log's first event, which every copy of it has; missing while the log was empty at every start. */
  firstEvent?: string;
}

/** Where each of them is, for the operator. */
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
  /** As the adapter stores it. */
  vault: MovableVault;
  places: Places;
}

/**
 * Log, vault and keys of one installation, which are useless without each other. Compared at start, before anything is written: the vault
 * has prints of its keys and the id of the log's first event, so both stay valid in backups and copies.
 */
export class Installation {
  constructor(private readonly ports: InstallationPorts) {}

  /** Whether there is nothing yet, so that keys may be created. */
  async isNew(): Promise<boolean> {
    const { store, vault } = this.ports;
    return (await store.end()) === undefined && (await vault.page('', 1)).length === 0;
  }

  /**
   * Refuses what does not belong together, and remembers what does: a new installation, one from before this was remembered, once its vault
   * has opened what it should, and keys that were rotated.
   * @throws StartRefused
   */
  async adopt(keys: KeyMaterial, vault: EncryptedVault, codec: Codec): Promise<void> {
    for (;;) {
      const entry = await this.entry();
      const known = entry && identityOf(entry);
      const first = await this.firstEvent();
      await this.refuseOtherLog(known, first);
      if (known) await this.refuseOtherKeys(known, keys, vault);
      else await this.refuseUnopened(vault);
      if (first && known?.firstEvent === undefined) await this.refuseOtherVault(codec);
      const identity: Identity = { keys: printsOf(keys), ...(first && { firstEvent: first.id }) };
      if (entry?.value === JSON.stringify(identity) || (await this.put(identity, entry))) return;
      // Another process that starts at the same time was faster: what it remembered is compared too.
    }
  }

  /**
   * For commands that only look.
   * @throws StartRefused these keys do not open the vault
   */
  async check(keys: KeyMaterial, vault: EncryptedVault): Promise<void> {
    const entry = await this.entry();
    if (entry) await this.refuseOtherKeys(identityOf(entry), keys, vault);
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

  private async refuseOtherKeys(known: Identity, keys: KeyMaterial, vault: EncryptedVault): Promise<void> {
    const missing = missingKeys(known.keys, printsOf(keys));
    if (missing.includes('LOOKUP_KEY'))
      throw new StartRefused(
        `LOOKUP_KEY is not the one that this installation was created with, and must never change: set it to that one, or put ${this.ports.places.keys} back.`,
      );
    // An old master key may go once everything has been sealed anew.
    if (missing.includes('MASTER_KEY') && !(await this.opens(vault))) throw this.wrongMaster();
  }

  private wrongMaster(): StartRefused {
    const { vault, keys } = this.ports.places;
    return new StartRefused(
      `MASTER_KEY does not open everything in ${vault}: put ${keys} back, or set the key that it was sealed with behind the new one: MASTER_KEY=new,old.`,
    );
  }

  /** A vault that remembers nothing of itself is from an earlier release, or has been lost. */
  private async refuseUnopened(vault: EncryptedVault): Promise<void> {
    if (!(await this.opens(vault, { all: false }))) throw this.wrongMaster();
    const isEmpty = (await this.ports.vault.page('', 1)).length === 0;
    if (isEmpty && (await this.ports.store.end()) !== undefined) throw vaultMissing(this.ports.places);
  }

  private async opens(vault: EncryptedVault, { all } = { all: true }): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.ports.vault.page(after, PAGE_SIZE);
      const sealed = page.filter(({ key, isCounter }) => !isCounter && key !== ENTRY);
      try {
        await vault.getMany(sealed.map(({ key }) => key));
      } catch (error) {
        if (error instanceof WrongMasterKey) return false;
        throw error;
      }
      if (!all || page.length < PAGE_SIZE) return true;
      after = page.at(-1)!.key;
    }
  }

  /** One sealed event that opens proves that they belong together; single ones may be unreadable. */
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

/** Whether a vault has what only events can have put there. */
export async function remembersLog(vault: MovableVault): Promise<boolean> {
  for (const kind of [PROGRESS_PREFIX, SUBJECT_KEY_PREFIX])
    if ((await vault.page(kind, 1))[0]?.key.startsWith(kind)) return true;
  return false;
}

export function logMissing({ log, vault }: Places): StartRefused {
  return new StartRefused(
    `The log is missing: ${vault} belongs to one, and ${log} does not exist or is empty. Put it back (tillbook restore, see docs/BACKUP.md), or correct where it is looked for.`,
  );
}

export function vaultMissing({ log, vault }: Places): StartRefused {
  return new StartRefused(
    `The vault is missing: ${log} holds events, and ${vault} does not exist or is empty. Put it back (tillbook restore, see docs/BACKUP.md), or correct where it is looked for.`,
  );
}

function unrelated({ log, vault }: Places): StartRefused {
  return new StartRefused(
    `${vault} is not the vault of ${log}: put back the one that is wrong (tillbook restore, see docs/BACKUP.md), or correct where it is looked for.`,
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
