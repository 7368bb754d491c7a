import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** Stream `mailrequest-{UUID}`, of one event. */
export const mailRequestStream = (requestId: string): string => `mailrequest-${requestId}`;

/** What anybody may have sent to an address. */
export type AccountMailKind = 'reset-password' | 'verify-email';

/**
 * Somebody who need not be signed in asked for a mail to an address, which lies in the Vault. It is written down whether the address is
 * known or not, so that neither the answer nor its time tells.
 */
export const accountMailEvents = {
  AccountMailRequested: event<{
    requestId: string;
    kind: AccountMailKind;
    /** Machine time. */
    at: Instant;
  }>(),
};

export type AccountMailEvent = EventsOf<typeof accountMailEvents>;
