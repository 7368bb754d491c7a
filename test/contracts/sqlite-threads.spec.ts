import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import { SqliteVault } from '../../src/adapters/sqlite/sqlite-vault.ts';
import { StorageUnavailable } from '../../src/kernel/storage-unavailable.ts';
import { builtThread as thread } from '../support/built-thread.ts';
import { compiled } from '../support/compiled.ts';
import { newEvents, newStream, outcomes } from '../support/contract-tools.ts';

let folder: string;
const open: { close(): Promise<void> }[] = [];
/** Closes the store with the test. */
const closing = <S extends { close(): Promise<void> }>(store: S): S => (open.push(store), store);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbook-'));
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const store of open.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

interface Inside {
  db: { exec(sql: string): void; prepare(sql: string): { get(): unknown } };
  writer: { exec(sql: string): Promise<void>; thread: { worker: Worker } };
}

const inside = (store: unknown) => store as Inside;
const faults = (errors: readonly unknown[]) =>
  errors.map((error) => error instanceof StorageUnavailable && error.problem);

describe('A file that a thread writes', () => {
  it('stores everything when it is closed before writes were answered', async () => {
    const store = new SqliteEventStore(folder, { thread });
    const streams = Array.from({ length: 20 }, newStream);
    const appending = streams.map((stream) => store.append(stream, newEvents(2), 'none'));
    await store.close();
    expect((await outcomes(appending)).lost).toEqual([]);
    await expect(store.append(newStream(), newEvents(1), 'none')).rejects.toThrow('is closed');
    const again = closing(new SqliteEventStore(folder));
    for (const stream of streams) expect(await again.read(stream)).toHaveLength(2);
    expect(statSync(join(folder, 'log.db-wal')).size).toBe(0);
  });

  it.each([
    ['log', SqliteEventStore],
    ['Vault', SqliteVault],
  ] as const)('survives a power failure with every commit, if it is the %s', async (_, Store) => {
    for (const options of [{ thread }, {}]) {
      const store = closing(new Store(folder, options));
      await inside(store).writer.exec('CREATE TABLE IF NOT EXISTS settings (synchronous)');
      const read = async () => {
        await inside(store).writer.exec('INSERT INTO settings SELECT synchronous FROM pragma_synchronous');
        return inside(store).db.prepare('SELECT synchronous FROM settings ORDER BY rowid DESC').get();
      };
      const [full, normal] = [{ synchronous: 2 }, { synchronous: 1 }];
      expect(await read()).toEqual(full);
      await store.relax(true);
      expect(await read()).toEqual(normal);
      await store.relax(false);
      expect(await read()).toEqual(full);
      await open.pop()!.close();
    }
  });

  it('is not written by the thread that reads it', async () => {
    const store = closing(new SqliteVault(folder, { thread }));
    expect(() => inside(store).db.exec('DELETE FROM entries')).toThrow('cannot be written');
  });

  it('reports a full disk, and takes writes again when there is space', async () => {
    const store = closing(new SqliteVault(folder, { thread }));
    await store.put('a/1', 'x');
    const { writer } = inside(store);
    await writer.exec('PRAGMA max_page_count = 1');
    const large = 'x'.repeat(100_000);
    const { lost } = await outcomes([store.put('a/2', large), store.put('a/3', large)]);
    expect(faults(lost)).toEqual(['vault.db is full', 'vault.db is full']);
    await writer.exec('PRAGMA max_page_count = 1000000');
    await store.put('a/2', large);
    expect([...(await store.getMany(['a/1', 'a/2', 'a/3'])).keys()].sort()).toEqual(['a/1', 'a/2']);
  });

  it('keeps the codes of errors that are no fault of the disk', async () => {
    const store = closing(new SqliteVault(folder, { thread }));
    await expect(inside(store).writer.exec('nonsense')).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 1 });
    await store.add('a/1', 1);
    await expect(store.add('a/1', Number.MAX_SAFE_INTEGER)).rejects.toThrow('A counter holds integers');
  });

  it('fails what is under way when its thread crashes, and starts another', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    const store = closing(new SqliteEventStore(folder, { thread }));
    const stream = newStream();
    await store.append(stream, newEvents(1), 'none');
    const appending = [store.append(stream, newEvents(1), 0), store.append(newStream(), newEvents(1), 'none')];
    await inside(store).writer.thread.worker.terminate();
    expect(faults((await outcomes(appending)).lost)).toEqual(Array(2).fill('log.db reports an error'));
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(join(folder, 'log.db')));
    expect(await store.append(stream, newEvents(1), 0)).toMatchObject({ revision: 1 });
    expect(await store.read(stream)).toHaveLength(2);
  });

  it('holds nothing of removed values once it was scrubbed', async () => {
    const vault = closing(new SqliteVault(folder, { thread }));
    for (let n = 0; n < 20; n++) await vault.put(`a/${n}`, `the-secret-of-${n}`);
    await vault.getMany(['a/7']);
    await vault.delete('a/7');
    await vault.scrub();
    expect(statSync(join(folder, 'vault.db-wal')).size).toBe(0);
    const bytes = await readFile(join(folder, 'vault.db'));
    expect([bytes.includes('the-secret-of-6'), bytes.includes('the-secret-of-7')]).toEqual([true, false]);
  });

  it('does not keep the process from ending, except while it writes', async () => {
    const program = [compiled('test/support/one-write.program.ts'), folder];
    expect(execFileSync(process.execPath, program, { encoding: 'utf8', timeout: 60_000 })).toBe('written\n');
  });

  it('has saved documents for every read that begins later', async () => {
    const store = closing(new SqliteDocumentStore(folder, { thread }));
    const things = { name: 'things_v1', indexes: [['org']] };
    await store.ensure(things);
    const at = (n: number) => String(n).padStart(20, '0');
    for (let n = 1; n <= 100; n++) {
      const document = { id: 'a', org: `${n}` };
      const seen = n === 1 ? undefined : at(n - 1);
      expect(await store.save([{ collection: things, id: 'a', seen, position: at(n), document }])).toEqual([]);
      expect(await store.ids(things, { where: { eq: ['org', `${n}`] }, limit: 1 })).toEqual(['a']);
    }
  });
});
