import { beforeAll, describe, expect, it } from '@jest/globals';
import { refunds } from './worked-cases/refunds.ts';
import { sentBy } from './worked-cases/sequences.ts';
import { workedOut, minor, type Story } from './worked-cases/story.ts';
import { trials } from './worked-cases/trials.ts';
import { tellAll, type Told } from './worked-cases/teller.ts';
import { accounts } from './worked-cases/accounts.ts';
import { changes } from './worked-cases/changes.ts';
import { discounts } from './worked-cases/discounts.ts';
import { dunning } from './worked-cases/dunning.ts';
import { metered } from './worked-cases/metered.ts';
import { periods } from './worked-cases/periods.ts';

/** The money over time, worked out by hand: each story is a customer, and all of them live through the same years. */
const STORIES: Readonly<Record<string, readonly Story[]>> = {
  periods,
  discounts,
  changes,
  accounts,
  dunning,
  refunds,
  trials,
  metered,
};
const ALL = Object.values(STORIES).flat();

describe('worked cases', () => {
  let told: Map<Story, Told>;

  beforeAll(async () => {
    told = await tellAll(ALL);
  }, 900_000);

  for (const [chapter, stories] of Object.entries(STORIES))
    describe(chapter, () => {
      it.each(stories.map((one) => [one.title, one] as const))('%s', (_, one) => {
        const { lines, sent } = told.get(one)!;
        const shown = one.lines.map((line, index) => `${line.at.slice(0, 10)} ${line.deed} | ${lines[index]}`);
        expect(shown).toEqual(one.lines.map(({ at, deed, expected }) => `${at.slice(0, 10)} ${deed} | ${expected}`));
        expect(Object.fromEntries(sent)).toEqual(sequencesOf(one));
      });
    });

  it('say how they were found', () => {
    const found = ALL.flatMap(({ lines }) => lines).flatMap((line) =>
      workedOut(line).map((number) => ({ ...number, line: line.written })),
    );
    expect(found.filter(({ amount, found: exact }) => minor(amount) !== exact)).toEqual([]);
  });
});

/** By day, and by the object that they are about. */
function sequencesOf({ lines }: Story): Record<string, Record<string, string>> {
  const days = [...new Set(lines.map(({ at }) => at))];
  const sent = days.map((day) => [day, sentBy(lines.filter(({ at }) => at === day).map(({ deed }) => deed))] as const);
  return Object.fromEntries(sent.filter(([, objects]) => Object.keys(objects).length > 0));
}
