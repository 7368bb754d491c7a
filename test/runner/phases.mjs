/** How many workers run specs beside each other. */
export const LANES = 2;

/** What runs beside what, in this order. */
export const PHASES = [
  { name: 'pure' },
  { name: 'programs' },
  { name: 'browsers' },
  { name: 'engines' },
  // Its requests must be answered in time.
  { name: 'faults', isAlone: true },
];

/** They take longest, which their sizes do not tell. */
const LONGEST = [
  'journeys/worked-cases',
  'crash/',
  'simulation/seeds',
  'contracts/eventstoredb',
  'contracts/sqlite',
  'contracts/mongodb',
  'billing/sdk-walk',
  'app/demo',
  'kernel/leading',
  'e2e/screens',
  'e2e/selling',
  'e2e/organization',
  'e2e/usage',
  'engines/releases',
  'engines/two-of-each',
];

/** For what begins first in a phase: with the longest at the end, a worker would wait for the other. */
export function byLength(one, other) {
  return rank(one) - rank(other);
}

function rank(path) {
  const index = LONGEST.findIndex((part) => path.includes(`test/${part}`));
  return index < 0 ? LONGEST.length : index;
}

/** @param path from the root of the project */
export function phaseOf(path, { isPure }) {
  return PHASES.find(({ name }) => name === nameOf(path, isPure));
}

function nameOf(path, isPure) {
  if (path.startsWith('test/engines/faults')) return 'faults';
  if (path.startsWith('test/engines/')) return 'engines';
  if (path.startsWith('test/e2e/')) return 'browsers';
  return isPure ? 'pure' : 'programs';
}
