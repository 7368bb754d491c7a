import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  MinLength,
} from 'class-validator';
import { IsInstant } from '../../../app/http/instant.dto.ts';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { API_VERSIONS, type ApiVersion } from '../../../app/http/api-version.rules.ts';
import { ABOUT_TYPES, type About } from './messages/webhook-about.rules.ts';
import { WIRE_TYPES, type WireType } from './webhook.catalogue.ts';
import { WEBHOOK_FORMATS, type WebhookFormat } from './messages/webhook-format.rules.ts';

const MAX_URL = 2_000;
const MAX_SECRET = 500;

export class WebhookEndpointCreate {
  /** Must start with https, except where private addresses are allowed. */
  @IsString()
  @MaxLength(MAX_URL)
  url: string;
  /** `discord` and `slack` render messages for their incoming webhooks. */
  @ApiProperty({ enum: WEBHOOK_FORMATS })
  @IsIn(WEBHOOK_FORMATS)
  format: WebhookFormat;
  /** Generated where it is left out: `whsec_` and base64. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_SECRET)
  secret?: string | null;
  @ApiProperty({ enum: WIRE_TYPES, isArray: true })
  @IsArray()
  @ArrayMaxSize(WIRE_TYPES.length)
  @ArrayUnique()
  @IsIn(WIRE_TYPES, { each: true })
  events: WireType[];
  /** Of its messages; left out: the version of the client that creates it. */
  @ApiProperty({ enum: API_VERSIONS, required: false, nullable: true })
  @IsOptional()
  @IsIn(API_VERSIONS)
  api_version?: ApiVersion | null;
  /** Only with a user's credentials. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
}

export class WebhookEndpointUpdate {
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL)
  url?: string | null;
  @ApiProperty({ enum: WEBHOOK_FORMATS, required: false, nullable: true })
  @IsOptional()
  @IsIn(WEBHOOK_FORMATS)
  format?: WebhookFormat | null;
  /** Replaces the secret at once; `PATCH /v1/webhooks/endpoints/{id}/secret` keeps the former one valid for a day. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_SECRET)
  secret?: string | null;
  @ApiProperty({ enum: WIRE_TYPES, isArray: true, required: false })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(WIRE_TYPES.length)
  @ArrayUnique()
  @IsIn(WIRE_TYPES, { each: true })
  events?: WireType[] | null;
  /** Of messages that are sent from now on, also of those that were sent before. */
  @ApiProperty({ enum: API_VERSIONS, required: false, nullable: true })
  @IsOptional()
  @IsIn(API_VERSIONS)
  api_version?: ApiVersion | null;
}

export class WebhookTest {
  /** The type of the sample. */
  @ApiProperty({ enum: WIRE_TYPES })
  @IsIn(WIRE_TYPES)
  type: WireType;
}

/** The message of a test: its delivery is listed with `webhook_event_id`. */
export class WebhookTestSent {
  webhook_event_id: string;
}

export class WebhookEnable {
  /** Whether what it missed is sent, by a replay; otherwise it is skipped. */
  @IsBoolean()
  retry_missed: boolean;
}

export class WebhookReplayStart {
  /** Messages about events from then on (business time) are sent, in order, whether or not they were sent before. */
  @IsInstant()
  from: string;
}

/** How far a replay has come; it reads all events of the organization in order. */
export class WebhookReplay {
  id: string;
  @ApiProperty({ enum: ['running', 'completed', 'stopped'] })
  status: 'running' | 'completed' | 'stopped';
  from: Instant;
  started_at: Instant;
  ended_at: Instant | null;
  /** Events to be read, of all types. */
  events: number;
  events_read: number;
  /** Messages sent or being sent. */
  messages: number;
  /** Time of the last event read. */
  through: Instant | null;
}

export class WebhookEndpoint {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  url: string;
  @ApiProperty({ enum: WEBHOOK_FORMATS })
  format: WebhookFormat;
  /** null for callers who may not write webhooks. */
  secret: string | null;
  /** False once ten messages in a row were given up: nothing is sent until it is enabled. */
  enabled: boolean;
  disabled_at: Instant | null;
  /** The last one. */
  @ApiProperty({ type: () => WebhookReplay, nullable: true })
  replay: WebhookReplay | null;
  /** Messages that have neither been delivered nor given up: those that are to be sent again, and those behind them. */
  waiting: number;
  /** Until when messages are signed with the former secret, too; null if it was not rotated. */
  former_secret_until: Instant | null;
  organization_id: string;
  @ApiProperty({ enum: WIRE_TYPES, isArray: true })
  events: string[];
  /** Of its messages: a version at which answers changed. */
  @ApiProperty({ enum: API_VERSIONS })
  api_version: ApiVersion;
  /** Always signed by Standard Webhooks, and for secrets that begin with `whsec_` also with the whole secret as the key, as earlier clients expect. */
  @ApiProperty({ enum: [true] })
  uses_standard_webhook_signature: true;
}

/** What a message is about: of a refund, its order; of a grant, its benefit. */
export class WebhookAbout implements About {
  @ApiProperty({ enum: ABOUT_TYPES })
  type: About['type'];
  id: string;
  /** "Ada Lovelace, Letter club". */
  name: string;
}

/** A message, the same over all attempts. */
export class WebhookMessage {
  /** Also the header `webhook-id`. */
  id: string;
  /** The event that it announces; `webhookmessages-{event_id}` is the stream in which its messages were scheduled. */
  event_id: string;
  created_at: Instant;
  modified_at: Instant | null;
  type: string;
  /** A sample that was sent with `POST /v1/webhooks/endpoints/{id}/test`. */
  is_test: boolean;
  /** Not in the contract; null for a test, and where the payload is null. */
  about: WebhookAbout | null;
  /** Given up because its endpoint was disabled, or the replay that sent it was stopped. */
  skipped: boolean;
  /** Of its payload. */
  @ApiProperty({ enum: API_VERSIONS })
  api_version: ApiVersion;
  /** Whether its payload is gone. */
  is_archived: boolean;
  last_http_code: number | null;
  /** null until it has been delivered or given up. */
  succeeded: boolean | null;
  /**
   * As it is sent; null after 90 days, or once somebody whom it mentions is erased. Also null, while `is_archived` is false, where the page has about
   * 4 MB of other payloads already.
   */
  payload: string | null;
}

/** One attempt, listed for 90 days. */
export class WebhookDelivery {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  /** null where the endpoint could not be reached. */
  http_code: number | null;
  succeeded: boolean;
  /** When the message was to be sent again after this attempt; null: it was delivered, or given up. */
  next_attempt_at: Instant | null;
  /** From sending the request to the answer, in milliseconds; null where nothing was sent. */
  duration_ms: number | null;
  /** As they were sent, with no more of the signature than its scheme; null like `duration_ms`. The body is `webhook_event.payload`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, nullable: true })
  request_headers: Record<string, string> | null;
  /** The first 2 KB of the answer, or what went wrong; null once the payload is. */
  response: string | null;
  webhook_endpoint_id: string;
  webhook_event: WebhookMessage;
}

export class WebhookEndpointList {
  items: WebhookEndpoint[];
  pagination: Pagination;
}

export class WebhookDeliveryList {
  items: WebhookDelivery[];
  pagination: Pagination;
}
