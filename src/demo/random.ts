/** Numbers in [0, 1) that are the same for the same seed: a demo that is the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of several, each as often as its share says. */
export function pick<T extends { share: number }>(choices: readonly T[], random: () => number): T {
  let rest = random() * choices.reduce((total, { share }) => total + share, 0);
  return choices.find(({ share }) => (rest -= share) < 0) ?? choices[0]!;
}
