import { createEmptyTestResult } from '@jest/test-result';
import { getState, resetState, run } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';
import { pathToFileURL } from 'node:url';
import { expect, jest } from './globals.mjs';
import { sourceStack } from './source-stack.mjs';

/**
 * Runs spec files that are compiled already, one after another, as ordinary modules of this process: what one has loaded or started serves the
 * next. Messages: `{ path, file, globalConfig, projectConfig }` in, Jest's test result out.
 */
Error.stackTraceLimit = 30;

process.on('message', (message) => void runFile(message).then((result) => process.send({ result, memory: memory() })));
process.on('disconnect', () => process.exit(0));
process.on('uncaughtException', noteError);

async function runFile({ path, file, globalConfig, projectConfig }) {
  resetState();
  const state = getState();
  state.testTimeout = globalConfig.testTimeout ?? 240_000;
  state.testNamePattern = globalConfig.testNamePattern ? new RegExp(globalConfig.testNamePattern, 'i') : null;
  expect.setState({ testPath: path, expand: globalConfig.expand, suppressedErrors: [] });
  try {
    await import(pathToFileURL(file));
  } catch (error) {
    return {
      testResults: [],
      testExecError: { message: String(error), stack: sourceStack(error?.stack ?? String(error)) },
    };
  }
  const start = Date.now();
  const { testResults, unhandledErrors } = await run();
  // The next file begins as if nothing had been replaced.
  jest.useRealTimers();
  jest.restoreAllMocks();
  const assertions = testResults.map(assertionOf);
  const count = (status) => assertions.filter((one) => one.status === status).length;
  const failures = formatResultsErrors(assertions, projectConfig, globalConfig, path);
  const unhandled = unhandledErrors.map(sourceStack).join('\n');
  return {
    ...createEmptyTestResult(),
    testFilePath: path,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    perfStats: statsOf(start),
    testResults: assertions,
    testExecError: unhandled ? { message: '', stack: unhandled } : undefined,
    failureMessage:
      [failures, unhandled && `  ● Outside of any test\n\n${unhandled}\n`].filter(Boolean).join('\n') || null,
  };
}

function assertionOf({ testPath, status, errors, errorsDetailed, duration, numPassingAsserts }) {
  const titles = testPath.slice(1);
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    fullName: titles.join(' '),
    status: status === 'skip' ? 'pending' : status === 'done' ? (errors.length > 0 ? 'failed' : 'passed') : status,
    duration: duration ?? null,
    failureMessages: errors.map(sourceStack),
    failureDetails: errorsDetailed.map(String),
    numPassingAsserts,
  };
}

/** An error that nobody handled fails the test that runs, or the file. */
function noteError(error) {
  const { currentlyRunningTest, unhandledErrors } = getState();
  if (currentlyRunningTest) currentlyRunningTest.errors.push([error, error]);
  else unhandledErrors.push([error, error]);
}

function statsOf(start) {
  const end = Date.now();
  return { start, end, runtime: end - start, slow: false, loadTestEnvironmentStart: 0, loadTestEnvironmentEnd: 0 };
}

function memory() {
  return process.memoryUsage().rss;
}
