import { MemoryBlobStore } from '../simulation/memory/memory-blob-store.ts';
import { MemoryDocumentStore } from '../simulation/memory/memory-document-store.ts';
import { MemoryEventStore } from '../simulation/memory/memory-event-store.ts';
import { MemoryVault } from '../simulation/memory/memory-vault.ts';
import type { Opened } from '../support/contract-tools.ts';
import { blobStoreContract } from './blob-store.contract.ts';
import { documentFindContract } from './document-find.contract.ts';
import { documentStoreContract } from './document-store.contract.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { eventSubscribeContract } from './event-subscribe.contract.ts';
import { vaultContract } from './vault.contract.ts';

/** Opened again, a store in memory is the same. */
async function inMemory<S>(store: S): Promise<Opened<S>> {
  return { store, reopen: () => Promise.resolve(store), close: () => Promise.resolve() };
}

eventStoreContract('MemoryEventStore', () => inMemory(new MemoryEventStore()));
eventSubscribeContract('MemoryEventStore', () => inMemory(new MemoryEventStore()));
blobStoreContract('MemoryBlobStore', async () => new MemoryBlobStore());
documentStoreContract('MemoryDocumentStore', () => inMemory(new MemoryDocumentStore()));
documentFindContract('MemoryDocumentStore', () => inMemory(new MemoryDocumentStore()));

vaultContract('MemoryVault', async () => {
  let now = 0;
  const opened = await inMemory(new MemoryVault(() => now));
  return Object.assign(opened, { setNow: (ms: number) => void (now = ms) });
});
