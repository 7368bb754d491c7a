import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { buildServer, install, root } from './prepare.mjs';

const ENDING = '.simulation.ts';

/** `npm run simulate [-- --seed N --years N]`: lets the product run for years in virtual time, with faults (docs/SIMULATION.md). */
install();
buildServer();
await compileSimulation();
await import('../dist/test/simulation/main.js');

async function compileSimulation() {
  for (const folder of ['test/support', 'test/simulation', 'test/simulation/memory']) await compile(folder);
  for (const folder of simulated('test')) await compile(folder, ENDING);
}

/** Folders of features that take part. */
function simulated(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => simulated(`${folder}/${name}`));
  return entries.some(({ name }) => name.endsWith(ENDING)) ? [folder, ...below] : below;
}
