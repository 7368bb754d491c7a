import { createHash } from 'node:crypto';

/** The same numbers for the same seed (mulberry32). */
export class SeededRandom {
  /** How many numbers were drawn. */
  drawn = 0;
  private readonly origin: number;
  private state: number;

  constructor(seed: string) {
    this.origin = createHash('sha256').update(seed).digest().readInt32LE();
    this.state = this.origin;
  }

  /** Begins the n-th of its sequences. */
  restart(n: number): void {
    this.state = (this.origin + Math.imul(n, 0x9e3779b1)) | 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.drawn += 1;
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` to below `to`. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.between(0, of.length)]!;
  }

  /** Mostly about `typical`, sometimes many times as much. */
  longTailed(typical: number): number {
    return typical * (0.2 - Math.log(1 - this.next()));
  }

  fill(bytes: Uint8Array): void {
    for (let n = 0; n < bytes.length; n++) bytes[n] = this.between(0, 256);
  }
}
