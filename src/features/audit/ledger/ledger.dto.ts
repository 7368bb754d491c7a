import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';

export class LedgerActor {
  kind: string;
  id: string;
  /** The administrator who impersonated this user. */
  impersonator?: string;
  /** How the actor was authenticated, such as a session. */
  via?: string;
}

/** An entity that an event is about. */
export class LedgerEntity {
  /** Such as `customer`, `product` or `order`. */
  kind: string;
  id: string;
  /** Its name now: a customer's e-mail address, an order's number. null if the caller may not read it. */
  name: string | null;
}

export class LedgerEvent {
  id: string;
  organization_id: string;
  type: string;
  stream: string;
  /** The category of its stream, such as `subscription`. */
  category: string;
  /** Its number in its stream, from 0. */
  revision: number;
  actor: LedgerActor;
  /** Ids of the people it concerns. */
  persons: string[];
  about: LedgerEntity[];
  /** What was charged, requested or priced, in minor units of `currency`; null if the event is not about money. */
  amount: number | null;
  currency: string | null;
  /** Business time. */
  occurred_at: Instant;
  /** Machine time. */
  recorded_at: Instant;
  /** The command that caused it. */
  command_id: string;
  correlation_id: string;
  causation_id: string;
}

export class LedgerEventOpened extends LedgerEvent {
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: Record<string, unknown>;
  /** The entity right after the event; null where there is none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  state: Record<string, unknown> | null;
}

export class LedgerEventList {
  items: LedgerEvent[];
  pagination: Pagination;
}

export class LedgerTimeline {
  stream: string;
  category: string;
  /** Oldest first, each with the state after it. */
  items: LedgerEventOpened[];
}
