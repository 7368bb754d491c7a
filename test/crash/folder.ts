import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { features } from '../../src/app.module.ts';
import { projectionsOf } from '../../src/app/operator/projections.ts';
import { codecOf } from '../../src/app/kernel.module.ts';
import { readKeys } from '../../src/installation/keys-file.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import type { DomainEvent, Recorded } from '../../src/kernel/writing/events.ts';
import { upToEnd, type Position } from '../../src/kernel/ports/event-store.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import { collectionOf, groupOf } from '../../src/kernel/reading/projection.ts';
import { builtCheckpoint, groupCheckpoint } from '../../src/kernel/reading/checkpoints.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';

const readOnly = { readOnly: true };

/** A data folder, read beside the running program. */
export class Folder {
  constructor(readonly path: string) {}

  /** The whole log, opened. */
  async events(): Promise<Recorded<DomainEvent<string, Record<string, unknown>>>[]> {
    const store = new SqliteEventStore(this.path, readOnly);
    const vault = new SqliteVault(this.path, readOnly);
    const keys = new Keys(readKeys({ keys: {}, dataDir: this.path })!);
    const codec = codecOf(features, new SubjectKeys(new EncryptedVault(vault, keys)), store);
    const events: Recorded<DomainEvent<string, Record<string, unknown>>>[] = [];
    for await (const batch of upToEnd(store))
      events.push(...(await codec.open<DomainEvent<string, Record<string, unknown>>>(batch)));
    await Promise.all([store.close(), vault.close()]);
    return events;
  }

  /** How many events of a type the log has. */
  async count(type: string): Promise<number> {
    const store = new SqliteEventStore(this.path, readOnly);
    let count = 0;
    for await (const batch of upToEnd(store, undefined, new Set([type])))
      count += batch.filter((event) => event.type === type).length;
    await store.close();
    return count;
  }

  /** Reads in the vault beside the running program. */
  async inVault<T>(read: (vault: EncryptedVault) => Promise<T>): Promise<T> {
    const vault = new SqliteVault(this.path, readOnly);
    const keys = new Keys(readKeys({ keys: {}, dataDir: this.path })!);
    return read(new EncryptedVault(vault, keys)).finally(() => vault.close());
  }

  async end(): Promise<Position | undefined> {
    const store = new SqliteEventStore(this.path, readOnly);
    const end = await store.end();
    await store.close();
    return end;
  }

  /** How far each read model has come; undefined before its first batch. */
  async projected(): Promise<(Position | undefined)[]> {
    if (!existsSync(join(this.path, 'documents.db'))) return [undefined];
    const documents = new SqliteDocumentStore(this.path, readOnly);
    try {
      // While it is built, it has a checkpoint of its own.
      const checkpoints = projectionsOf(features).map(
        async (one) =>
          (await builtCheckpoint(documents, collectionOf(one).name)) ??
          (await groupCheckpoint(documents, groupOf(one))),
      );
      return (await Promise.all(checkpoints)).map((checkpoint) => checkpoint?.position);
    } catch {
      // Its tables do not exist yet.
      return [undefined];
    } finally {
      await documents.close();
    }
  }

  /** They can always be rebuilt from the log. */
  dropReadModels(): void {
    for (const file of ['documents.db', 'documents.db-wal', 'documents.db-shm'])
      rmSync(join(this.path, file), { force: true });
  }
}
