import { TZDateMini } from '@date-fns/tz/date/mini';

// The zone of the organization on the screen; before one is open, the browser's, which takes long to find out on a phone.
let current: string | undefined;

/** The IANA name of the zone that days are shown in. */
export function zone(): string {
  return (current ??= browserZone());
}

/** Every day on the screen is of this zone from here on; the exact instants on hover stay in UTC. */
export function setZone(name: string): void {
  current = isKnown(name) ? name : 'UTC';
}

/** A server may know zones that are newer than the browser. */
function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** "UTC" or "Europe/Berlin", as people read it. */
export function zoneLabel(): string {
  return zone().replaceAll('_', ' ');
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Present names of places that browsers list under former ones, such as Asia/Calcutta. */
const PRESENT = ['America/Nuuk', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Yangon', 'Europe/Kyiv'];

/** Every zone that the browser knows, by name. */
export function zoneNames(): string[] {
  const places = [...Intl.supportedValuesOf('timeZone'), ...PRESENT.filter(isKnown)];
  return [...new Set(['UTC', ...places.toSorted()])];
}

/** "UTC+1" at an instant in milliseconds. */
export function zoneOffset(name: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'shortOffset' }).formatToParts(at);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC').replace('GMT', 'UTC').replace(/\+0$/, '');
}

/** An instant with the fields (day, hours) of the organization's zone. */
export function zoned(at: string | number): Date {
  return typeof at === 'string' ? new TZDateMini(at, zone()) : new TZDateMini(at, zone());
}

/** The day that an instant falls on in the organization's zone: "2026-11-21". */
export function localDay(at: string | number): string {
  const date = zoned(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The first instant of a day ("2026-11-21") in the organization's zone, ISO; `days` later or, if negative, earlier. */
export function startOfDay(day: string, days = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(new TZDateMini(year, month - 1, date + days, zone()).getTime()).toISOString();
}

/** The instant after the day's last one: "to" is inclusive on the screen and exclusive on the wire. */
export function endOfDay(day: string): string {
  return startOfDay(day, 1);
}

/** The day's last millisecond, for parameters that are inclusive on the wire too. */
export function lastOfDay(day: string): string {
  return new Date(Date.parse(endOfDay(day)) - 1).toISOString();
}
