import { ApiProperty } from '@nestjs/swagger';
import { Nested } from '../../../app/http/dto.ts';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Instant } from '../../../kernel/ports/clock.ts';

/** A part of this process that does not work. */
export class OperatorProblem {
  part: string;
  reason: string;
}

/** A group of projections or of process managers. */
export class OperatorGroup {
  @ApiProperty({ enum: ['projections', 'processes'] })
  kind: 'projections' | 'processes';
  group: string;
  /** Age of the oldest event that not all of the group have handled; 0 if there is none. */
  @ApiProperty({ format: 'double' })
  lag_seconds: number;
  /** Whether the process that answers leads it. */
  leading: boolean;
  /** In seconds, at each of the state's samples. */
  @ApiProperty({ type: 'array', items: { type: 'number', format: 'double' } })
  lags: number[];
  /** Events per second that this process has handled since the sample before. */
  @ApiProperty({ type: 'array', items: { type: 'number', format: 'double' } })
  rates: number[];
  /** Failed attempts of this process since the sample before. */
  errors: number[];
}

export class OperatorProjection {
  name: string;
  group: string;
  @ApiProperty({ enum: ['current', 'behind', 'failed'] })
  state: 'current' | 'behind' | 'failed';
  @ApiProperty({ format: 'double' })
  lag_seconds: number;
  error: string | null;
}

export class OperatorProcess {
  name: string;
  group: string;
  /** `elsewhere`: another process runs it, and knows its state. */
  @ApiProperty({ enum: ['current', 'behind', 'waiting', 'stopped', 'elsewhere'] })
  state: 'current' | 'behind' | 'waiting' | 'stopped' | 'elsewhere';
  @ApiProperty({ format: 'double', nullable: true, type: Number })
  lag_seconds: number | null;
  reason: string | null;
}

/** The oldest undone thing of a kind. */
export class OperatorUndone {
  kind: string;
  @ApiProperty({ format: 'double' })
  seconds: number;
  /** Why its last attempt failed, as a code, such as `ECONNREFUSED`; null if none did, or nobody knows. */
  @ApiProperty({ nullable: true, type: String })
  reason: string | null;
}

/** The last 256 calls of an operation, in milliseconds. */
export class OperatorOperation {
  operation: string;
  /** Since the start of the process. */
  calls: number;
  /** Calls to which the store was unavailable. */
  errors: number;
  @ApiProperty({ format: 'double' })
  p50_ms: number;
  @ApiProperty({ format: 'double' })
  p95_ms: number;
  @ApiProperty({ format: 'double' })
  max_ms: number;
}

export class OperatorEngine {
  @ApiProperty({ enum: ['log', 'documents', 'vault', 'queue'] })
  store: 'log' | 'documents' | 'vault' | 'queue';
  /** Such as `SQLite` or `MongoDB`. */
  product: string;
  operations: OperatorOperation[];
}

/** How far this process is with building read models. */
export class OperatorBuild {
  @ApiProperty({ format: 'double' })
  share: number;
  events_per_second: number;
  @ApiProperty({ nullable: true, type: Number })
  seconds_left: number | null;
}

/** The state of the process that answers, and of what all processes share. */
export class OperatorState {
  /** Machine time. */
  at: Instant;
  /** Names the process, of which several may answer in turn. */
  process: string;
  ready: boolean;
  problems: OperatorProblem[];
  @ApiProperty({ nullable: true, type: OperatorBuild })
  build: OperatorBuild | null;
  /** When the groups were sampled: the last ten minutes, every five seconds, oldest first. */
  sampled_at: Instant[];
  groups: OperatorGroup[];
  projections: OperatorProjection[];
  processes: OperatorProcess[];
  undone: OperatorUndone[];
  engines: OperatorEngine[];
}

/** The first step of a key that failed; later events of the key wait for it. */
export class OperatorStep {
  process: string;
  key: string;
  /** Tried no more, until an operator retries or skips it. */
  parked: boolean;
  attempts: number;
  @ApiProperty({ nullable: true, type: String })
  next_attempt_at: Instant | null;
  /** Events of the key that wait. */
  events: number;
  error: string;
  event_id: string;
  stream: string;
  revision: number;
  /** null if the log does not have the event. */
  @ApiProperty({ nullable: true, type: String })
  event_type: string | null;
  @ApiProperty({ nullable: true, type: String })
  organization_id: string | null;
  @ApiProperty({ nullable: true, type: String })
  recorded_at: Instant | null;
}

