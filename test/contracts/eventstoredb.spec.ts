import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreDbEventStore } from '../../src/adapters/eventstoredb/eventstoredb-event-store.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { newUuid } from '../../src/kernel/ids.ts';
import { follow, newEvent, newEvents, newStream, outcomes, type Opened } from '../support/contract-tools.ts';
import { given } from '../support/given-servers.ts';
import { RecordingLog } from '../support/kernel.ts';
import { until } from '../support/until.ts';
import { EventStoreDbServer } from '../support/eventstoredb/server.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { eventSubscribeContract } from './event-subscribe.contract.ts';

const bulky = (count: number) => Array.from({ length: count }, () => newEvent({ text: 'x'.repeat(300) }));
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The official client against a server of the tests' own, or the one that the environment names. */
async function onServer(): Promise<Opened<EventStoreDbEventStore>> {
  const server = given('EVENTSTORE_URL') ?? (await EventStoreDbServer.start());
  const prefix = `${newUuid()}.`;
  const open = () => new EventStoreDbEventStore({ url: server.url, prefix, log: silent });
  const opened: Opened<EventStoreDbEventStore> = {
    store: open(),
    reopen: async () => {
      await opened.store.close();
      return (opened.store = open());
    },
    close: async () => {
      await opened.store.close();
      await server.stop();
    },
  };
  return opened;
}

eventStoreContract('EventStoreDbEventStore', onServer);
eventSubscribeContract('EventStoreDbEventStore', onServer);

