import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreDbEventStore } from '../../src/adapters/eventstoredb/eventstoredb-event-store.ts';
import { isClientFault } from '../../src/adapters/eventstoredb/client-fault.ts';
import { openEventStore } from '../../src/installation/open-stores.ts';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newUuid } from '../../src/kernel/ids.ts';
import { following } from '../../src/kernel/coordination/following.ts';
import type { Position } from '../../src/kernel/ports/event-store.ts';
import { follow, newEvent, newEvents, newStream, outcomes, type Opened } from '../support/contract-tools.ts';
import { given } from '../support/given-servers.ts';
import { RecordingLog } from '../support/kernel.ts';
import { until } from '../support/until.ts';
import { EventStoreDbCluster } from '../support/eventstoredb/cluster.ts';
import { EventStoreDbServer, type Access } from '../support/eventstoredb/server.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { eventSubscribeContract } from './event-subscribe.contract.ts';

const bulky = (count: number) => Array.from({ length: count }, () => newEvent({ text: 'x'.repeat(300) }));
/** Short, but enough for an answer on a busy machine: a quarter of it is left to settle an append. */
const PATIENCE_MS = 1_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The official client against the tests' own server, or the one that the environment names. */
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
    store = new EventStoreDbEventStore({ url: server.url, log: silent, patienceMs: PATIENCE_MS });
    stream = newStream();
  });

  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('settles an append by reading the stream when the answer never arrives', async () => {
    server.trouble.silent = true;
    const [a, b] = newEvents(2);
    expect(await store.append(stream, [a!], 'none')).toMatchObject({ revision: 0 });
    expect(await store.append(stream, [b!], 0)).toMatchObject({ revision: 1 });
    expect(await store.read(stream)).toHaveLength(2);
  });

  it('fails for readers that begin again, once it is closed', async () => {
    await store.close();
    const again = following(store, undefined, new AbortController().signal)[Symbol.asyncIterator]();
    await expect(again.next()).rejects.toThrow('The log is closed');
  });

  it('reports an unavailable server, and works again when it is back', async () => {
    await store.append(stream, newEvents(1), 'none');
    await server.stop();
    await expect(store.append(stream, newEvents(1), 0)).rejects.toMatchObject({ status: 503 });
    await expect(store.read(stream)).rejects.toMatchObject({ status: 503 });
    await expect(store.check()).rejects.toMatchObject({ status: 503 });
    await server.listen();
    await until(async () => (await outcomes([store.check()])).won.length === 1, 'the log to be available again');
    expect(await store.append(stream, newEvents(1), 0)).toMatchObject({ revision: 1 });
  });

  it('does not accept a partial read that was aborted together with another', async () => {
    await store.append(stream, newEvents(2), 'none');
    server.trouble.hanging = true;
    const before = server.counted.reads;
    const late = outcomes([store.read(stream)]);
    await until(() => server.counted.reads > before, 'the first read to reach the server');
    const others = outcomes<unknown>([store.read(stream), store.last(stream), store.end()]);
    const refused = { status: 503 };
    expect((await late).lost).toMatchObject([refused]);
    expect((await others).lost).toMatchObject([refused, refused, refused]);
    server.trouble.hanging = false;
    expect(await store.read(stream)).toHaveLength(2);
  });

  it('retries on another connection when an aborted read has ended this one', async () => {
    await store.append(stream, newEvents(2), 'none');
    server.trouble.hanging = true;
    const late = outcomes([store.read(stream)]);
    await pause(PATIENCE_MS / 2);
    const read = store.read(stream);
    expect((await late).lost).toMatchObject([{ status: 503 }]);
    server.trouble.hanging = false;
    expect(await read).toHaveLength(2);
  });

  it('finds no event at a position of another server, and reports when its own is unavailable', async () => {
    const { position } = await store.append(stream, newEvents(1), 'none');
    const never = `${'1'.padStart(20, '0')}${'1'.padStart(20, '0')}`;
    expect(await store.at(never)).toBeUndefined();
    expect(await store.at('9'.repeat(40))).toBeUndefined();
    expect((await store.at(position!))!.stream).toBe(stream);
    await server.stop();
    await expect(store.at(never)).rejects.toMatchObject({ status: 503 });
  });

  it('loses and duplicates no append when appends are interrupted', async () => {
    let isOver = false;
    const appending = outcomes(newEvents(60).map((event, n) => store.append(`${stream}_${n}`, [event], 'none')));
    const dropping = [10, 30, 50].map(async (count) => {
      await until(() => server.log.all.length >= count || isOver, `${count} appends`, undefined, 1);
      server.drop();
    });
    const { lost } = await appending.finally(() => (isOver = true));
    await Promise.all(dropping);
    expect(lost.every((error) => (error as { status?: number }).status === 503)).toBe(true);
    const stored = server.log.all.map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBeGreaterThanOrEqual(60 - lost.length);
  });

  it('works without positions in answers', async () => {
    server.trouble.withoutPosition = true;
    expect(await store.append(stream, newEvents(1), 'none')).toEqual({ revision: 0, position: undefined });
    expect(await store.end()).toBe((await store.last(stream))!.position);
  });

  it.each([
    ['a clean shutdown', status.UNKNOWN],
    ['a node that is killed', status.UNAVAILABLE],
    ['a reader that is called too slow', status.ABORTED],
  ])('continues reading where it was after %s', async (_what, code) => {
    const after = await store.end();
    const reading = follow(store, after, new Set([stream]), ({ length }) => length === 60);
    for (let n = 0; n < 60; n++) {
      await store.append(stream, newEvents(1), n === 0 ? 'none' : n - 1).catch(() => undefined);
      if (n % 20 === 10) server.drop(code);
      const isStored = async () => {
        if ((await store.last(stream))?.revision === n) return true;
        await store.append(stream, newEvents(1), n === 0 ? 'none' : n - 1).catch(() => undefined);
        return false;
      };
      await until(isStored, `event ${n} to be stored`);
    }
    expect((await reading).map(({ revision }) => revision)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('continues reading after a subscription falls silent', async () => {
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

  it('has one subscription for all readers that have caught up, whenever they began', async () => {
    const { subscriptions } = server.counted;
    const revisions = async (count: number, after?: Position) => {
      const read = await follow(store, after, new Set([stream]), ({ length }) => length === count);
      return read.map(({ revision }) => revision);
    };
    const early = [revisions(4), revisions(4), revisions(4)];
    const { position } = await store.append(stream, newEvents(2), 'none');
    expect(await revisions(2)).toEqual([0, 1]);
    const late = [revisions(4), revisions(2, position)];
    await store.append(stream, newEvents(2), 1);
    for (const one of early) expect(await one).toEqual([0, 1, 2, 3]);
    expect(await Promise.all(late)).toEqual([
      [0, 1, 2, 3],
      [2, 3],
    ]);
    expect(server.counted.subscriptions - subscriptions).toBe(1);
  });

  it('waits for a server that takes long to filter the events of others', async () => {
    for (let n = 0; n < 10; n++) await store.append(newStream(), newEvents(64), 'none');
    // Twenty pauses, together longer than a silence may last, each far shorter.
    server.trouble.searching = 50;
    const silentMs = 800;
    const log = new RecordingLog();
    const ours = new EventStoreDbEventStore({ url: server.url, prefix: 'ours.', log, silentMs });
    await ours.append(stream, newEvents(1), 'none');
    expect(await follow(ours, undefined, new Set([stream]), ({ length }) => length === 1)).toHaveLength(1);
    expect(log.lines).toEqual([]);
    await ours.close();
  });

  it('continues reading after the server ended the subscription of a slow reader', async () => {
    const all = 3_200;
    const log = new RecordingLog();
    const patient = new EventStoreDbEventStore({ url: server.url, log });
    await store.append(stream, bulky(10), 'none');
    // What was there when it opened is read by a subscription of its own.
    await patient.open();
    const everything = () => until(() => server.log.all.length === all, 'every append to reach the server');
    const reading = follow(patient, undefined, new Set([stream]), ({ length }) => length === all, everything);
    for (let n = 10; n < all; n += 22) await store.append(stream, bulky(22), n - 1);
    expect((await reading).map(({ revision }) => revision)).toEqual(Array.from({ length: all }, (_, n) => n));
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
    await patient.close();
  });

  it('continues reading after the server was unavailable', async () => {
    const reading = follow(store, undefined, new Set([stream]), ({ length }) => length === 2);
    await store.append(stream, newEvents(1), 'none');
    await server.stop();
    await server.listen();
    await until(async () => (await outcomes([store.check()])).won.length === 1, 'the log to be available again');
    await store.append(stream, newEvents(1), 0);
    expect(await reading).toHaveLength(2);
  });

  it('separates logs that share a server', async () => {
    const other = new EventStoreDbEventStore({ url: server.url, prefix: 'other.', log: silent });
    await store.append(stream, newEvents(1), 'none');
    await other.append(stream, newEvents(2), 'none');
    expect(await other.read(stream)).toHaveLength(2);
    expect(await follow(other, undefined, new Set([stream]), ({ length }) => length === 2)).toHaveLength(2);
    expect(await store.read(stream)).toHaveLength(1);
    await other.close();
  });
});

describe('EventStoreDB, shared with other writers', () => {
  let server: EventStoreDbServer;
  let store: EventStoreDbEventStore;
  const bytes = Buffer.from('{}');
  const foreign = (count: number) => {
    const events = newEvents(count).map(({ id }) => ({ id, type: '$stats', contentType: 'application/json' }));
    server.log.append(
      '$stats-127.0.0.1:2113',
      events.map((event) => ({ ...event, data: bytes, metadata: bytes })),
      'any',
    );
  };
  const readBy = async (look: () => Promise<unknown>): Promise<number> => {
    const before = server.counted.eventsRead;
    await look();
    return server.counted.eventsRead - before;
  };

  beforeEach(async () => {
    server = await EventStoreDbServer.start();
    store = new EventStoreDbEventStore({ url: server.url, log: silent });
  });

  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('finds the end of the log from one event, and reads foreign events once', async () => {
    const { position } = await store.append(newStream(), newEvents(20), 'none');
    expect(await readBy(() => store.end())).toBe(1);
    foreign(3_000);
    const other = new EventStoreDbEventStore({ url: server.url, log: silent });
    const ends = () => Promise.all([other.end(), other.end(), other.end()]);
    expect(await readBy(async () => expect(await ends()).toEqual([position, position, position]))).toBeLessThan(3_600);
    expect(await readBy(() => other.end())).toBe(1);
    foreign(10);
    expect(await readBy(() => other.end())).toBeLessThan(30);
    expect(await readBy(async () => expect(await other.end()).toBe(position))).toBe(1);
    const next = await other.append(newStream(), newEvents(1), 'none');
    foreign(10);
    expect(await other.end()).toBe(next.position);
    await other.close();
  });

  it('finds that the log is empty, and reads foreign events once for that too', async () => {
    foreign(700);
    expect(await store.end()).toBeUndefined();
    expect(await readBy(() => store.end())).toBe(1);
  });
});

describe("EventStoreDB's client", () => {
  let server: EventStoreDbServer;
  beforeEach(async () => {
    server = await EventStoreDbServer.start();
  });
  afterEach(() => server.stop());

  it("accepts the answer to an append that arrives after another client's call broke", async () => {
    const [hasty, patient] = [PATIENCE_MS, 10_000].map(
      (patienceMs) => new EventStoreDbEventStore({ url: server.url, log: silent, patienceMs }),
    );
    let answer!: () => void;
    server.trouble.late = new Promise((resolve) => (answer = resolve));
    const [late, inTime] = [newStream(), newStream()];
    const appended = patient!.append(inTime, newEvents(1), 'none');
    expect(await hasty!.append(late, newEvents(1), 'none')).toMatchObject({ revision: 0 });
    await hasty!.close();
    answer();
    expect(await appended).toMatchObject({ revision: 0, position: (await patient!.last(inTime))!.position });
    await patient!.close();
  });

  it('is recognized by its own unhandled rejections only', async () => {
    const client = join(process.cwd(), 'node_modules/@eventstore/db-client/dist/Client/discovery.js');
    const failing = (...frames: string[]) =>
      Object.assign(new Error('Failed to discover after 10 attempts.'), {
        stack: ['Error: Failed to discover after 10 attempts.', ...frames.map((frame) => `    at ${frame}`)].join('\n'),
      });
    const grpc = join(process.cwd(), 'node_modules/@grpc/grpc-js/build/src/client.js');
    const ours = `EventStoreDbEventStore.end (${join(process.cwd(), 'dist/server/adapters/eventstoredb/log-end.js')}:9:1)`;
    const node = 'process.processTicksAndRejections (node:internal/process/task_queues:95:5)';
    expect(isClientFault(failing(`discoverEndpoint (${client}:60:11)`, node, `async ${ours}`))).toBe(true);
    expect(isClientFault(failing(`ServiceClientImpl.makeCall (${grpc}:1:1)`, node, `Client.x (${client}:1:1)`))).toBe(
      true,
    );
    expect(isClientFault(failing(ours, `Client.x (${client}:1:1)`))).toBe(false);
    expect(isClientFault(failing(`ServiceClientImpl.makeCall (${grpc}:1:1)`, node))).toBe(false);
    for (const other of [undefined, 'text', {}, new Error('ours')]) expect(isClientFault(other)).toBe(false);
  });
});

describe('EventStoreDB, a cluster', () => {
  let cluster: EventStoreDbCluster;
  let one: EventStoreDbServer;
  let two: EventStoreDbServer;
  let stores: EventStoreDbEventStore[];
  let stream: string;
  const open = (options: Partial<ConstructorParameters<typeof EventStoreDbEventStore>[0]> = {}) => {
    const store = new EventStoreDbEventStore({ url: cluster.url, log: silent, ...options });
    stores.push(store);
    return store;
  };

  beforeEach(async () => {
    cluster = await EventStoreDbCluster.start(2);
    [one, two] = cluster.nodes as [EventStoreDbServer, EventStoreDbServer];
    stores = [];
    stream = newStream();
  });

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await cluster.stop();
  });

  it('reads and appends at the leader, after an election and when only a follower names it', async () => {
    const [reader, writer, named] = [open(), open(), open({ url: two.url })];
    await reader.append(stream, newEvents(1), 'none');
    await named.append(newStream(), newEvents(1), 'none');
    expect(two.counted.appends).toBe(1);
    expect(two.log.all).toHaveLength(one.log.all.length);
    cluster.elect(two);
    cluster.lagging.add(one);
    const { position } = await writer.append(stream, newEvents(1), 0);
    expect(await reader.read(stream)).toHaveLength(2);
    expect(await reader.end()).toBe(position);
    expect(await reader.last(stream)).toMatchObject({ revision: 1 });
    expect(await reader.at(position!)).toMatchObject({ revision: 1 });
    expect(await named.append(stream, newEvents(1), 1)).toMatchObject({ revision: 2 });
    expect(one.log.all).toHaveLength(2);
  });

  /** Node one was frozen while two was elected and wrote more; one thaws without knowing it. */
  async function thawDeposedLeader(): Promise<void> {
    const thaw = one.freeze();
    cluster.elect(two);
    cluster.lagging.add(one);
    const writer = open({ url: two.url });
    await writer.append(stream, newEvents(1), 'none');
    thaw();
  }

  it.each(['read', 'last', 'at', 'end'] as const)(
    'finds by %s what the read models show, although a frozen leader still believes it leads',
    async (how) => {
      const last = () => two.log.all.at(-1)!.position;
      const position = () => `${last()}`.padStart(20, '0').repeat(2);
      const reader = open({ readModels: () => Promise.resolve(position()) });
      await reader.append(newStream(), newEvents(1), 'none');
      await thawDeposedLeader();
      const before = one.counted.reads;
      if (how !== 'at') await reader.refresh();
      const reading = { read: () => reader.read(stream), last: () => reader.last(stream), end: () => reader.end() };
      const found = how === 'at' ? reader.at(position()) : reading[how]();
      await until(() => one.counted.reads > before + 4, 'more reads from the first node');
      cluster.rejoin(one);
      expect(await found).toEqual(
        { read: [expect.anything()], last: expect.anything(), at: expect.anything(), end: position() }[how],
      );
    },
  );

  it('finds events that it has seen when the only reachable node lost leadership without noticing', async () => {
    await one.stop();
    cluster.elect(two);
    cluster.lagging.add(one);
    const reader = open();
    await reader.append(stream, newEvents(1), 'none');
    await one.listen();
    one.cluster = { leader: one, members: cluster.nodes };
    await two.stop();
    await outcomes([reader.read(stream)]);
    const found = reader.read(stream);
    await until(() => one.counted.reads > 4, 'more reads from the first node');
    await two.listen();
    cluster.rejoin(one);
    expect(await found).toHaveLength(1);
  });

  it('answers 503 when no log reaches as far as this process has read', async () => {
    const log = new RecordingLog();
    const reader = open({ url: one.url, patienceMs: PATIENCE_MS, log });
    await reader.append(stream, newEvents(1), 'none');
    one.trouble.hanging = true;
    const cut = outcomes([reader.read(stream)]);
    await until(() => one.counted.reads > 0, 'more reads from the first node');
    await one.stop();
    one.trouble.hanging = false;
    one.log.remove(0, Infinity);
    await one.listen();
    expect((await cut).lost).toMatchObject([{ status: 503 }]);
    await expect(reader.read(stream)).rejects.toMatchObject({ status: 503 });
    await expect(reader.end()).rejects.toMatchObject({ status: 503 });
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
  });

  it('recognizes a log that was restored from before the checkpoint of the read models', async () => {
    const ahead = '9'.repeat(40);
    const log = new RecordingLog();
    const reader = open({ patienceMs: PATIENCE_MS, log, readModels: () => Promise.resolve(ahead) });
    await reader.refresh();
    expect(await reader.read(stream)).toEqual([]);
    await reader.refresh();
    const before = one.counted.reads;
    expect(await reader.read(stream)).toEqual([]);
    expect(await reader.at(ahead)).toBeUndefined();
    expect(one.counted.reads - before).toBeLessThan(5);
    expect(log.lines.filter(({ message }) => message.includes('restored'))).toHaveLength(1);
  });

  it('answers 503 while no node can be found, and continues once one is found', async () => {
    const reader = open({ url: `${cluster.url}&maxDiscoverAttempts=2`, patienceMs: 2_000 });
    await reader.append(stream, newEvents(1), 'none');
    for (const node of cluster.nodes) node.trouble.hidden = true;
    for (const node of cluster.nodes) await node.stop();
    await expect(reader.read(stream)).rejects.toMatchObject({ status: 503 });
    for (const node of cluster.nodes) await node.listen();
    await expect(reader.read(stream)).rejects.toMatchObject({ status: 503 });
    for (const node of cluster.nodes) node.trouble.hidden = false;
    expect(await reader.read(stream)).toHaveLength(1);
  });
});

describe('the URL of EventStoreDB', () => {
  const certificate = join(import.meta.dirname, '../support/eventstoredb/tls/node.crt');
  const tls = { certificate, key: certificate.replace('.crt', '.key') };
  const users = { admin: { password: 'p@ss:word', isAdmin: true }, till: { password: 'till', isAdmin: false } };
  const secure: Access = { tls, users };
  let server: EventStoreDbServer | undefined;
  afterEach(() => server?.stop());

  const ca = `tls=true&tlsCAFile=${encodeURIComponent(certificate)}`;
  const ADMIN = 'admin:p%40ss%3Aword';

  it('connects to a server with TLS by user, password and the certificate of a CA', async () => {
    server = await EventStoreDbServer.start(secure);
    const store = await openEventStore(`esdb://${ADMIN}@127.0.0.1:${server.port}?${ca}`, silent);
    const stream = newStream();
    expect(await store.append(stream, newEvents(2), 'none')).toMatchObject({ revision: 1 });
    expect(await store.read(stream)).toHaveLength(2);
    expect(await follow(store, undefined, new Set([stream]), ({ length }) => length === 2)).toHaveLength(2);
    await store.close();
    expect(server.counted).toMatchObject({ appends: 1, batchAppends: 0 });
  });

  it.each<[string, Access, string, string]>([
    ['a wrong password', secure, `esdb://admin:wrong@HOST?${ca}`, 'refuses the user or the password'],
    ['an unknown user', secure, `esdb://who:wrong@HOST?${ca}`, 'refuses the user or the password'],
    ['no user with TLS', secure, `esdb://HOST?${ca}`, 'names no user'],
    ['no user where one is wanted', { users }, 'esdb://HOST?tls=false', 'wants a user: name one in its URL'],
    ['a user who may not read $all', secure, `esdb://till:till@HOST?${ca}`, 'add the user to $admins'],
    ['an untrusted certificate', secure, `esdb://${ADMIN}@HOST?tls=true`, 'tlsCAFile=/path/ca.crt'],
    ['a cluster with an untrusted certificate', secure, `esdb://${ADMIN}@HOST,HOST?tls=true`, 'tlsCAFile=/path/ca.crt'],
    ['tls=false towards TLS', secure, `esdb://${ADMIN}@HOST?tls=false`, 'change tls=false to tls=true'],
    ['TLS towards none', {}, `esdb://${ADMIN}@HOST?tls=true`, 'speaks no TLS'],
    ['a host that the certificate is not for', secure, `esdb://${ADMIN}@localhost:PORT?${ca}`, 'is not for localhost'],
    ['a file that is not there', secure, `esdb://${ADMIN}@HOST?tlsCAFile=/no/ca.crt`, 'names no readable file'],
    ['a port where nothing listens', {}, 'esdb://127.0.0.1:1?tls=false', 'does not answer (ECONNREFUSED)'],
    ['an unknown host', {}, 'esdb://nowhere.invalid:2113?tls=false', 'is a name that is not known here'],
    ['a follower', {}, 'esdb://HOST?tls=false&nodePreference=follower', 'nodePreference=follower in the URL'],
    ['unchecked certificates', {}, 'esdb://u:p@HOST?tlsVerifyCert=false', 'name the certificate of your CA'],
    ['unreported failures', {}, 'esdb://HOST?tls=false&throwOnAppendFailure=false', 'is not possible'],
    ['an unknown option', {}, 'esdb://HOST?tls=false&follower=1', 'the option "follower", which is unknown'],
    ['an option without a value', {}, 'esdb://HOST?tls', 'the option "tls" without a value'],
    ['a word where a number belongs', {}, 'esdb://HOST?tls=false&gossipTimeout=soon', 'must be a whole number'],
    ['another word than true and false', {}, 'esdb://HOST?tls=no', 'must be true or false'],
    ['another scheme', {}, 'eventstore://HOST', 'is malformed'],
    ['a user without a password', {}, 'esdb://admin@HOST?tls=false', 'needs user:password'],
    ['a password that is not encoded', {}, 'esdb://admin:p@ss:word@HOST', 'Percent-encode'],
    ['a lone %', {}, 'esdb://admin:100%@HOST', 'write it as %25'],
    ['no port', {}, 'esdb://a:b:c', 'malformed at "a:b:c"'],
  ])('with %s is refused with a line that names what to change', async (_, access, url, line) => {
    server = await EventStoreDbServer.start(access);
    const named = url.replaceAll('HOST', `127.0.0.1:${server.port}`).replaceAll('PORT', String(server.port));
    const log = new RecordingLog();
    const problem = await openEventStore(named, log).then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    );
    expect(problem).toMatchObject({ code: 'ServiceUnavailable', message: expect.stringContaining(line) });
    expect(problem!.message).not.toMatch(/\n|wrong|p@ss|p%40ss/);
    expect(log.lines).toEqual([]);
  });
});