export class OperatorSteps {
  /** At most 100, parked ones first. */
  items: OperatorStep[];
  total: number;
  parked: number;
}

export class OperatorFailingWork {
  /** `{kind}/{id}`. */
  job: string;
  kind: string;
  attempts: number;
  error: string;
  next_attempt_at: Instant;
}

export class OperatorWork {
  /** At most 100. */
  items: OperatorFailingWork[];
  total: number;
}

export class OperatorDueItem {
  kind: string;
  entity: string;
  @ApiProperty({ nullable: true, type: String })
  organization_id: string | null;
  /** Business time. */
  due_at: Instant;
  overdue: boolean;
}

export class OperatorDueKind {
  kind: string;
  overdue: number;
}

export class OperatorDueItems {
  kinds: OperatorDueKind[];
  /** The next 50, overdue ones first. */
  items: OperatorDueItem[];
}

/** A change of a product or benefit that grants still have to follow. */
export class OperatorGrantReview {
  id: string;
  organization_id: string;
  /** null if it is deleted. */
  @ApiProperty({ nullable: true, type: String })
  organization: string | null;
  @ApiProperty({ enum: ['align', 'update', 'revoke'] })
  kind: 'align' | 'update' | 'revoke';
  /** Purchases or grants that have been looked at. */
  done: number;
  total: number;
  started_at: Instant;
  /** When it last came further. */
  modified_at: Instant;
}

export class OperatorGrantReviews {
  /** The 100 that began first. */
  items: OperatorGrantReview[];
  total: number;
}

/** An endpoint with messages that wait. Times are machine time. */
export class OperatorEndpoint {
  id: string;
  organization_id: string;
  organization: string | null;
  host: string;
  messages: number;
  /** Messages whose last attempt failed. */
  failing: number;
  @ApiProperty({ nullable: true, type: String })
  failing_since: Instant | null;
  @ApiProperty({ nullable: true, type: String })
  oldest_at: Instant | null;
  @ApiProperty({ nullable: true, type: String })
  next_attempt_at: Instant | null;
  /** Of the last failed attempt; null if the endpoint did not answer. */
  @ApiProperty({ nullable: true, type: Number })
  last_http_code: number | null;
}

export class OperatorDeliveries {
  /** At most 50, those with the most messages first. */
  items: OperatorEndpoint[];
}

/** A seal of the log up to the end of an hour. Machine time. */
export class OperatorSeal {
  hour: Instant;
  /** Events that it covers. */
  count: number;
  seal: string;
  at: Instant;
}

export class OperatorSeals {
  /** The last ten, newest first. */
  items: OperatorSeal[];
  /** Events after the last seal. */
  unsealed: number;
}

/** Which of them an action takes is shown by `tillbook help`. */
export class OperatorArguments {
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;
  @IsOptional()
  @IsBoolean()
  all?: boolean;
  @IsOptional()
  @IsString()
  @MaxLength(300)
  from?: string;
  @IsOptional()
  @IsString()
  @MaxLength(200)
  process?: string;
  @IsOptional()
  @IsString()
  @MaxLength(300)
  key?: string;
  @IsOptional()
  @IsString()
  @MaxLength(300)
  event?: string;
  @IsOptional()
  @IsString()
  @MaxLength(300)
  job?: string;
  @IsOptional()
  @IsString()
  @MaxLength(500)
  reason?: string;
}

export class OperatorRunRequest {
  /** An operator command, such as `steps retry`. */
  @IsString()
  @MaxLength(50)
  action: string;
  @IsOptional()
  @Nested(() => OperatorArguments)
  args?: OperatorArguments | null;
}

export class OperatorRunError {
  code: string;
  message: string;
}

/** An action that an administrator started; its row is kept for a day. Machine time. */
export class OperatorRunAnswer {
  id: string;
  action: string;
  args: OperatorArguments;
  /** The administrator's id. */
  actor: string;
  @ApiProperty({ enum: ['running', 'done', 'failed'] })
  state: 'running' | 'done' | 'failed';
  /** What it has reported. */
  lines: string[];
  @ApiProperty({ nullable: true, type: OperatorRunError })
  error: OperatorRunError | null;
  started_at: Instant;
  @ApiProperty({ nullable: true, type: String })
  ended_at: Instant | null;
}

export class OperatorRunList {
  /** The last 20, newest first. */
  items: OperatorRunAnswer[];
}
