import { UTC, type Instant } from './ports/clock.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `22 Jan 2027`: the day of an instant in a time zone, as screens and mails write it. @param zone an IANA name */
export function dayText(instant: Instant, zone: string = UTC): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]));
  return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`;
}
