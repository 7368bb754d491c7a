import { describe, expect, it, jest } from '@jest/globals';
import { usageEventId } from '../../../src/features/billing/usage/usage-ids.rules.ts';
import { UsageLog } from '../../../src/features/billing/usage/usage-log.service.ts';
import { UsageRecounts } from '../../../src/features/billing/usage/voids/usage-recounts.service.ts';
import { VoidUsageHandler } from '../../../src/features/billing/usage/voids/usage-voids.handlers.ts';
import { customerMeterId } from '../../../src/features/billing/customer-meters/customer-meter.projection.ts';
import { UsageWindows } from '../../../src/features/billing/usage/usage-windows.service.ts';
import { LongWork } from '../../../src/kernel/coordination/long-work.ts';
import type { TooManyRequests } from '../../../src/kernel/errors.ts';

const INGEST = '01a226a4-d5d8-7002-b618-c87735e96000';
const OTHER = '01a226a4-d5d8-7002-b618-c87735e97000';
const METERS = Array.from({ length: 50 }, (_, n) => ({ meterId: `m${n}`, revision: 1, func: 'max' as const }));
const CHUNKS = 40;
const IN_CHUNK = 25;

/** A call of a thousand events that fifty meters count, in forty chunks, of two owners by turns; the sixteenth event of its stream splits it. */
const stream = Array.from({ length: CHUNKS + 1 }, (_, revision) => {
  if (revision === 15) return { type: 'UsageIngestSplit', revision, position: '15', data: { ingestId: INGEST } };
  const first = (revision > 15 ? revision - 1 : revision) * IN_CHUNK;
  const owners = ['c0', 'c1'].map((customerId, owner) => ({
    ...{ customerId, externalKey: null, externalId: null },
    details: Array.from({ length: IN_CHUNK }, (_, n) => first + n)
      .filter((place) => place % 2 === owner)
      .map((n) => ({ metadata: { n } })),
  }));
  const events = Array.from({ length: IN_CHUNK }, (_, n) => {
    const measures = METERS.map((_, meter) => [meter, first + n]);
    return { name: 'call', at: '2026-01-31T08:00:00.000Z', owner: (first + n) % 2, measures };
  });
  const data = { organizationId: 'o1', ingestId: INGEST, first, meters: METERS, owners, events };
  return { type: 'UsageIngested', revision, position: String(revision).padStart(3, '0'), data };
});

let [read, opened, looks] = [0, 0, 0];
/** Each look at the clock is a millisecond's work. */
const work = new LongWork({ now: () => looks++, later: (then) => void setImmediate(then) });
const store = {
  read: async (name: string, from: number, limit: number) => {
    const found = name === `ingest-${INGEST}` ? stream.slice(from, from + limit) : [];
    read += found.length;
    return found;
  },
};
const codec = {
  open: async (stored: unknown[]) => {
    opened += stored.length;
    return stored;
  },
};
const log = new UsageLog(codec as never, store as never, work);

function begin(): void {
  [read, opened, looks] = [0, 0, 0];
}

describe('an event of a call with a thousand', () => {
  it.each([0, 24, 25, 374, 375, 500, 998, 999])('is found at place %s by opening its chunk alone', async (place) => {
    begin();
    const found = await log.get(usageEventId(INGEST, place), { organizationIds: ['o1'] });
    expect(found).toMatchObject({ metadata: { n: place }, ownerKey: `c${place % 2}` });
    expect([found!.measures.length, found!.measures[49]]).toEqual([50, { ...METERS[49], value: place }]);
    expect(opened).toBe(1);
    expect(read).toBeLessThanOrEqual(8);
  });

  it('does not exist beyond the last one, in another call, or for another organization', async () => {
    const of = (id: string, organizationId: string) => log.get(id, { organizationIds: [organizationId] });
    expect(await of(usageEventId(INGEST, 1_000), 'o1')).toBeUndefined();
    expect(await of(usageEventId(OTHER, 3), 'o1')).toBeUndefined();
    expect(await of(usageEventId(INGEST, 3), 'o2')).toBeUndefined();
  });
});

describe('what is left without a voided event', () => {
  const eventId = usageEventId(INGEST, 999);
  const recount = { event_id: eventId, after: null, min: null, max: null };
  const chunks = stream
    .filter(({ type }) => type === 'UsageIngested')
    .map(({ revision, position }) => ({
      ...{ id: position, ingest_id: INGEST, revision, position, owners: [['c0', 13] as const, ['c1', 12] as const] },
      ...{ first_at: '2026-01-31T08:00:00.000Z', last_at: '2026-01-31T08:00:00.000Z' },
    }));
  const documents = {
    getMany: async (projection: { name: string }, ids: string[]) => {
      if (projection.name === 'customer_meters')
        return new Map(
          METERS.map(({ meterId, revision }) => [
            customerMeterId(meterId, 'c1'),
            { measured: [{ revision, recount }], closed: [] },
          ]),
        );
      if (projection.name === 'usage_voids')
        return new Map(ids.includes(eventId) ? [[eventId, { position: '1' }]] : []);
      return new Map(ids.map((id) => [id, { recounts: [{ ...recount, hour: 8 }] }]));
    },
    inOrder: async function* () {
      yield chunks;
    },
  };
  const windows = new UsageWindows(documents as never, log, {} as never, work);
  const recounts = new UsageRecounts(documents as never, windows, work);
  const voided = {
    position: '999',
    data: {
      ...{
        organizationId: 'o1',
        eventId,
        at: '2026-01-31T08:00:00.000Z',
        owner: { customerId: 'c1', externalKey: null },
      },
      measures: METERS.map((meter) => ({ ...meter, value: 999, isTakenOff: true })),
    },
  };

  it('is read once for all meters, in turns of the event loop', async () => {
    begin();
    const turns = jest.spyOn(work, 'nextTurn');
    const measures = await recounts.measuresOf(voided as never);
    expect(measures).toEqual(
      METERS.map(({ meterId, revision }) => ({
        meterId,
        revision,
        period: { min: 1, max: 997 },
        hour: { own: { min: 1, max: 997 }, all: { min: 0, max: 998 } },
      })),
    );
    // Of the period, and of the hour.
    expect(opened).toBe(2 * CHUNKS);
    // Five looks are a turn's time: 1,500 events and 80 chunks are looked at.
    expect(turns.mock.calls.length).toBeGreaterThan(200);
    turns.mockRestore();
  });
});

describe('voids of one organization', () => {
  it('follow one another, and eight wait', async () => {
    let [running, most, appended] = [0, 0, 0];
    const executor = {
      append: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        [running, appended] = [running - 1, appended + 1];
        return 'appended';
      },
    };
    // Nothing is long here: all have come before the first has been appended.
    const never = new LongWork({ now: () => 0, later: () => undefined });
    const found = new UsageLog(codec as never, store as never, never);
    const meters = { measuringSince: async () => () => [] };
    const handler = new VoidUsageHandler(
      ...([executor, found, {}, meters, {}, never, store] as unknown as ConstructorParameters<typeof VoidUsageHandler>),
    );
    const command = {
      data: { eventId: usageEventId(INGEST, 7), reason: 'Wrong' },
      context: { scope: { organizationIds: ['o1'] } },
      with: () => command,
    };
    const ended = await Promise.allSettled(Array.from({ length: 12 }, () => handler.execute(command as never)));
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as TooManyRequests] : []));
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(Array(3).fill([429, 1]));
    expect([most, appended]).toEqual([1, 9]);
  });
});
