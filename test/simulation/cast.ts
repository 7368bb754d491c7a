/** Something that a seller, a customer or an operator does now and then. */
export interface Action {
  name: string;
  /** How often, compared with others. */
  weight: number;
  /** Does nothing where what it needs does not exist yet. Other actions run at the same time. */
  run(): Promise<void>;
}

/** Checks a rule that holds whatever has happened, when everything that was begun is done. @throws BrokenRule */
export type Invariant = () => Promise<void>;

/** What a feature adds to a simulation: who acts, and what must hold. It remembers what the program has acknowledged. */
export interface Cast {
  /** What must exist before the story begins; without any trouble, in the order of the casts. */
  prologue?(): Promise<void>;
  actions: readonly Action[];
  invariants: readonly Invariant[];
  /** What has begun and must still end before the invariants are checked. */
  pending?(): Promise<readonly unknown[]>;
}

/** A rule of the product that a simulation found broken. */
export class BrokenRule extends Error {
  override name = 'BrokenRule';

  /** @param evidence what contradicts it */
  constructor(
    rule: string,
    readonly evidence: unknown,
  ) {
    super(`It does not hold that ${rule}: ${JSON.stringify(evidence, undefined, 1)}`);
  }
}

/** @throws BrokenRule with what is left, unless nothing is */
export function demandNone(rule: string, evidence: readonly unknown[]): void {
  if (evidence.length > 0) throw new BrokenRule(rule, evidence.slice(0, 5));
}
