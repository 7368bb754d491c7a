import {
  keyOfOwner,
  type MeasuringMeter,
  type UsageEntry,
  type UsageIngested,
  type UsageMeasure,
  type UsageOwner,
} from './usage.events.ts';
import { jsonBytes, type UsageInput } from './usage-input.rules.ts';

/** Of a chunk as it is stored: an event of the log has at most 64 KiB. */
const CHUNK_BYTES = 48 * 1024;
/** What an owner takes, with the marks of what is sealed. */
const OWNER_BYTES = 350;
/** What the details of an event take besides its metadata and external id. */
const DETAILS_BYTES = 30;
/** What an entry takes besides its name and measures. */
const ENTRY_BYTES = 70;
const METER_BYTES = 95;
/** What a measure takes besides its value. */
const MEASURE_BYTES = 7;
/** A sealed text is base64. */
const SEALED = 4 / 3;

/** A valid event of a call, with whose usage it is. */
export interface OwnedUsage {
  input: UsageInput;
  owner: Omit<UsageOwner, 'details'>;
}

/** The same, with what meters measured. */
export interface MeasuredUsage extends OwnedUsage {
  measures: readonly { meter: MeasuringMeter; value: number | null }[];
}

/**
 * The events of a call in chunks, in their order, one after the other: a call whose events fifty meters count has some dozens of them.
 * @param usage what meters measured of it names each revision by the same object
 */
export function* chunksOf(
  usage: readonly MeasuredUsage[],
  { organizationId, ingestId }: { organizationId: string; ingestId: string },
): Generator<UsageIngested, void> {
  for (let first = 0; first < usage.length;) {
    const chunk = new Chunk();
    let next = first;
    while (next < usage.length && chunk.takes(usage[next]!)) next += 1;
    const { owners, meters, events } = chunk;
    // Sorted, here and below: most of the log may be such events, and all of it is read in canonical JSON.
    yield { type: 'UsageIngested', data: { events, first, ingestId, meters, organizationId, owners } };
    first = next;
  }
}

class Chunk {
  readonly owners: UsageOwner[] = [];
  readonly meters: MeasuringMeter[] = [];
  readonly events: UsageEntry[] = [];
  /** Of owners by their keys, and of revisions of meters. */
  private readonly places = new Map<string | MeasuringMeter, number>();
  private bytes = 0;

  /** Adds an event; false if it does not fit. The first one always does. */
  takes({ input: { name, timestamp, metadata, metadataBytes, externalId }, owner, measures }: MeasuredUsage): boolean {
    const ownerKey = `${keyOfOwner(owner)} ${owner.externalKey}`;
    const details = DETAILS_BYTES + metadataBytes + (externalId === undefined ? 0 : jsonBytes(externalId));
    const added = this.places.has(ownerKey) ? 0 : OWNER_BYTES;
    const measured = measures.reduce((sum, { meter, value }) => {
      const isNew = !this.places.has(meter);
      return sum + MEASURE_BYTES + String(value).length + (isNew ? METER_BYTES : 0);
    }, 0);
    const bytes = details * SEALED + jsonBytes(name) + ENTRY_BYTES + added + measured;
    if (this.events.length > 0 && this.bytes + bytes > CHUNK_BYTES) return false;
    this.bytes += bytes;
    const place = this.placeOf(ownerKey, this.owners, () => {
      const { customerId, externalId, externalKey } = owner;
      return { customerId, details: [], externalId, externalKey };
    });
    this.owners[place]!.details.push(externalId === undefined ? { metadata } : { metadata, externalId });
    const measuredBy = measures.map(({ meter, value }): UsageMeasure => [
      this.placeOf(meter, this.meters, () => meter),
      value,
    ]);
    this.events.push({ at: timestamp, ...(measuredBy.length > 0 && { measures: measuredBy }), name, owner: place });
    return true;
  }

  /** Where something is in a list of the chunk, which it joins if it is not there. */
  private placeOf<T>(key: string | MeasuringMeter, list: T[], make: () => T): number {
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = list.push(make()) - 1));
    return place;
  }
}
