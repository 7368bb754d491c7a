/** `P1DT2H`: no months and years, because their length varies. */
const ISO_DURATION = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?$/;
const SECONDS_PER_UNIT = [604_800, 86_400, 3_600, 60, 1];
/** A hundred years. */
const MAX_SECONDS = 3_155_760_000;

/** Seconds of an ISO 8601 duration or a number of seconds; undefined unless it is positive. */
export function secondsOfDuration(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? secondsOfIso(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > MAX_SECONDS) return undefined;
  return seconds;
}

function secondsOfIso(text: string): number | undefined {
  const match = ISO_DURATION.exec(text);
  if (!match) return undefined;
  return SECONDS_PER_UNIT.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0);
}
