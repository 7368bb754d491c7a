/** Whether tests do more than in the gate, for as long as wanted (`npm run soak`, docs/SIMULATION.md#soak). */
export const isSoak = process.env.SOAK === '1';

/** One of so many cases. */
const GATE_SHARE = 4;

/** A test's seed: always the same in the gate, and another in each round of the soak. `SEED=…` repeats one. */
export function seedOf(fixed: number): number {
  const given = process.env.SEED;
  if (given === undefined || given === '') return fixed;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be a whole number, not ${given}`);
  return seed;
}

/** How much a test does: as much as proves the rule in the gate, more of it in the soak. */
export function sized(amounts: { gate: number; soak: number }): number {
  return isSoak ? amounts.soak : amounts.gate;
}

/** Of the cases at one place of many: all in the soak, and in the gate a quarter, which is another at the next place. */
export function casesAt<T>(place: number, cases: readonly T[]): readonly T[] {
  return isSoak ? cases : cases.filter((_, n) => (n + place) % GATE_SHARE === 0);
}
