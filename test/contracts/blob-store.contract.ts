import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { newUuid } from '../../src/kernel/ids.ts';
import { BlobMissing, type BlobStore } from '../../src/kernel/ports/blob-store.ts';

/** S3's lower limit for the parts that it copies itself. */
const LARGE = 5 * 1_048_576;

/** What every store of blobs must do. */
export function blobStoreContract(name: string, open: () => Promise<BlobStore>): void {
  describe(`${name} is a blob store`, () => {
    let store: BlobStore;

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const put = async (bytes: Uint8Array, chunk = 65_536): Promise<{ id: string; size: number }> => {
      const id = newUuid();
      await store.put(id, chunks(bytes, chunk), bytes.length);
      return { id, size: bytes.length };
    };
    const read = async (id: string, range?: { first: number; last: number }): Promise<Buffer | undefined> => {
      const found = await store.read(id, range);
      return found && buffer(found);
    };

    it('answers what was put, byte for byte, whatever its chunks were', async () => {
      for (const [size, chunk] of [
        [0, 1],
        [1, 1],
        [1_000, 7],
        [3_000_000, 65_536],
        [3_000_000, 2_000_000],
      ] as const) {
        const bytes = randomBytes(size);
        const { id } = await put(bytes, chunk);
        expect(digest(await read(id))).toBe(digest(bytes));
      }
    });

    it('has nothing under an id that was never put', async () => {
      expect(await store.read(newUuid())).toBeUndefined();
    });

    it('answers ranges, from the first byte to the last', async () => {
      const bytes = randomBytes(200_000);
      const { id } = await put(bytes);
      for (const [first, last] of [
        [0, 0],
        [0, 199_999],
        [199_999, 199_999],
        [65_000, 131_500],
      ] as const)
        expect(digest(await read(id, { first, last }))).toBe(digest(bytes.subarray(first, last + 1)));
    });

    it('stores nothing if the bytes end in an error, and throws that error', async () => {
      const id = newUuid();
      const refusal = new Error('refused');
      const bytes = async function* () {
        yield randomBytes(100_000);
        throw refusal;
      };
      await expect(store.put(id, bytes(), 200_000)).rejects.toBe(refusal);
      expect(await store.read(id)).toBeUndefined();
    });

    it('stores nothing if the error comes after the last byte', async () => {
      const id = newUuid();
      const refusal = new Error('the checksum is wrong');
      const bytes = async function* () {
        yield randomBytes(100_000);
        throw refusal;
      };
      await expect(store.put(id, bytes(), 100_000)).rejects.toBe(refusal);
      expect(await store.read(id)).toBeUndefined();
    });

    it('stores nothing if there are more or fewer bytes than said', async () => {
      for (const size of [99_999, 100_001, 0]) {
        const id = newUuid();
        await expect(store.put(id, chunks(randomBytes(100_000), 30_000), size)).rejects.toThrow();
        expect(await store.read(id)).toBeUndefined();
      }
    });

    it('replaces a blob that is put again', async () => {
      const { id } = await put(randomBytes(10));
      const again = randomBytes(20);
      await store.put(id, chunks(again, 20), 20);
      expect(digest(await read(id))).toBe(digest(again));
    });

    it('shows a blob only once it is whole', async () => {
      const id = newUuid();
      let goOn = (): void => undefined;
      const waiting = new Promise<void>((resolve) => (goOn = resolve));
      const bytes = async function* () {
        yield randomBytes(10);
        await waiting;
        yield randomBytes(10);
      };
      const putting = store.put(id, bytes(), 20);
      expect(await store.read(id)).toBeUndefined();
      goOn();
      await putting;
      expect(await read(id)).toHaveLength(20);
    });

    it.each([
      ['one part', [200_000]],
      ['small parts', [10, 20_000, 5, 0]],
      ['large parts', [LARGE, LARGE + 1, 7]],
    ])('joins %s in order, and answers ranges across them', async (_, sizes) => {
      const all = sizes.map((size) => randomBytes(size));
      const whole = Buffer.concat(all);
      const parts = [];
      for (const bytes of all) parts.push(await put(bytes));
      const id = newUuid();
      await store.join(id, parts);
      for (const part of parts) await store.delete(part.id);
      expect(digest(await read(id))).toBe(digest(whole));
      const [first, last] = [3, sizes[0]! + 2 < whole.length ? sizes[0]! + 2 : whole.length - 1];
      expect(digest(await read(id, { first, last }))).toBe(digest(whole.subarray(first, last + 1)));
      await store.delete(id);
      expect(await store.read(id)).toBeUndefined();
    });

    it('joins nothing if a part is missing', async () => {
      const [there, id] = [await put(randomBytes(10)), newUuid()];
      for (const parts of [
        [{ id: newUuid(), size: 10 }],
        [there, { id: newUuid(), size: 10 }],
        [{ id: newUuid(), size: LARGE }, there],
      ]) {
        await expect(store.join(id, parts)).rejects.toBeInstanceOf(BlobMissing);
        expect(await store.read(id)).toBeUndefined();
      }
    });

    it('deletes, also what does not exist', async () => {
      const { id } = await put(randomBytes(10));
      await store.delete(id);
      await store.delete(id);
      expect(await store.read(id)).toBeUndefined();
    });

    it('takes no name that is not a UUID', async () => {
      for (const name of ['../../escaped', '', 'a/b', `${newUuid()}/..`]) {
        await expect(store.put(name, chunks(randomBytes(1), 1), 1)).rejects.toThrow('UUID');
        await expect(store.read(name)).rejects.toThrow('UUID');
        await expect(store.delete(name)).rejects.toThrow('UUID');
      }
    });
  });
}

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function digest(bytes: Uint8Array | undefined): string | undefined {
  return bytes && `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
}
