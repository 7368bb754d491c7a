import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { byLength, LANES, phaseOf, PHASES } from './phases.mjs';

const WORKER = new URL('./worker.mjs', import.meta.url);
/** Bytes that a worker may hold between two files, before another takes its place. */
const LARGEST = 2 * 1024 ** 3;

/** Jest's runner for specs that are compiled already (scripts/test.mjs): each worker is a process that runs one file after another. */
export default class CompiledRunner {
  isSerial = false;

  constructor(globalConfig) {
    this.globalConfig = globalConfig;
    this.compiled = JSON.parse(readFileSync('dist/tests/specs.json', 'utf8'));
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { rootDir, maxWorkers } = this.globalConfig;
    const specOf = ({ path }) => this.compiled[relative(rootDir, path)];
    const ordered = tests.toSorted((one, other) => byLength(one.path, other.path));
    const left = new Map(
      PHASES.map((phase) => [
        phase,
        ordered.filter((test) => phaseOf(relative(rootDir, test.path), specOf(test)) === phase).values(),
      ]),
    );
    /** All that is left of a phase. */
    const finish = async (phase, number) => {
      let worker;
      for (const test of left.get(phase)) {
        if (watcher.isInterrupted()) break;
        await onStart(test);
        worker ??= new Worker(number);
        try {
          const { result, memory } = await worker.run(test, specOf(test).file, this.globalConfig);
          // Jest wants tests in a result.
          if (result.testResults.length > 0) await onResult(test, result);
          else await onFailure(test, result.testExecError);
          if (memory > LARGEST) worker = void worker.end();
        } catch (error) {
          worker = void worker.end();
          await onFailure(test, { message: error.message, stack: error.stack });
        }
      }
      worker?.end();
    };
    const [alone, together] = [true, false].map((is) => PHASES.filter(({ isAlone = false }) => isAlone === is));
    const lane = async (_, index) => {
      // Whoever has nothing left in a phase goes on with the next.
      for (const phase of together) await finish(phase, index + 1);
    };
    await Promise.all(Array.from({ length: Math.min(LANES, maxWorkers) }, lane));
    for (const phase of alone) await finish(phase, 1);
  }
}

class Worker {
  constructor(number) {
    this.child = fork(WORKER, { env: { ...process.env, JEST_WORKER_ID: String(number) }, serialization: 'advanced' });
    this.child.on('message', (message) => this.resolve(message));
    const fail = (how) => this.reject?.(new Error(`The process that ran the file ${how}`));
    this.child.on('error', ({ message }) => fail(`failed: ${message}`));
    this.child.on('exit', (code, signal) => fail(`ended with ${signal ?? code}`));
  }

  /** @throws Error if the process ends meanwhile */
  run({ path, context }, file, globalConfig) {
    return new Promise((resolve, reject) => {
      Object.assign(this, { resolve, reject });
      this.child.send({ path, file, globalConfig, projectConfig: context.config });
    });
  }

  /** It ends what it has started, and itself. */
  end() {
    if (this.child.connected) this.child.disconnect();
  }
}
