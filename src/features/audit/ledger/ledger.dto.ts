import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../../app/http/pagination.dto.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';

export class LedgerActor {
  kind: string;
  id: string;
  /** The administrator who acted as this user. */
  impersonator?: string;
  /** What the actor came through, such as a session. */
  via?: string;
}

export class LedgerEvent {
  id: string;
  organization_id: string;
  type: string;
  stream: string;
  /** Its stream's kind, such as `subscription`. */
  category: string;
  /** Its place in its stream, from 0. */
  revision: number;
  actor: LedgerActor;
  /** Ids of those it concerns. */
  persons: string[];
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
  /** The entity right after it; null where there is nothing to show. */
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
