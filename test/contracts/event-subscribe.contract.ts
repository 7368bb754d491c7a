import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { WrongExpectedRevision } from '../../src/kernel/errors.ts';
import {
  BATCH_SIZE,
  type EventStore,
  type NewStoredEvent,
  type StoredEvent,
} from '../../src/kernel/ports/event-store.ts';
import { follow, newEvent, newEvents, newStream, Random, type Opened } from '../support/contract-tools.ts';
import { until } from '../support/until.ts';

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** What every event store must deliver to subscribers. */
export function eventSubscribeContract(name: string, open: () => Promise<Opened<EventStore>>): void {
  describe(`${name} shows its log to subscribers`, () => {
    let opened: Opened<EventStore>;
    let store: EventStore;
    let stream: string;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      stream = newStream();
    });

    afterEach(() => opened.close());

    it('delivers past events, then new ones, in batches of what is available', async () => {
      const after = await store.end();
      await store.append(stream, newEvents(700), 'none');
      const sizes: number[] = [];
      const seen = follow(
        store,
        after,
        new Set([stream]),
        (events) => events.length === 702,
        async (batch) => void sizes.push(batch.length),
      );
      await until(() => sizes.reduce((sum, size) => sum + size, 0) >= 700, 'the past to be read');
      await store.append(stream, [newEvent()], 699);
      await pause(20);
      await store.append(stream, [newEvent()], 700);
      expect(await seen).toEqual(await store.read(stream));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(BATCH_SIZE);
    });

    it('begins with the first event of the log if no position is given', async () => {
      await store.append(stream, newEvents(2), 'none');
      for await (const batch of store.subscribe(undefined, new AbortController().signal)) {
        const first = batch[0]!;
        expect(first.revision).toBe(0);
        expect(first.position <= (await store.read(stream))[0]!.position).toBe(true);
        break;
      }
    });

    it('begins after its position', async () => {
      await store.append(stream, newEvents(5), 'none');
      const events = await store.read(stream);
      const seen = await follow(store, events[2]!.position, new Set([stream]), ({ length }) => length === 2);
      expect(seen).toEqual(events.slice(3));
    });

    it('delivers events as stored, whatever happens to the appended objects or is sent again', async () => {
      const after = await store.end();
      const data: Record<string, unknown> = { kept: [1], gone: undefined, when: new Date(0) };
      const event = newEvent(data);
      const appending = store.append(stream, [event], 'none');
      data['added'] = true;
      await appending;
      await store.append(stream, [{ ...event, data: { other: true } }], 'none');
      const seen = await follow(store, after, new Set([stream]), ({ length }) => length === 1);
      expect(seen.map((one) => JSON.stringify(one.data))).toEqual(['{"kept":[1],"when":"1970-01-01T00:00:00.000Z"}']);
      expect(seen).toEqual(await store.read(stream));
    });

    it('is not delayed by an append that is answered again after a restart', async () => {
      const events = newEvents(2);
      await store.append(stream, events, 'none');
      const position = (await store.last(stream))!.position;
      await store.append(stream, newEvents(3), 1);
      store = await opened.reopen();
      await store.append(stream, [{ ...events[0]!, data: { other: true } }, events[1]!], 'none');
      const stored = await store.read(stream);
      expect(await follow(store, position, new Set([stream]), ({ length }) => length === 3)).toEqual(stored.slice(2));
      expect(await follow(store, stored[0]!.position, new Set([stream]), ({ length }) => length === 4)).toEqual(
        stored.slice(1),
      );
    });

    it('delivers every event of the wanted types once, and shows how far it has read past others', async () => {
      const after = await store.end();
      const append = async (events: NewStoredEvent[], expected: number | 'none') => {
        await store.append(stream, events, expected);
        return (await store.last(stream))!.position;
      };
      const ofType = (type: string, count: number) => newEvents(count).map((event) => ({ ...event, type }));
      await append([...ofType('OtherHappened', 600), ...ofType('ThingHappened', 100)], 'none');
      let target = await append([...ofType('ThingHappened', 500), ...ofType('OtherHappened', 300)], 699);
      store = await opened.reopen();
      const reading = new AbortController();
      const seen: StoredEvent[] = [];
      const read = async () => {
        for await (const batch of store.subscribe(after, reading.signal, new Set(['ThingHappened']))) {
          expect(batch.length).toBeLessThanOrEqual(BATCH_SIZE);
          seen.push(...batch);
        }
      };
      const reads = read();
      const hasReached = () => (seen.at(-1)?.position ?? '') >= target;
      await until(hasReached, 'the past to be read');
      target = await append(ofType('OtherHappened', 3), 1_499);
      await until(hasReached, 'the end to be shown, although no event is wanted');
      target = await append([...ofType('OtherHappened', 1), ...ofType('ThingHappened', 2)], 1_502);
      await until(hasReached, 'the new events to be read');
      reading.abort();
      await reads;
      const wanted = (events: readonly StoredEvent[]) =>
        events.filter((event) => event.stream === stream && event.type === 'ThingHappened');
      expect(wanted(seen)).toEqual(wanted(await store.read(stream)));
      expect(seen.map(({ position }) => position)).toEqual([...seen.map(({ position }) => position)].sort());
    });

    it('ends when aborted before it begins, while it waits or between batches', async () => {
      await store.append(stream, newEvents(BATCH_SIZE + 100), 'none');
      const end = await store.end();
      const before = (await store.read(stream))[0]!.position;
      expect(await count(store, end, AbortSignal.abort())).toBe(0);
      expect(await count(store, end, AbortSignal.timeout(50))).toBe(0);
      const reading = new AbortController();
      expect(await count(store, before, reading.signal, () => reading.abort())).toBe(1);
    });

    it('delivers every event once and in order to a slow subscriber across restarts', async () => {
      const streams = [newStream(), newStream(), newStream()];
      let after = await store.end();
      const seen: StoredEvent[] = [];
      for (let round = 0; round < 4; round++) {
        const writing = Promise.all(
          streams.map(async (one) => {
            for (let n = round * 40; n < (round + 1) * 40; n++)
              await store.append(one, [newEvent()], n === 0 ? 'none' : n - 1);
          }),
        );
        const target = seen.length + 50;
        const some = await follow(
          store,
          after,
          new Set(streams),
          ({ length }) => seen.length + length >= target,
          () => pause(3),
        );
        seen.push(...some);
        after = seen.at(-1)!.position;
        await writing;
        store = await opened.reopen();
      }
      seen.push(...(await follow(store, after, new Set(streams), ({ length }) => seen.length + length === 480)));
      expect(new Set(ids(seen)).size).toBe(480);
      expect(seen.map(({ position }) => position)).toEqual(seen.map(({ position }) => position).sort());
      for (const one of streams) expect(seen.filter((event) => event.stream === one)).toEqual(await store.read(one));
    });

    it.each([1, 20_260_301])(
      'keeps its order under four writers with 40 random appends each (seed %d)',
      async (seed) => {
        const random = new Random(seed);
        const streams = Array.from({ length: 9 }, newStream);
        const after = await store.end();
        const acknowledged = new Map<string, number>();
        let over = false;
        const done = (events: readonly StoredEvent[]) => over && events.length === acknowledged.size;
        const fast = follow(store, after, new Set(streams), done);
        const slow = follow(store, after, new Set(streams), done, () => pause(4));
        await Promise.all(Array.from({ length: 4 }, () => writer(store, streams, random, acknowledged)));
        const late = follow(store, after, new Set(streams), (events) => events.length === acknowledged.size);
        over = true;
        // One more event, so that subscribers who have seen everything check again.
        await store.append(newStream(), [newEvent()], 'none');
        const [first, ...others] = await Promise.all([fast, slow, late]);
        for (const other of others) expect(other).toEqual(first);
        expect(new Map(first.map(({ id, revision }) => [id, revision]))).toEqual(acknowledged);
        for (const one of streams) {
          const events = await store.read(one);
          expect(events).toEqual(first.filter((event) => event.stream === one));
          expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
        }
      },
    );
  });
}

async function count(
  store: EventStore,
  after: string | undefined,
  signal: AbortSignal,
  perBatch = () => {},
): Promise<number> {
  let batches = 0;
  for await (const batch of store.subscribe(after, signal)) {
    expect(batch.length).toBeGreaterThan(0);
    batches++;
    perBatch();
  }
  return batches;
}

/** 40 appends at the revision that the writer believes is current; some are sent twice, some after another writer's. */
async function writer(
  store: EventStore,
  streams: string[],
  random: Random,
  acknowledged: Map<string, number>,
): Promise<void> {
  for (let done = 0; done < 40;) {
    const stream = random.pick(streams);
    const expected = (await store.last(stream))?.revision ?? 'none';
    if (random.int(4) === 0) await pause(random.int(3));
    const events = newEvents(1 + random.int(5));
    try {
      const { revision } = await store.append(stream, events, expected);
      if (random.int(5) === 0) expect((await store.append(stream, events, expected)).revision).toBe(revision);
      events.forEach(({ id }, n) => acknowledged.set(id, revision - events.length + 1 + n));
      done++;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}
