import type { WebhookDelivery } from '@/api/types';
import { plural } from '@/lib/format';
import { WIRE_TYPE_COUNT } from './wire-types';

/** "https://example.com:8080/hooks" → "example.com:8080". */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function eventsLabel(events: readonly string[]): string {
  return events.length >= WIRE_TYPE_COUNT ? 'All events' : plural(events.length, 'event');
}

/** The message's type, which only its body tells; undefined where the body is no longer kept. */
export function typeOf({ webhook_event }: WebhookDelivery): string | undefined {
  if (webhook_event.payload === null) return undefined;
  try {
    return (JSON.parse(webhook_event.payload) as { type: string }).type;
  } catch {
    return undefined;
  }
}

export function httpLabel(code: number | null): string {
  return code === null ? 'No answer' : `HTTP ${code}`;
}
