import { MOST_FIELDS, type FieldError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { msOf, parseInstant, type Instant } from '../../../kernel/ports/clock.ts';
import { isReadableText } from '../../../kernel/text.ts';
import { metadataError, type Metadata } from '../metadata.ts';
import { LIMITS } from '../../../limits.ts';

/** Events of one call. */
export const MOST_EVENTS = LIMITS.request.usageEvents.most;
/** Of a call, among them keys of metadata with short values. */
export const MOST_VALUES = LIMITS.request.usageValues.most;
/** Of all events of a call, as JSON in UTF-8. */
export const MOST_BYTES = LIMITS.request.usageBytes.most;
/** How far a client's clock may be ahead of ours, in milliseconds. */
const MOST_AHEAD_MS = 300_000;
export const LONGEST_NAME = 128;
export const LONGEST_EXTERNAL_ID = 200;
/** Of one event's metadata, as JSON in UTF-8, so that an event fits into a chunk. */
export const MOST_METADATA_BYTES = 32 * 1024;

/** One event of a call, valid by itself. */
export interface UsageInput {
  name: string;
  timestamp: Instant;
  metadata: Metadata;
  /** Of the metadata, as JSON in UTF-8. */
  metadataBytes: number;
  externalId?: string;
  /** Exactly one of these two. */
  customerId?: string;
  externalCustomerId?: string;
  organizationId?: string;
}

type Input = Readonly<Record<string, unknown>>;

/** Reads the events of a call, and collects every error. By hand, because class-validator takes ten times as long for a thousand objects. */
export class UsageReading {
  readonly errors: FieldError[] = [];

  constructor(private readonly now: Instant) {}

  /** All events, complete if there are no errors. */
  events(body: unknown): UsageInput[] {
    const events = isObject(body) ? body['events'] : undefined;
    if (body !== undefined && !isObject(body))
      this.refuse([], 'Input should be a valid object', 'model_attributes_type');
    else if (events === undefined) this.refuse(['events'], 'Field required', 'missing');
    else if (!Array.isArray(events)) this.refuse(['events'], 'Input should be a valid list', 'list_type');
    else if (events.length > MOST_EVENTS)
      this.refuse(['events'], `List should have at most ${MOST_EVENTS} items, not ${events.length}`, 'too_long');
    else return this.sized(this.each(events));
    return [];
  }

  private each(events: unknown[]): UsageInput[] {
    const read: UsageInput[] = [];
    for (const [index, event] of events.entries()) {
      if (this.errors.length >= MOST_FIELDS) break;
      read.push(this.event(event, index));
    }
    return read;
  }

  private sized(events: UsageInput[]): UsageInput[] {
    const bytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
    if (bytes > MOST_BYTES)
      this.refuse(['events'], `Events should have at most ${MOST_BYTES} bytes in all, not ${bytes}`, 'too_long');
    return events;
  }

  private event(input: unknown, index: number): UsageInput {
    const event: Input = isObject(input) ? input : {};
    if (!isObject(input)) this.refuse(['events', index], 'Input should be a valid object', 'model_attributes_type');
    else this.demandOneCustomer(event, index);
    const metadata = (event['metadata'] ?? {}) as Metadata;
    const read: UsageInput = {
      name: isObject(input) ? this.text(event, 'name', index, LONGEST_NAME) : '',
      timestamp: this.timestamp(event, index),
      metadata,
      metadataBytes: this.bytesOfMetadata(metadata, index),
    };
    if (isGiven(event['external_id'])) read.externalId = this.text(event, 'external_id', index, LONGEST_EXTERNAL_ID);
    if (isGiven(event['customer_id'])) read.customerId = this.uuid(event, 'customer_id', index);
    if (isGiven(event['external_customer_id']))
      read.externalCustomerId = this.text(event, 'external_customer_id', index, LONGEST_EXTERNAL_ID);
    if (isGiven(event['organization_id'])) read.organizationId = this.uuid(event, 'organization_id', index);
    return read;
  }

  private demandOneCustomer(event: Input, index: number): void {
    const [byId, byExternalId] = [isGiven(event['customer_id']), isGiven(event['external_customer_id'])];
    if (byId === byExternalId)
      if (byId) {
        const msg = 'Only one of customer_id and external_customer_id can be set';
        this.refuse(['events', index, 'external_customer_id'], msg, 'value_error');
      } else this.refuse(['events', index, 'customer_id'], 'Field required', 'missing');
  }

  /** One a little ahead of our clock counts as now, so that no event lies in a time that is still to come. */
  private timestamp({ timestamp: value }: Input, index: number): Instant {
    if (!isGiven(value)) return this.now;
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    const refuse = (msg: string, type: string) => this.refuse(['events', index, 'timestamp'], msg, type);
    if (instant === undefined) refuse('Input should be a valid datetime with an offset', 'datetime_parsing');
    else if (msOf(instant) > msOf(this.now) + MOST_AHEAD_MS)
      refuse('Timestamp should be in the past, or at most five minutes ahead', 'value_error');
    return instant === undefined || instant > this.now ? this.now : instant;
  }

  private text(event: Input, field: string, index: number, longest: number): string {
    const value = event[field];
    const refuse = (msg: string, type: string) => this.refuse(['events', index, field], msg, type);
    if (value === undefined) refuse('Field required', 'missing');
    else if (typeof value !== 'string') refuse('Input should be a valid string', 'string_type');
    else if (value.length === 0) refuse('String should have at least 1 character', 'string_too_short');
    else if (value.length > longest) refuse(`String should have at most ${longest} characters`, 'string_too_long');
    else if (!isReadableText(value)) refuse('Input should be valid text', 'string_unicode');
    else return value;
    return '';
  }

  private uuid(event: Input, field: string, index: number): string {
    const value = event[field];
    const id = typeof value === 'string' ? value.toLowerCase() : '';
    if (!isUuid(id)) this.refuse(['events', index, field], 'Input should be a valid UUID', 'uuid_parsing');
    return id;
  }

  private bytesOfMetadata(metadata: Metadata, index: number): number {
    let error = metadataError(metadata);
    const bytes = error === undefined ? jsonBytes(metadata) : 0;
    if (bytes > MOST_METADATA_BYTES) error = `Metadata should have at most ${MOST_METADATA_BYTES} bytes`;
    error ??= unusable(metadata);
    if (error !== undefined) this.refuse(['events', index, 'metadata'], error, 'value_error');
    return bytes;
  }

  private refuse(loc: (string | number)[], msg: string, type: string): void {
    this.errors.push({ loc: ['body', ...loc], msg, type });
  }
}

function unusable(metadata: Metadata): string | undefined {
  if (Object.hasOwn(metadata, '__proto__')) return 'The key __proto__ cannot be used';
  for (const [key, value] of Object.entries(metadata))
    if (!isReadableText(key) || (typeof value === 'string' && !isReadableText(value)))
      return 'Input should be valid text';
  return undefined;
}

/** Names and braces of an event's JSON, its time and its ids. */
const ENVELOPE_BYTES = 190;

/** Of the event as JSON in UTF-8, or a little more. */
export function bytesOf({ metadataBytes, name, externalId, externalCustomerId }: UsageInput): number {
  const texts = [name, externalId, externalCustomerId];
  return texts.reduce(
    (sum, text) => (text === undefined ? sum : sum + jsonBytes(text)),
    metadataBytes + ENVELOPE_BYTES,
  );
}

/** Of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** As in the contract, null is like nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
