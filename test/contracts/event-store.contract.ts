import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppendRefused, WrongExpectedRevision } from '../../src/kernel/errors.ts';
import {
  MAX_APPEND_BYTES,
  MAX_APPEND_EVENTS,
  MAX_EVENT_BYTES,
  type EventStore,
} from '../../src/kernel/ports/event-store.ts';
import { newEvent, newEvents, newStream, outcomes, type Opened } from '../support/contract-tools.ts';

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** What every event store must do. */
export function eventStoreContract(name: string, open: () => Promise<Opened<EventStore>>): void {
  describe(`${name} is an event store`, () => {
    let opened: Opened<EventStore>;
    let store: EventStore;
    let stream: string;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      stream = newStream();
    });

    afterEach(() => opened.close());

    describe('append and read', () => {
      it('returns events as they were appended, with stream, revision and position', async () => {
        const [a, b, c] = newEvents(3);
        const first = await store.append(stream, [a!, b!], 'none');
        const second = await store.append(stream, [c!], 1);
        const events = await store.read(stream);
        expect([first.revision, second.revision]).toEqual([1, 2]);
        expect(events).toEqual(
          [a, b, c].map((event, revision) => ({ ...event, stream, revision, position: expect.any(String) })),
        );
        expect(events[0]!.position < events[1]!.position && events[1]!.position < events[2]!.position).toBe(true);
        expect([events[1]!.position, events[2]!.position]).toEqual([
          first.position ?? events[1]!.position,
          second.position ?? events[2]!.position,
        ]);
      });

      it('reads from a revision, the last event, and the event at a position', async () => {
        await store.append(stream, newEvents(3), 'none');
        const events = await store.read(stream);
        expect(await store.read(stream, 1)).toEqual(events.slice(1));
        expect(await store.read(stream, 3)).toEqual([]);
        expect(await store.read(stream, 1, 1)).toEqual(events.slice(1, 2));
        expect(await store.read(stream, 1, 5)).toEqual(events.slice(1));
        expect(await store.last(stream)).toEqual(events[2]);
        expect(await store.at(events[1]!.position)).toEqual(events[1]);
        expect((await store.end())! >= events[2]!.position).toBe(true);
      });

      it('finds nothing in a missing stream, nor at a position of another log', async () => {
        expect(await store.read(stream)).toEqual([]);
        expect(await store.last(stream)).toBeUndefined();
        expect(await store.at('99999999999999999999')).toBeUndefined();
        expect(await store.at('elsewhere')).toBeUndefined();
      });

      it('reads a stream that is longer than a page', async () => {
        await store.append(stream, newEvents(700), 'none');
        await store.append(stream, newEvents(700), 699);
        const events = await store.read(stream);
        expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 1_400 }, (_, n) => n));
        expect(await store.read(stream, 100, 1_000)).toEqual(events.slice(100, 1_100));
      });

      it('keeps unicode, NUL, half a surrogate pair and quotes', async () => {
        const data = {
          'k\0"': 'a\0b',
          text: 'É é 漢 🎉 \' " \\ % \u2028',
          half: '\ud800',
          list: ['\0'],
          nested: { nil: null, no: false },
        };
        await store.append(stream, [newEvent(data)], 'none');
        store = await opened.reopen();
        expect((await store.last(stream))!.data).toEqual(data);
      });

      it('separates streams whose names share a prefix', async () => {
        await store.append(stream, [newEvent()], 'none');
        await store.append(`${stream}_2`, [newEvent()], 'none');
        expect(await store.read(stream)).toHaveLength(1);
      });
    });

    describe('the expected revision', () => {
      it.each(['none', 3] as const)('lets exactly one of eight racing writers win at %s', async (expected) => {
        if (expected !== 'none') await store.append(stream, newEvents(4), 'none');
        const { won, lost } = await outcomes(
          Array.from({ length: 8 }, () => store.append(stream, newEvents(2), expected)),
        );
        expect(won).toHaveLength(1);
        expect(lost.every((error) => error instanceof WrongExpectedRevision)).toBe(true);
        expect(await store.read(stream)).toHaveLength(expected === 'none' ? 2 : 6);
      });

      it.each([0, 5, 'none'] as const)('refuses %s when the stream is at 2', async (expected) => {
        await store.append(stream, newEvents(3), 'none');
        await expect(store.append(stream, [newEvent()], expected)).rejects.toThrow(WrongExpectedRevision);
        expect(await store.read(stream)).toHaveLength(3);
      });

      it('refuses a revision when the stream does not exist', async () => {
        await expect(store.append(stream, [newEvent()], 0)).rejects.toThrow(WrongExpectedRevision);
      });
    });

    describe('a repeated append', () => {
      it.each(['none', 1] as const)(
        'answers the same at %s and is stored once, also later and after a restart',
        async (expected) => {
          if (expected !== 'none') await store.append(stream, newEvents(2), 'none');
          const events = newEvents(3);
          const first = await store.append(stream, events, expected);
          expect(await store.append(stream, events, expected)).toEqual(first);
          await store.append(stream, [newEvent()], first.revision);
          store = await opened.reopen();
          expect(await store.append(stream, events, expected)).toEqual(first);
          expect(await store.read(stream)).toHaveLength(expected === 'none' ? 4 : 6);
        },
      );

      it('stores once when both arrive at the same time', async () => {
        const events = newEvents(2);
        const [a, b] = await Promise.all([store.append(stream, events, 'none'), store.append(stream, events, 'none')]);
        expect(a).toEqual(b);
        expect(await store.read(stream)).toHaveLength(2);
      });

      it('is refused when only some of the ids exist', async () => {
        const [a, b, c] = newEvents(3);
        await store.append(stream, [a!, b!], 'none');
        await expect(store.append(stream, [a!, b!, c!], 'none')).rejects.toThrow(WrongExpectedRevision);
        await expect(store.append(stream, [a!, c!], 'none')).rejects.toThrow(WrongExpectedRevision);
        await expect(store.append(stream, [c!, b!], 'none')).rejects.toThrow(WrongExpectedRevision);
        expect(ids(await store.read(stream))).toEqual(ids([a!, b!]));
      });
    });

    describe('limits', () => {
      const text = (bytes: number) => newEvent({ text: 'x'.repeat(bytes) });

      it('refuses an empty append', async () => {
        await expect(store.append(stream, [], 'none')).rejects.toThrow(AppendRefused);
      });

      it('accepts the largest number of events and refuses one more', async () => {
        await expect(store.append(stream, newEvents(MAX_APPEND_EVENTS + 1), 'none')).rejects.toThrow(AppendRefused);
        expect(await store.append(stream, newEvents(MAX_APPEND_EVENTS), 'none')).toMatchObject({
          revision: MAX_APPEND_EVENTS - 1,
        });
      });

      it('accepts an event just below the byte limit and refuses one above it', async () => {
        await expect(store.append(stream, [text(MAX_EVENT_BYTES)], 'none')).rejects.toThrow(AppendRefused);
        const letters = newEvent({ text: 'é'.repeat(MAX_EVENT_BYTES / 2) });
        await expect(store.append(stream, [letters], 'none')).rejects.toThrow(AppendRefused);
        expect(await store.append(stream, [text(MAX_EVENT_BYTES - 1_024)], 'none')).toMatchObject({ revision: 0 });
      });

      it('refuses an append above the byte limit as a whole', async () => {
        const large = Math.ceil(MAX_APPEND_BYTES / 60_000);
        const events = Array.from({ length: large }, () => text(60_000));
        await expect(store.append(stream, events, 'none')).rejects.toThrow(AppendRefused);
        expect(await store.read(stream)).toEqual([]);
        expect(await store.append(stream, events.slice(1), 'none')).toMatchObject({ revision: large - 2 });
      });

      it.each(['', 'thing', '-1', 'Thing-1', '$ce-thing', 'thing-a\0b', 'thing-a b'])(
        'refuses the stream name %j',
        async (odd) => {
          await expect(store.append(odd, [newEvent()], 'none')).rejects.toThrow(AppendRefused);
        },
      );
    });
  });
}
