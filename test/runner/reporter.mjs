import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { phaseOf } from './phases.mjs';

const SLOWEST = 10;

/** Says what runs and each failure as it comes, and at the end how long phases took, what was slowest, and each failure again. */
export default class Progress {
  done = 0;
  failures = [];
  /** Milliseconds until the next phase began, by phase. */
  phases = new Map();

  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.compiled = JSON.parse(readFileSync('dist/tests/specs.json', 'utf8'));
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.phaseBegan = Date.now();
  }

  onTestFileStart({ path }) {
    this.reached(this.phaseOf(relative(this.rootDir, path)));
  }

  onTestResult({ path }, result) {
    const file = relative(this.rootDir, path);
    this.done += 1;
    const failed = result.numFailingTests > 0 || result.testExecError !== undefined;
    if (failed) this.failures.push({ file, text: result.failureMessage });
    const { numPassingTests: passed, numFailingTests, perfStats } = result;
    const count = numFailingTests > 0 ? `${passed} passed, ${numFailingTests} failed` : `${passed} passed`;
    say(
      `${this.phaseOf(file)} ${this.done}/${this.total}, ${this.failures.length} failed: ${file}: ${count} in ${seconds(perfStats.runtime)}`,
    );
    if (failed) say(result.failureMessage);
  }

  onRunComplete(_, { testResults }) {
    if (this.done < 2) return;
    this.reached(undefined);
    say(`\n${[...this.phases].map(([name, ms]) => `${name}: ${seconds(ms)}`).join(', ')}\nThe slowest files:`);
    const slowest = [...testResults].sort((one, other) => other.perfStats.runtime - one.perfStats.runtime);
    for (const { testFilePath, perfStats } of slowest.slice(0, SLOWEST))
      say(`${seconds(perfStats.runtime).padStart(8)}  ${relative(this.rootDir, testFilePath)}`);
    for (const { file, text } of this.failures) say(`\nFailed: ${file}\n${text}`);
  }

  phaseOf(file) {
    return phaseOf(file, this.compiled[file]).name;
  }

  /** Ends the time of the phase before. */
  reached(phase) {
    if (phase === this.phase) return;
    const now = Date.now();
    if (this.phase) this.phases.set(this.phase, now - this.phaseBegan);
    if (this.phase) this.phaseBegan = now;
    this.phase = phase;
  }
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
