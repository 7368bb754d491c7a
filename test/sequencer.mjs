import Sequencer from '@jest/test-sequencer';
import { basename } from 'node:path';

/**
 * What takes longest, longest first: begun last, one worker would be left with it. On a machine that has never run the tests, as the one that
 * checks every push, Jest begins with the largest files, which are not the slowest.
 */
const LONGEST = [
  'seeds.spec.ts',
  'crash.spec.ts',
  'eventstoredb.spec.ts',
  'mongodb.spec.ts',
  'lists.spec.ts',
  'catalog-bad-input.spec.ts',
  'routes.spec.ts',
  'stream-bounds.spec.ts',
  'demo.spec.ts',
  'backup.spec.ts',
  'operator.spec.ts',
  'thirteen-months.spec.ts',
  'foreign-json.spec.ts',
  'screens.spec.ts',
  'releases.spec.ts',
  'split.spec.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const rank = ({ path }) => LONGEST.indexOf(basename(path));
    const first = sorted.filter((test) => rank(test) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...first, ...sorted.filter((test) => rank(test) < 0)];
  }
}
