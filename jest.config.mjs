/** Nest 12 is ESM only, so tests run as ESM through SWC (docs/DRIVERS.md#jest). */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test', '<rootDir>/web/test'],
  // What the web's own modules call each other by.
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/web/src/$1' },
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: false, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  maxWorkers: 2,
  workerIdleMemoryLimit: '512MB',
  // Ends what hangs, on a machine with ten times as much to do: every wait fails first, and says what it waited for.
  testTimeout: 240_000,
  testSequencer: './test/sequencer.mjs',
};