describe('EventStoreDB, when things go wrong', () => {
  let server: EventStoreDbServer;
  let store: EventStoreDbEventStore;
  let stream: string;

  beforeEach(async () => {
    server = await EventStoreDbServer.start();
    store = new EventStoreDbEventStore({ url: server.url, log: silent, patienceMs: 300 });
    stream = newStream();
  });

  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('settles an append whose answer never comes by reading the stream', async () => {
    server.trouble.silent = true;
    const [a, b] = newEvents(2);
    expect(await store.append(stream, [a!], 'none')).toMatchObject({ revision: 0 });
    expect(await store.append(stream, [b!], 0)).toMatchObject({ revision: 1 });
    expect(await store.read(stream)).toHaveLength(2);
  });

  it('says so where a server that is away has stored nothing, and works again when it is back', async () => {
    await store.append(stream, newEvents(1), 'none');
    await server.stop();
    await expect(store.append(stream, newEvents(1), 0)).rejects.toMatchObject({ status: 503 });
    await expect(store.read(stream)).rejects.toMatchObject({ status: 503 });
    await expect(store.check()).rejects.toMatchObject({ status: 503 });
    await server.listen();
    await until(async () => (await outcomes([store.check()])).won.length === 1);
    expect(await store.append(stream, newEvents(1), 0)).toMatchObject({ revision: 1 });
  });

  it('takes no read for whole that was given up with another', async () => {
    await store.append(stream, newEvents(2), 'none');
    server.trouble.hanging = true;
    const late = store.read(stream);
    await pause(150);
    const reads = [store.read(stream), store.last(stream), store.end()];
    for (const { status, reason } of (await Promise.allSettled([late, ...reads])) as PromiseRejectedResult[])
      expect([status, (reason as { status?: number }).status]).toEqual(['rejected', 503]);
    server.trouble.hanging = false;
    expect(await store.read(stream)).toHaveLength(2);
  });

  it('knows no event at a position of another server, and says so where this one is away', async () => {
    const { position } = await store.append(stream, newEvents(1), 'none');
    const never = `${'1'.padStart(20, '0')}${'1'.padStart(20, '0')}`;
    expect(await store.at(never)).toBeUndefined();
    expect(await store.at('9'.repeat(40))).toBeUndefined();
    expect((await store.at(position!))!.stream).toBe(stream);
    await server.stop();
    await expect(store.at(never)).rejects.toMatchObject({ status: 503 });
  });

  it('breaks off appends in mid-flight without losing or doubling one', async () => {
    const appends = newEvents(60).map((event, n) => {
      if (n % 20 === 10) setTimeout(() => server.drop(), n);
      return store.append(`${stream}_${n}`, [event], 'none');
    });
    const { lost } = await outcomes(appends);
    expect(lost.every((error) => (error as { status?: number }).status === 503)).toBe(true);
    const stored = server.log.all.map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBeGreaterThanOrEqual(60 - lost.length);
  });

  it('does without positions in answers', async () => {
    server.trouble.withoutPosition = true;
    expect(await store.append(stream, newEvents(1), 'none')).toEqual({ revision: 0, position: undefined });
    expect(await store.end()).toBe((await store.last(stream))!.position);
  });

  it.each([
    ['a clean shutdown', status.UNKNOWN],
    ['a node that is killed', status.UNAVAILABLE],
    ['a reader that is called too slow', status.ABORTED],
  ])('goes on reading where it was after %s', async (_what, code) => {
    const after = await store.end();
    const reading = follow(store, after, new Set([stream]), ({ length }) => length === 60);
    for (let n = 0; n < 60; n++) {
      await store.append(stream, newEvents(1), n === 0 ? 'none' : n - 1).catch(() => undefined);
      if (n % 20 === 10) server.drop(code);
      while ((await store.last(stream))?.revision !== n)
        await store.append(stream, newEvents(1), n === 0 ? 'none' : n - 1).catch(() => undefined);
    }
    expect((await reading).map(({ revision }) => revision)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('goes on reading where a subscription falls silent', async () => {
    const watchful = new EventStoreDbEventStore({ url: server.url, log: silent, silentMs: 50 });
    const reading = follow(watchful, await store.end(), new Set([stream]), ({ length }) => length === 3);
    await store.append(stream, newEvents(1), 'none');
    server.trouble.mute = true;
    await store.append(stream, newEvents(1), 0);
    server.trouble.mute = false;
    await store.append(stream, newEvents(1), 1);
    expect((await reading).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    await watchful.close();
  });

  it('waits for a server that looks long through what others have written', async () => {
    for (let n = 0; n < 10; n++) await store.append(newStream(), newEvents(64), 'none');
    server.trouble.searching = 15;
    const log = new RecordingLog();
    const ours = new EventStoreDbEventStore({ url: server.url, prefix: 'ours.', log, silentMs: 50 });
    await ours.append(stream, newEvents(1), 'none');
    expect(await follow(ours, undefined, new Set([stream]), ({ length }) => length === 1)).toHaveLength(1);
    expect(log.lines).toEqual([]);
    await ours.close();
  });

  it('goes on reading where the reader was so slow that the server ended it', async () => {
    const all = 4_000;
    const log = new RecordingLog();
    const patient = new EventStoreDbEventStore({ url: server.url, log });
    const everything = () => until(() => server.log.all.length === all);
    const reading = follow(patient, undefined, new Set([stream]), ({ length }) => length === all, everything);
    for (let n = 0; n < all; n += 10) await store.append(stream, bulky(10), n === 0 ? 'none' : n - 1);
    expect((await reading).map(({ revision }) => revision)).toEqual(Array.from({ length: all }, (_, n) => n));
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
    await patient.close();
  });

  it('goes on reading after the server was away', async () => {
    const reading = follow(store, undefined, new Set([stream]), ({ length }) => length === 2);
    await store.append(stream, newEvents(1), 'none');
    await server.stop();
    await server.listen();
    await until(async () => (await outcomes([store.check()])).won.length === 1);
    await store.append(stream, newEvents(1), 0);
    expect(await reading).toHaveLength(2);
  });

  it('keeps logs apart that share a server', async () => {
    const other = new EventStoreDbEventStore({ url: server.url, prefix: 'other.', log: silent });
    await store.append(stream, newEvents(1), 'none');
    await other.append(stream, newEvents(2), 'none');
    expect(await other.read(stream)).toHaveLength(2);
    expect(await follow(other, undefined, new Set([stream]), ({ length }) => length === 2)).toHaveLength(2);
    expect(await store.read(stream)).toHaveLength(1);
    await other.close();
  });
});
