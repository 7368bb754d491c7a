export const trialIntervals = ['day', 'week', 'month', 'year'] as const;

export type TrialInterval = (typeof trialIntervals)[number];

/** The most intervals that the server takes. */
export const MOST_TRIAL_INTERVALS = 1_000;

/** "14 days", "1 month"; undefined without a trial. */
export function trialLength(interval: TrialInterval | null, count: number | null): string | undefined {
  if (interval === null || count === null) return undefined;
  return `${count} ${interval}${count === 1 ? '' : 's'}`;
}
