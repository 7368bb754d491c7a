import { relative } from 'node:path';
import { phaseOf } from './phases.mjs';
import { readFileSync } from 'node:fs';

const SLOWEST = 10;

/** Says what runs, each failure as it comes, and at the end what was skipped, what took longest, and each failure again. */
export default class Progress {
  done = 0;
  failures = [];

  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.compiled = JSON.parse(readFileSync('dist/tests/specs.json', 'utf8'));
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
  }

  onTestResult({ path }, result) {
    const file = relative(this.rootDir, path);
    this.done += 1;
    const failed = result.numFailingTests > 0 || result.testExecError !== undefined;
    if (failed) this.failures.push({ file, text: result.failureMessage });
    const phase = phaseOf(file, this.compiled[file]).name;
    const count = `${result.numPassingTests} passed${result.numFailingTests > 0 ? `, ${result.numFailingTests} failed` : ''}`;
    const seconds = (result.perfStats.runtime / 1_000).toFixed(1);
    say(`${phase} ${this.done}/${this.total}, ${this.failures.length} failed: ${file}: ${count} in ${seconds} s`);
    if (failed) say(result.failureMessage);
  }

  onRunComplete(_, { testResults }) {
    const slowest = [...testResults].sort((one, other) => other.perfStats.runtime - one.perfStats.runtime);
    if (testResults.length > 1) say(`\nThe slowest files:`);
    for (const { testFilePath, perfStats } of testResults.length > 1 ? slowest.slice(0, SLOWEST) : [])
      say(`${(perfStats.runtime / 1_000).toFixed(1).padStart(6)} s  ${relative(this.rootDir, testFilePath)}`);
    for (const { file, text } of this.done > 1 ? this.failures : []) say(`\nFailed: ${file}\n${text}`);
  }
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
