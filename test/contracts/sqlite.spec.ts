import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredEventStore } from '../../src/adapters/measured/measured-event-store.ts';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { noTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { builtThread } from '../support/built-thread.ts';
import type { Opened } from '../support/contract-tools.ts';
import { documentFindContract } from './document-find.contract.ts';
import { documentStoreContract } from './document-store.contract.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { eventSubscribeContract } from './event-subscribe.contract.ts';
import { vaultContract } from './vault.contract.ts';

/** A store on a folder of its own, which is removed with it. */
async function inFolder<S extends { close(): Promise<void> }>(open: (folder: string) => S): Promise<Opened<S>> {
  const folder = await mkdtemp(join(tmpdir(), 'tillbook-'));
  const opened: Opened<S> = {
    store: open(folder),
    reopen: async () => {
      await opened.store.close();
      return (opened.store = open(folder));
    },
    close: async () => {
      await opened.store.close();
      await rm(folder, { recursive: true });
    },
  };
  return opened;
}

function measured(folder: string) {
  const store = new SqliteEventStore(folder);
  return Object.assign(measuredEventStore(store, noTelemetry), { close: () => store.close() });
}

eventStoreContract('A measured event store', () => inFolder(measured));
eventSubscribeContract('A measured event store', () => inFolder(measured));
documentFindContract('SqliteDocumentStore', () => inFolder((folder) => new SqliteDocumentStore(folder)));

for (const [how, thread] of [
  ['', undefined],
  [' that a thread writes', builtThread],
] as const) {
  eventStoreContract(`SqliteEventStore${how}`, () => inFolder((folder) => new SqliteEventStore(folder, { thread })));
  eventSubscribeContract(`SqliteEventStore${how}`, () =>
    inFolder((folder) => new SqliteEventStore(folder, { thread })),
  );
  documentStoreContract(`SqliteDocumentStore${how}`, () =>
    inFolder((folder) => new SqliteDocumentStore(folder, { thread })),
  );
  vaultContract(`SqliteVault${how}`, async () => {
    let now = 0;
    const opened = await inFolder((folder) => new SqliteVault(folder, { now: () => now, thread }));
    return Object.assign(opened, { setNow: (ms: number) => void (now = ms) });
  });
}
