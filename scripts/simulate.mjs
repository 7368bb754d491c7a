import { load } from './load.mjs';

/** `npm run simulate [-- --seed N --years N]`: lets the product run for years in virtual time, with faults (docs/SIMULATION.md). */
await load('test/simulation/simulate.program.ts');
