import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestCounts } from '../../src/app/http/sharing/request-counts.ts';
import { newUuid } from '../../src/kernel/ids.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
/** Three in ten seconds. */
const LIMIT = { max: 3, window: 10 };

/** What every request counter must do (docs/IDENTITY.md#rate-limits). */
export function requestCountsContract(name: string, open: () => Promise<RequestCounts>): void {
  describe(`${name} counts requests`, () => {
    let counts: RequestCounts;
    let key: string;

    const at = (seconds: number, of = key) => counts.admit(of, LIMIT, NOON + Math.round(seconds * 1_000));
    const three = async (seconds: number) =>
      expect([await at(seconds), await at(seconds), await at(seconds)]).toEqual([0, 0, 0]);

    beforeEach(async () => {
      counts = await open();
      key = newUuid();
    });
    afterEach(() => counts.close());

    it('admits requests up to the limit, then reports how long to wait', async () => {
      await three(0);
      expect(await at(0)).toBe(10_000);
      expect(await at(4)).toBe(6_000);
      expect(await at(9.999)).toBe(1);
    });

    it('counts from the last admitted request, whatever was refused since', async () => {
      await at(0);
      await at(3);
      await at(6);
      expect(await at(9)).toBe(7_000);
      expect(await at(12)).toBe(4_000);
      expect(await at(15.999)).toBe(1);
    });

    it('admits one more after exactly a window, and starts afresh after a longer pause', async () => {
      await three(0);
      expect(await at(10)).toBe(0);
      expect(await at(10)).toBe(10_000);
      await three(20.001);
      expect(await at(20.001)).toBe(10_000);
    });

    it('counts each key separately', async () => {
      await three(0);
      expect(await at(0, newUuid())).toBe(0);
      expect(await at(0)).toBe(10_000);
    });

    it('admits another request in place of one that was withdrawn', async () => {
      const withdraw = () => counts.withdraw(key, LIMIT, NOON);
      await withdraw();
      await three(0);
      await withdraw();
      expect([await at(0), await at(0)]).toEqual([0, 10_000]);
      for (let n = 0; n < 5; n++) await withdraw();
      await three(0);
      expect(await at(0)).toBe(10_000);
    });

    it('goes on with the pause that a withdrawn request interrupted', async () => {
      await three(0);
      await at(10);
      await counts.withdraw(key, LIMIT, NOON + 10_000);
      await three(10.001);
      // Not if another was admitted meanwhile.
      await at(20.001);
      await at(30.001);
      await counts.withdraw(key, LIMIT, NOON + 20_001);
      expect(await at(30.001)).toBe(10_000);
    });

    it('admits three of fifty concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => at(0)));
      expect(answers.filter((wait) => wait === 0)).toHaveLength(3);
    });
  });
}
