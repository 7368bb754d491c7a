import type { FieldError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { parseInstant, type Instant } from '../../../kernel/ports/clock.ts';
import { hasHalfCharacter } from '../../../kernel/text.ts';
import { metadataError, type Metadata } from '../metadata.ts';

/** Events of one call. */
export const MOST_EVENTS = 1_000;
/** Of all events of a call, as JSON in UTF-8. */
export const MOST_BYTES = 512 * 1024;
export const LONGEST_NAME = 128;
export const LONGEST_EXTERNAL_ID = 200;
/** Of one event's metadata, as JSON in UTF-8, so that an event fits into a chunk. */
export const MOST_METADATA_BYTES = 32 * 1024;

/** One event of a call, valid by itself. */
export interface UsageInput {
  name: string;
  timestamp: Instant;
  metadata: Metadata;
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
    if (events === undefined) this.refuse(['events'], 'Field required', 'missing');
    else if (!Array.isArray(events)) this.refuse(['events'], 'Input should be a valid list', 'list_type');
    else if (events.length > MOST_EVENTS)
      this.refuse(['events'], `List should have at most ${MOST_EVENTS} items, not ${events.length}`, 'too_long');
    else return this.sized(events.map((event, index) => this.event(event, index)));
    return [];
  }

  private sized(events: UsageInput[]): UsageInput[] {
    const bytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
    if (bytes > MOST_BYTES)
      this.refuse(['events'], `Events should have at most ${MOST_BYTES} bytes in all, not ${bytes}`, 'too_long');
    return events;
  }

  private event(input: unknown, index: number): UsageInput {
    const event: Input = isObject(input) ? input : {};
    const at = (field: string): (string | number)[] => ['events', index, field];
    if (!isObject(input)) this.refuse(['events', index], 'Input should be a valid object', 'model_attributes_type');
    else this.demandOneCustomer(event, at);
    const metadata = event['metadata'] ?? {};
    this.demandMetadata(metadata, at('metadata'));
    const externalId = (value: unknown, loc: (string | number)[]) => this.text(value, loc, LONGEST_EXTERNAL_ID);
    return {
      name: isObject(input) ? this.text(event['name'], at('name'), LONGEST_NAME) : '',
      timestamp: this.timestamp(event['timestamp'], at('timestamp')),
      metadata: metadata as Metadata,
      ...(isGiven(event['external_id']) && { externalId: externalId(event['external_id'], at('external_id')) }),
      ...(isGiven(event['customer_id']) && { customerId: this.uuid(event['customer_id'], at('customer_id')) }),
      ...(isGiven(event['external_customer_id']) && {
        externalCustomerId: externalId(event['external_customer_id'], at('external_customer_id')),
      }),
      ...(isGiven(event['organization_id']) && {
        organizationId: this.uuid(event['organization_id'], at('organization_id')),
      }),
    };
  }

  private demandOneCustomer(event: Input, at: (field: string) => (string | number)[]): void {
    const [byId, byExternalId] = [isGiven(event['customer_id']), isGiven(event['external_customer_id'])];
    if (!byId && !byExternalId) this.refuse(at('customer_id'), 'Field required', 'missing');
    else if (byId && byExternalId)
      this.refuse(
        at('external_customer_id'),
        'Only one of customer_id and external_customer_id can be set',
        'value_error',
      );
  }

  private timestamp(value: unknown, loc: (string | number)[]): Instant {
    if (!isGiven(value)) return this.now;
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    if (instant === undefined) this.refuse(loc, 'Input should be a valid datetime with an offset', 'datetime_parsing');
    else if (instant > this.now) this.refuse(loc, 'Timestamp should be in the past', 'value_error');
    return instant ?? this.now;
  }

  private text(value: unknown, loc: (string | number)[], longest: number): string {
    if (value === undefined) this.refuse(loc, 'Field required', 'missing');
    else if (typeof value !== 'string') this.refuse(loc, 'Input should be a valid string', 'string_type');
    else if (value.length === 0) this.refuse(loc, 'String should have at least 1 character', 'string_too_short');
    else if (value.length > longest)
      this.refuse(loc, `String should have at most ${longest} characters`, 'string_too_long');
    else if (hasHalfCharacter(value)) this.refuse(loc, 'Input should be valid text', 'string_unicode');
    else return value;
    return '';
  }

  private uuid(value: unknown, loc: (string | number)[]): string {
    const id = typeof value === 'string' ? value.toLowerCase() : '';
    if (!isUuid(id)) this.refuse(loc, 'Input should be a valid UUID', 'uuid_parsing');
    return id;
  }

  private demandMetadata(value: unknown, loc: (string | number)[]): void {
    const error = metadataError(value) ?? unusable(value as Metadata);
    if (error !== undefined) this.refuse(loc, error, 'value_error');
  }

  private refuse(loc: (string | number)[], msg: string, type: string): void {
    this.errors.push({ loc: ['body', ...loc], msg, type });
  }
}

function unusable(metadata: Metadata): string | undefined {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MOST_METADATA_BYTES)
    return `Metadata should have at most ${MOST_METADATA_BYTES} bytes`;
  if (Object.hasOwn(metadata, '__proto__')) return 'The key __proto__ cannot be used';
  const isCut = (value: unknown) => typeof value === 'string' && hasHalfCharacter(value);
  return Object.entries(metadata).some((entry) => entry.some(isCut)) ? 'Input should be valid text' : undefined;
}

function bytesOf(event: UsageInput): number {
  return Buffer.byteLength(JSON.stringify(event));
}

/** As in the contract, null is like nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
