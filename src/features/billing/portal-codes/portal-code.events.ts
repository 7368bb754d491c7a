import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** `portalcode-{UUIDv7}`: one request of a code, whether or not a customer has the address; the Vault keeps the address for a day. */
export const portalCodeStream = (requestId: string): string => `portalcode-${requestId}`;

export const portalCodeEvents = {
  /** Machine time. */
  PortalCodeRequested: event<{ requestId: string; organizationId: string; at: Instant }>(),
};

export type PortalCodeEvent = EventsOf<typeof portalCodeEvents>;
