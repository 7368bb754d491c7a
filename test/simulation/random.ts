import { createHash } from 'node:crypto';
import { Random } from '../support/contract-tools.ts';

/** Random numbers that a text decides, in as many sequences as wanted. */
export class SeededRandom extends Random {
  /** How many numbers were drawn. */
  drawn = 0;
  private readonly origin: number;

  constructor(seed: string) {
    const origin = createHash('sha256').update(seed).digest().readInt32LE();
    super(origin);
    this.origin = origin;
  }

  /** Begins the n-th of its sequences. */
  restart(n: number): void {
    this.state = (this.origin + Math.imul(n, 0x9e3779b1)) | 0;
  }

  override next(): number {
    this.drawn += 1;
    return super.next();
  }

  /** A whole number from `from` to below `to`. */
  between(from: number, to: number): number {
    return from + this.int(to - from);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Mostly about `typical`, sometimes many times as much. */
  longTailed(typical: number): number {
    return typical * (0.2 - Math.log(1 - this.next()));
  }

  fill(bytes: Uint8Array): void {
    for (let n = 0; n < bytes.length; n++) bytes[n] = this.int(256);
  }
}
