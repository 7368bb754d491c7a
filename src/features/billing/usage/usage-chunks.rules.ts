import {
  keyOfOwner,
  keyOfRevision,
  type MeterRevision,
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
const ENTRY_BYTES = 64;
const METER_BYTES = 95;
const MEASURE_BYTES = 32;
/** A sealed text is base64. */
const SEALED = 4 / 3;

/** A valid event of a call, with whose usage it is. */
export interface OwnedUsage {
  input: UsageInput;
  owner: Omit<UsageOwner, 'details'>;
}

/** The same, with what meters measured. */
export interface MeasuredUsage extends OwnedUsage {
  measures: readonly { meter: MeterRevision; value: number | null }[];
}

/** The events of a call in chunks, in their order. */
export function chunksOf(
  usage: readonly MeasuredUsage[],
  call: { organizationId: string; ingestId: string },
): UsageIngested[] {
  const chunks: UsageIngested[] = [];
  let chunk: Chunk | undefined;
  usage.forEach((one, first) => {
    if (!chunk?.takes(one)) {
      chunk = new Chunk();
      chunk.takes(one);
      const { owners, meters, events } = chunk;
      const { ingestId, organizationId } = call;
      // Sorted, here and below: most of the log may be such events, and all of it is read in canonical JSON.
      chunks.push({ type: 'UsageIngested', data: { events, first, ingestId, meters, organizationId, owners } });
    }
  });
  return chunks;
}

class Chunk {
  readonly owners: UsageOwner[] = [];
  readonly meters: MeterRevision[] = [];
  readonly events: UsageEntry[] = [];
  private readonly places = new Map<string, number>();
  private bytes = 0;

  /** Adds an event; false if it does not fit. The first one always does. */
  takes({ input: { name, timestamp, metadata, metadataBytes, externalId }, owner, measures }: MeasuredUsage): boolean {
    const ownerKey = `${keyOfOwner(owner)} ${owner.externalKey}`;
    const details = DETAILS_BYTES + metadataBytes + (externalId === undefined ? 0 : jsonBytes(externalId));
    const added = this.places.has(ownerKey) ? 0 : OWNER_BYTES;
    const isNew = ({ meter }: { meter: MeterRevision }) => !this.places.has(keyOfRevision(meter));
    const measured = measures.length * MEASURE_BYTES + measures.filter(isNew).length * METER_BYTES;
    const bytes = details * SEALED + jsonBytes(name) + ENTRY_BYTES + added + measured;
    if (this.events.length > 0 && this.bytes + bytes > CHUNK_BYTES) return false;
    this.bytes += bytes;
    const place = this.placeOf(ownerKey, this.owners, () => {
      const { customerId, externalId, externalKey } = owner;
      return { customerId, details: [], externalId, externalKey };
    });
    this.owners[place]!.details.push(externalId === undefined ? { metadata } : { metadata, externalId });
    const measuredBy = measures.map(({ meter, value }): UsageMeasure => [
      this.placeOf(keyOfRevision(meter), this.meters, () => meter),
      value,
    ]);
    this.events.push({ at: timestamp, ...(measuredBy.length > 0 && { measures: measuredBy }), name, owner: place });
    return true;
  }

  /** Where something is in a list of the chunk, which it joins if it is not there. */
  private placeOf<T>(key: string, list: T[], make: () => T): number {
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = list.push(make()) - 1));
    return place;
  }
}
