/** Specs are compiled before (scripts/test.mjs) and run as ordinary modules (test/runner). */
export default {
  roots: ['<rootDir>/test', '<rootDir>/web/test'],
  testMatch: ['**/*.spec.ts'],
  transform: {},
  runner: '<rootDir>/test/runner/runner.mjs',
  reporters: ['<rootDir>/test/runner/reporter.mjs'],
  maxWorkers: 2,
  // Ends what hangs, on a machine with ten times as much to do: every wait fails first, and says what it waited for.
  testTimeout: 240_000,
  testSequencer: './test/sequencer.mjs',
};
