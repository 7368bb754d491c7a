import { TooManyRequests } from '../errors.ts';

/** Seconds: when whoever has all of their share may try again. */
const AGAIN = 5;

/** What one owner may have of the places. */
export interface Share {
  /** The owner, such as an organization, a network or a file. */
  of: string;
  /** Places of theirs at once. */
  most: number;
  /** What is said to who wants more. */
  refusal: string;
}

/**
 * Places that are taken at once or not at all: so many for all together, and fewer for each owner, so that no owner has the place of others. One
 * place counts for several owners.
 */
export class Places {
  private count = 0;
  private readonly taken = new Map<string, number>();

  /** @param refusal what is said when all places are taken */
  constructor(
    private readonly most: number,
    private readonly refusal: () => Error,
  ) {}

  get size(): number {
    return this.count;
  }

  /**
   * @returns a function that gives the place back, once
   * @throws TooManyRequests an owner has all of their share · the refusal: all places are taken
   */
  take(shares: readonly Share[]): () => void {
    for (const { of, most, refusal } of shares)
      if ((this.taken.get(of) ?? 0) >= most) throw new TooManyRequests(refusal, AGAIN);
    if (this.count >= this.most) throw this.refusal();
    this.change(shares, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.change(shares, -1);
      isTaken = false;
    };
  }

  private change(shares: readonly Share[], by: number): void {
    this.count += by;
    for (const { of } of shares) {
      const taken = (this.taken.get(of) ?? 0) + by;
      if (taken === 0) this.taken.delete(of);
      else this.taken.set(of, taken);
    }
  }
}
