import { describe, expect, it } from '@jest/globals';
import { HourlyUseWork } from '../../src/app/work/hourly-use.worker.ts';

describe('hours of use that were open when the program ended', () => {
  it('are looked for until they have been found once', async () => {
    const answers = [() => Promise.reject(new Error('The vault does not answer')), () => Promise.resolve(['k1'])];
    const ids = async function* () {
      yield 'k1';
    };
    const work = new HourlyUseWork('uses', { unrecorded: () => answers.shift()!() }, ids, () => Promise.resolve());
    await expect(work.due()).rejects.toThrow('The vault does not answer');
    expect(await work.due()).toEqual(['k1']);
    expect(await work.due()).toEqual([]);
  });
});
