import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { install, root } from './prepare.mjs';

/** `npm run check`: types, lint, format and generated files, side by side; prints what a failed one has to say. */
install();

/** The slowest first. */
const CHECKS = [
  ['eslint', 'node_modules/eslint/bin/eslint.js', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
  ['openapi', 'scripts/openapi.mjs', '--check'],
  ['types of the web', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web/tsconfig.json'],
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '.'],
];

const left = CHECKS.values();
await Promise.all(Array.from({ length: Math.min(availableParallelism(), CHECKS.length) }, worker));

async function worker() {
  for (const [name, ...command] of left) await check(name, command);
}

async function check(name, command) {
  const began = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  console.log(`${name}: ${code === 0 ? 'passed' : 'failed'} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  if (code === 0) return;
  console.log(output);
  process.exitCode = 1;
}
