import type { WebhookEndpoint } from '@/api/types';
import { ABSENT, count, plural } from '@/lib/format';
import { WIRE_TYPE_COUNT } from './wire-types';

/** "https://example.com:8080/hooks?key=1" → "example.com:8080/hooks": distinguishes endpoints on one host. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : host + pathname;
}

export function eventsLabel(events: readonly string[]): string {
  return events.length >= WIRE_TYPE_COUNT ? 'All events' : plural(events.length, 'event');
}

/** Why a delivery failed whose answer does not say it; undefined for others. */
export function answerAdvice(code: number | null): string | undefined {
  if (code === null || code < 300 || code >= 400) return undefined;
  return 'The endpoint answered with a redirect. Redirects are not followed: enter the address that it leads to in the endpoint, often the one with https:// or www.';
}

export function httpLabel(code: number | null): string {
  return code === null ? 'No answer' : `HTTP ${code}`;
}

/** How long the endpoint took to answer: "240 ms". */
export function took(ms: number | null): string {
  return ms === null ? ABSENT : `${count(ms)} ms`;
}

/** Of messages, where their deliveries are listed: those behind one that is sent again have none yet. */
export function waitingWords(messages: number): string {
  if (messages === 1) return '1 message waits to be sent.';
  return `${plural(messages, 'message')} wait to be sent, in order: those behind one that is sent again have no delivery yet.`;
}

export const FORMATS = { raw: 'JSON', discord: 'Discord', slack: 'Slack' } as const;

/** Which releases of the client read messages of a version. */
export const VERSIONS: Readonly<Record<WebhookEndpoint['api_version'], string>> = {
  '0.32': '@polar-sh/sdk 0.32 to 0.34',
  '0.35': '@polar-sh/sdk 0.35 to 0.41',
  '0.42': '@polar-sh/sdk 0.42',
  '0.43': '@polar-sh/sdk 0.43 and 0.44',
  '0.45': '@polar-sh/sdk 0.45 to 0.48',
  '0.49': '@polar-sh/sdk 0.49',
  '2026-04': '@polar-sh/sdk 1.0, API 2026-04',
  '2026-10': '@polar-sh/sdk 1.0, API 2026-10',
  '2027-01': '@polar-sh/sdk 1.0, API 2027-01',
};
