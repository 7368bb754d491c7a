/** What runs beside what, in this order. */
export const PHASES = [
  { name: 'pure', workers: 2 },
  { name: 'programs', workers: 2 },
  // On two cores, browsers are too slow beside programs that are killed and rebuilt.
  { name: 'browsers', workers: 2 },
  // They often wait, for processes that start or take over.
  { name: 'engines', workers: 2 },
  // Their requests must be answered in time.
  { name: 'faults', workers: 1 },
];

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
