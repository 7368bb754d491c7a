import { FolderLock } from '../../src/adapters/sqlite/folder-lock.ts';

/** Takes the lock of the given folder until it is killed. It keeps no reference: the lock must hold nevertheless. */
try {
  FolderLock.take(process.argv[2]!);
  setTimeout(() => {
    globalThis.gc!();
    console.log('taken');
  }, 20);
  setInterval(() => {}, 1_000);
} catch (error) {
  const { name, message } = error as Error;
  console.log(`${name}: ${message}`);
}
