/** What works off the log, or what the log makes due. */
export type Reader = 'projections' | 'process' | 'due';

/** Counts what readers do, for operators. Called for every batch and step, so it must cost next to nothing. */
export interface Activity {
  /** @param of a group of projections, a process manager, or a kind of due items */
  handled(reader: Reader, of: string, count: number): void;
  /** An attempt failed; it will be repeated, or waits for an operator. */
  failed(reader: Reader, of: string): void;
}
