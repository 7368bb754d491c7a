import { plural } from '@/lib/format';
import { WIRE_TYPE_COUNT } from './wire-types';

/** "https://example.com:8080/hooks" → "example.com:8080". */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function eventsLabel(events: readonly string[]): string {
  return events.length >= WIRE_TYPE_COUNT ? 'All events' : plural(events.length, 'event');
}

export function httpLabel(code: number | null): string {
  return code === null ? 'No answer' : `HTTP ${code}`;
}
