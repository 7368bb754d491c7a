import { deriveUuid } from '../../../kernel/ids.ts';

/** Hexadecimal digits of an event's id that hold its place in its call. */
const DIGITS = 3;

/** The id of a call's ingest; each attempt of a request has its own. */
export function ingestIdOf(requestId: string, attempt: number): string {
  return `${deriveUuid(requestId, `ingest:${attempt}`).slice(0, -DIGITS)}${'0'.repeat(DIGITS)}`;
}

/** The id of an event is its ingest's, with its place in the call: so it is found without an index. @param place from 0 to 4,095 */
export function usageEventId(ingestId: string, place: number): string {
  return ingestId.slice(0, -DIGITS) + place.toString(16).padStart(DIGITS, '0');
}

export function placeOfUsageEvent(eventId: string): { ingestId: string; place: number } {
  const ingestId = `${eventId.slice(0, -DIGITS)}${'0'.repeat(DIGITS)}`;
  return { ingestId, place: parseInt(eventId.slice(-DIGITS), 16) };
}

/** When the request of an ingest began, in milliseconds of machine time: the first 48 bits of its id. */
export function startOfIngest(ingestId: string): number {
  return parseInt(ingestId.replace('-', '').slice(0, 12), 16);
}
