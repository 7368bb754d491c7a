import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata } from '../billing.dto.ts';
import { Customer } from '../customers/customers.dto.ts';
import type { Metadata } from '../metadata.ts';
import { SOURCES } from './lists/usage-events.request.ts';
import { LONGEST_EXTERNAL_ID, LONGEST_NAME, MOST_EVENTS } from './usage-input.rules.ts';

/** An event, of the customer with one of the two ids. Read by `UsageReading`. */
export class EventCreate {
  @ApiProperty({ minLength: 1, maxLength: LONGEST_NAME })
  name: string;
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  customer_id?: string | null;
  /** The seller's id of a customer, who may be created later. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: LONGEST_EXTERNAL_ID, nullable: true })
  external_customer_id?: string | null;
  /** In the past; the time of the call if it is missing. */
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  timestamp?: string | null;
  /** The seller's id of the event: an event that is sent again is counted once. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: LONGEST_EXTERNAL_ID, nullable: true })
  external_id?: string | null;
  /** Required with a user's credentials, refused with an organization's token. The same for all events of a call. */
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  organization_id?: string | null;
  @ApiMetadata({ optional: true, nullable: true })
  metadata?: Metadata | null;
}

export class EventsIngest {
  @ApiProperty({ type: [EventCreate], maxItems: MOST_EVENTS })
  events: EventCreate[];
}

export class EventsIngestResponse {
  inserted: number;
  /** Events with an `external_id` that was sent before. */
  duplicates: number;
}

export class UsageVoided {
  at: string;
  /** Empty once the customer was erased. */
  reason: string;
}

@ApiExtraModels(Customer)
export class UsageEventRead {
  id: string;
  timestamp: string;
  organization_id: string;
  customer_id: string | null;
  customer: Customer | null;
  external_customer_id: string | null;
  name: string;
  /** In words, of what the product says itself; else the name. */
  label: string;
  @ApiProperty({ enum: SOURCES })
  source: (typeof SOURCES)[number];
  @ApiMetadata()
  metadata: Metadata;
  /** Not in the contract: when and why it was taken out of what meters count; null if it counts. */
  voided: UsageVoided | null;
}

export class UsageVoid {
  /** Why the event does not count. */
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  reason: string;
}

export class UsageEventList {
  items: UsageEventRead[];
  pagination: Pagination;
}

export class UsageEventName {
  name: string;
  /** In words, of what the product says itself; else the name. */
  label: string;
  @ApiProperty({ enum: SOURCES })
  source: (typeof SOURCES)[number];
  occurrences: number;
  first_seen: string;
  last_seen: string;
}

export class UsageEventNameList {
  items: UsageEventName[];
  pagination: Pagination;
}

/** A name of usage events, which exists since it was first reported. */
export class EventType extends UsageEventName {
  id: string;
  /** The same as `first_seen`. */
  created_at: string;
  @ApiProperty({ type: String, nullable: true })
  modified_at: null;
  @ApiProperty({ type: String, nullable: true })
  label_property_selector: null;
  organization_id: string;
}

export class EventTypeList {
  items: EventType[];
  pagination: Pagination;
}

export class UsageDaysOfName {
  name: string;
  @ApiProperty({ enum: SOURCES })
  source: (typeof SOURCES)[number];
  /** For each of the days. */
  counts: number[];
}

/** Events by name and day. */
export class UsageDays {
  /** In UTC, such as `2026-11-26`; the oldest first. */
  days: string[];
  /** Those that occurred in these days. */
  names: UsageDaysOfName[];
}
