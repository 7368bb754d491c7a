import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readVault, type KeptEntry, type MovableVault } from '../../src/kernel/ports/vault.ts';
import type { Opened } from '../support/contract-tools.ts';

export interface OpenedVault extends Opened<MovableVault> {
  /** Sets the store's machine time, in milliseconds since 1970. */
  setNow(ms: number): void;
}

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const soon = new Date(NOON + 60_000).toISOString();

/** What every vault must do. */
export function vaultContract(name: string, open: () => Promise<OpenedVault>): void {
  describe(`${name} is a vault`, () => {
    let opened: OpenedVault;
    let vault: MovableVault;
    let key: string;

    const value = () => readVault(vault, key);
    const version = async () => (await vault.getMany([key])).get(key)?.version;
    const eight = <T>(attempt: (n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 8 }, (_, n) => attempt(n)));

    beforeEach(async () => {
      opened = await open();
      vault = opened.store;
      opened.setNow(NOON);
      key = `contract/${randomUUID()}`;
    });

    afterEach(async () => {
      await vault.delete(key);
      await opened.close();
    });

    describe('put and get', () => {
      it('returns values as they were put, also after a restart', async () => {
        const text = 'é 漢 🎉 \0 \' " {"json": true}\n';
        const stored = await vault.put(key, text);
        vault = await opened.reopen();
        expect(await vault.getMany([key, `${key}-missing`])).toEqual(
          new Map([[key, { value: text, version: stored }]]),
        );
      });

      it('keeps an empty value and a large one', async () => {
        await vault.put(key, '');
        expect(await value()).toBe('');
        await vault.put(key, 'é'.repeat(300_000));
        expect(await value()).toBe('é'.repeat(300_000));
      });

      it('tells how large entries are without reading them', async () => {
        const missing = `${key}-missing`;
        await vault.put(key, 'é'.repeat(50_000));
        const size = (await vault.sizes([missing, key])).get(key)!;
        expect(size).toBeGreaterThanOrEqual(100_000);
        expect(size).toBeLessThan(200_000);
        expect((await vault.sizes([missing])).size).toBe(0);
        await vault.put(key, 'a', { expiresAt: new Date(NOON - 1).toISOString() });
        expect((await vault.sizes([key])).size).toBe(0);
      });

      it('gets many keys at once', async () => {
        const keys = Array.from({ length: 1_100 }, (_, n) => `${key}/${n}`);
        // A hundred at a time, since each has its time limit from the start.
        const inTurn = async (each: (one: string, n: number) => Promise<unknown>) => {
          for (let at = 0; at < keys.length; at += 100)
            await Promise.all(keys.slice(at, at + 100).map((one, n) => each(one, at + n)));
        };
        await inTurn((one, n) => vault.put(one, String(n)));
        const found = await vault.getMany(keys);
        expect(keys.map((one) => found.get(one)?.value)).toEqual(keys.map((_, n) => String(n)));
        expect((await vault.getMany([])).size).toBe(0);
        await inTurn((one) => vault.delete(one));
      });

      it('replaces a value, with another version each time', async () => {
        const versions = [await vault.put(key, 'a'), await vault.put(key, 'b'), await vault.put(key, 'b')];
        expect(new Set(versions).size).toBe(3);
        expect(await value()).toBe('b');
        expect(await version()).toBe(versions[2]);
      });

      it('deletes a key, and ignores a missing one', async () => {
        await vault.put(key, 'a');
        await vault.delete(key);
        await vault.delete(key);
        expect(await value()).toBeUndefined();
      });
    });

    describe('conditions', () => {
      it('puts ifAbsent only if the key is absent', async () => {
        expect(await vault.put(key, 'a', { ifAbsent: true })).toEqual(expect.any(Number));
        expect(await vault.put(key, 'b', { ifAbsent: true })).toBeUndefined();
        expect(await value()).toBe('a');
      });

      it('lets one of eight concurrent ifAbsent puts win', async () => {
        const answers = await eight((n) => vault.put(key, `${n}`, { ifAbsent: true }));
        expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
        expect(await value()).toBe(`${answers.findIndex((answer) => answer !== undefined)}`);
      });

      it('puts ifVersion only over that version', async () => {
        const first = (await vault.put(key, 'a'))!;
        const second = (await vault.put(key, 'b', { ifVersion: first }))!;
        expect(await vault.put(key, 'c', { ifVersion: first })).toBeUndefined();
        expect(await value()).toBe('b');
        expect(await version()).toBe(second);
      });

      it('lets one of eight concurrent ifVersion puts win', async () => {
        const first = (await vault.put(key, 'a'))!;
        const answers = await eight((n) => vault.put(key, `${n}`, { ifVersion: first }));
        expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
        expect(await value()).toBe(`${answers.findIndex((answer) => answer !== undefined)}`);
      });

      it('never reuses a version, so that a lost lease stays lost', async () => {
        const lost = (await vault.put(key, 'mine', { expiresAt: soon }))!;
        opened.setNow(NOON + 60_001);
        const taken = await vault.put(key, 'yours', { ifAbsent: true });
        expect(taken).not.toBe(lost);
        expect(await vault.put(key, 'mine', { ifVersion: lost })).toBeUndefined();
        await vault.delete(key);
        expect([lost, taken]).not.toContain(await vault.put(key, 'again'));
        expect(await vault.put(`${key}-missing`, 'x', { ifVersion: 1 })).toBeUndefined();
      });
    });

    describe('take', () => {
      it('reads and removes', async () => {
        await vault.put(key, 'once');
        expect(await vault.take(key)).toBe('once');
        expect(await vault.take(key)).toBeUndefined();
        expect(await value()).toBeUndefined();
      });

      it('returns the value to one of eight', async () => {
        await vault.put(key, 'once');
        const answers = await eight(() => vault.take(key));
        expect(answers.filter((answer) => answer === 'once')).toHaveLength(1);
        expect(answers.filter((answer) => answer === undefined)).toHaveLength(7);
      });
    });

    describe('add', () => {
      it('counts up from 0 and down again', async () => {
        expect(await vault.add(key, 3)).toBe(3);
        expect(await vault.add(key, 4)).toBe(7);
        expect(await vault.add(key, -2)).toBe(5);
        expect(await value()).toBe('5');
      });

      it('refuses to pass its maximum, and stays unchanged', async () => {
        expect(await vault.add(key, 3, { max: 5 })).toBe(3);
        expect(await vault.add(key, 3, { max: 5 })).toBeUndefined();
        expect(await vault.add(key, 2, { max: 5 })).toBe(5);
        expect(await vault.add(key, 1, { max: 5 })).toBeUndefined();
        expect(await value()).toBe('5');
      });

      it('counts down even after the maximum was lowered', async () => {
        await vault.add(key, 10);
        expect(await vault.add(key, -1, { max: 5 })).toBe(9);
      });

      it('admits as many of 50 as fit', async () => {
        const answers = await Promise.all(Array.from({ length: 50 }, () => vault.add(key, 3, { max: 100 })));
        const through = answers.filter((answer) => answer !== undefined).sort((a, b) => a - b);
        expect(through).toEqual(Array.from({ length: 33 }, (_, n) => (n + 1) * 3));
        expect(await value()).toBe('99');
      });

      it('survives a restart', async () => {
        await vault.add(key, 1);
        vault = await opened.reopen();
        expect(await vault.add(key, 1)).toBe(2);
      });
    });

    describe('list', () => {
      it('lists the live keys of a range in order, up to the limit', async () => {
        const keys = ['a', 'a~1', 'b/2', 'b/10', 'c', 'é'].map((name) => `${key}/${name}`);
        await Promise.all(keys.map((one) => vault.put(one, 'x', one.endsWith('b/2') ? { expiresAt: soon } : {})));
        expect(await vault.list(`${key}/a`, `${key}/c`, 10)).toEqual([keys[0], keys[1], keys[3], keys[2]]);
        expect(await vault.list(`${key}/`, `${key}0`, 2)).toEqual([keys[0], keys[1]]);
        opened.setNow(NOON + 60_001);
        expect(await vault.list(`${key}/a~`, `${key}0`, 10)).toEqual([keys[1], keys[3], keys[4], keys[5]]);
        await Promise.all(keys.map((one) => vault.delete(one)));
      });
    });

    describe('page', () => {
      /** All entries of this test, page by page. */
      async function entries(limit: number): Promise<KeptEntry[]> {
        const found: KeptEntry[] = [];
        for (
          let page = await vault.page('', limit);
          page.length > 0;
          page = await vault.page(page.at(-1)!.key, limit)
        ) {
          expect(page.length).toBeLessThanOrEqual(limit);
          found.push(...page);
        }
        return found.filter((entry) => entry.key.startsWith(key));
      }

      it('visits each live entry once', async () => {
        const keys = Array.from({ length: 25 }, (_, n) => `${key}/${n}-é🦊`);
        await Promise.all(keys.map((one, n) => vault.put(one, `${n}`, n === 7 ? { expiresAt: soon } : {})));
        opened.setNow(NOON + 60_001);
        const found = await entries(10);
        expect(found.map((entry) => entry.key).sort()).toEqual(keys.filter((_, n) => n !== 7).sort());
        await Promise.all(keys.map((one) => vault.delete(one)));
      });

      it('returns values, counters and their expiry', async () => {
        await vault.put(`${key}/a`, 'text \0');
        await vault.add(`${key}/b`, 3, { expiresAt: soon });
        const found = await entries(100);
        expect(found.sort((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
          { key: `${key}/a`, value: 'text \0', isCounter: false, expiresAt: null },
          { key: `${key}/b`, value: '3', isCounter: true, expiresAt: soon },
        ]);
        await Promise.all([vault.delete(`${key}/a`), vault.delete(`${key}/b`)]);
      });
    });

    describe('expiry', () => {
      it('hides an expired entry', async () => {
        await vault.put(key, 'a', { expiresAt: soon });
        opened.setNow(NOON + 59_999);
        expect(await value()).toBe('a');
        opened.setNow(NOON + 60_000);
        expect(await value()).toBeUndefined();
        expect(await vault.take(key)).toBeUndefined();
        expect(await vault.put(key, 'b', { ifAbsent: true })).toEqual(expect.any(Number));
        expect(await value()).toBe('b');
      });

      it('is removed by a put without an expiry', async () => {
        await vault.put(key, 'a', { expiresAt: soon });
        await vault.put(key, 'b');
        opened.setNow(NOON + 60_001);
        expect(await value()).toBe('b');
      });

      it('of a counter is set when it starts, and resets it', async () => {
        const later = new Date(NOON + 120_000).toISOString();
        await vault.add(key, 1, { expiresAt: soon });
        expect(await vault.add(key, 1, { expiresAt: later })).toBe(2);
        opened.setNow(NOON + 60_001);
        expect(await vault.add(key, 1, { expiresAt: later })).toBe(1);
      });

      it('clears only expired entries', async () => {
        const others = Array.from({ length: 30 }, (_, n) => `${key}/${n}`);
        for (const [n, other] of others.entries()) await vault.put(other, 'x', n % 2 ? { expiresAt: soon } : {});
        opened.setNow(NOON + 60_001);
        for (let n = 0; n < 5; n++) await vault.put(key, 'y', { expiresAt: new Date(NOON + 90_000).toISOString() });
        const found = await vault.getMany([...others, key]);
        expect(found.size).toBe(16);
        await Promise.all(others.map((other) => vault.delete(other)));
      });
    });
  });
}
