import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/adapters/sqlite/database.ts';
import { FolderLock } from '../../src/adapters/sqlite/folder-lock.ts';
import { SqliteEventStore } from '../../src/adapters/sqlite/sqlite-event-store.ts';
import type { NewStoredEvent } from '../../src/kernel/ports/event-store.ts';
import { newEvent, newStream, Random } from '../support/contract-tools.ts';
import { EventStoreDbServer } from '../support/eventstoredb/server.ts';
import { operate } from '../support/operator.ts';
import { buildIfMissing } from '../support/program.ts';
import { until } from '../support/until.ts';

const CLI = join(import.meta.dirname, '../../dist/server/cli.js');
const root = mkdtempSync(join(tmpdir(), 'tillbook-log-copy-'));
let folders = 0;
const fresh = (name: string) => join(root, `${++folders}-${name}`);

let server: EventStoreDbServer;

beforeEach(async () => {
  server = await EventStoreDbServer.start();
});
afterEach(() => server.stop());
afterAll(() => rmSync(root, { recursive: true }));

const copy = (from: string, to: string) => operate(fresh('no-data'), ['log', 'copy', '--from', from, '--to', to]);

async function copied(from: string, to: string): Promise<string> {
  const { code, output } = await copy(from, to);
  if (code !== 0) throw new Error(output);
  return output;
}

/** The events of a data folder's log as text, in log order. */
function rowsOf(folder: string): unknown[] {
  const log = new Database(join(folder, 'log.db'), 'FULL', { readOnly: true });
  const rows = log.prepare('SELECT stream, revision, id, type, data, metadata FROM events ORDER BY sequence').all();
  log.close();
  return rows;
}

/** Likewise a server's, by its stored bytes. */
function rowsOn({ log }: EventStoreDbServer): unknown[] {
  const ours = log.all.filter(({ stream }) => !stream.startsWith('$'));
  return ours.map(({ stream, revision, id, type, data, metadata }) => ({
    stream,
    revision,
    id,
    type,
    data: Buffer.from(data).toString('utf8'),
    metadata: Buffer.from(metadata).toString('utf8'),
  }));
}

/** Values that are easily lost in a copy. */
const odd: Record<string, unknown>[] = [
  { text: 'é ß 漢 🦊 \u2028 "quoted" \\ \n', empty: '', none: null, list: [], nested: { a: [{ b: 1 }] } },
  { big: 9_007_199_254_740_991, small: 1e-7, exponent: 1e21, negative: -0.5, b: true, '10': 'ten', '2': 'two' },
  { $sealed: ['user:1', 'bm9uY2U=', 'Y2lwaGVydGV4dA=='] },
  JSON.parse('{"__proto__": {"a": 1}, "constructor": "c"}') as Record<string, unknown>,
];

/** A log with this many events, in alternating streams, some with several in a row. */
async function filled(events: number, folder = fresh('source')): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const store = new SqliteEventStore(folder);
  const random = new Random(7);
  const heads = Array.from({ length: 40 }, () => ({ stream: newStream(), revision: -1 }));
  const appends: Promise<unknown>[] = [];
  for (let n = 0; n < events;) {
    const head = random.pick(heads);
    const some: NewStoredEvent[] = [];
    for (let left = 1 + random.int(3); left > 0 && n < events; left--, n++)
      some.push({ ...newEvent({ ...odd[n % odd.length], n }), type: `Thing${n % 5}` });
    appends.push(store.append(head.stream, some, head.revision < 0 ? 'none' : head.revision));
    head.revision += some.length;
  }
  await Promise.all(appends);
  await store.close();
  return folder;
}

describe('log copy', () => {
  it('copies ids, order, revisions, types, data and metadata, from a folder to EventStoreDB and back', async () => {
    const source = await filled(1_200);
    expect(await copied(source, server.url)).toContain('1200 events: 0 already present, 1200 copied');
    expect(rowsOn(server)).toEqual(rowsOf(source));
    const streams = (rowsOf(source) as { stream: string }[]).map(({ stream }) => stream);
    const runs = streams.filter((stream, n) => stream !== streams[n - 1]).length;
    expect(server.counted.appends).toBeGreaterThanOrEqual(runs);
    // A run that spans two pages counts as two.
    expect(server.counted.appends).toBeLessThan(runs + 10);
    const back = fresh('back');
    await copied(server.url, back);
    expect(rowsOf(back)).toEqual(rowsOf(source));
    expect(await copied(server.url, back)).toContain('1200 already present, 0 copied');
  });

  it('continues where it was killed, without duplicates', async () => {
    buildIfMissing();
    const source = await filled(1_200);
    const child = spawn(process.execPath, [CLI, 'log', 'copy', '--from', source, '--to', server.url], {
      env: { PATH: process.env.PATH, DATA_DIR: fresh('no-data') },
      stdio: 'ignore',
    });
    await until(() => server.log.all.length > 300, 'more than 300 events on the server');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { length } = server.log.all;
    expect(length).toBeLessThan(1_200);
    const output = await copied(source, server.url);
    expect(/(\d+) already present/.exec(output)![1]).toBe(
      String(server.log.all.length - Number(/(\d+) copied$/m.exec(output)![1])),
    );
    expect(rowsOn(server)).toEqual(rowsOf(source));
  });

  it('continues after the server was unavailable, and copies new events', async () => {
    const source = await filled(600);
    server.trouble.silent = true;
    const copying = copy(source, server.url);
    await until(() => server.log.all.length > 0, 'the first event on the server');
    server.drop();
    server.trouble.silent = false;
    await copying;
    await copied(source, server.url);
    const store = new SqliteEventStore(source);
    await store.append(newStream(), [newEvent(), newEvent()], 'none');
    await store.close();
    expect(await copied(source, server.url)).toContain('602 events: 600 already present, 2 copied');
    expect(rowsOn(server)).toEqual(rowsOf(source));
  });

  it("ignores the server's own events", async () => {
    const bytes = Buffer.from('{}');
    const own = { id: newEvent().id, type: '$statsCollected', contentType: 'application/json' };
    server.log.append('$stats-127.0.0.1:2113', [{ ...own, data: bytes, metadata: bytes }], 'none');
    const source = await filled(10);
    expect(await copied(source, server.url)).toContain('10 copied');
    const back = fresh('back');
    await copied(server.url, back);
    expect(rowsOf(back)).toEqual(rowsOf(source));
  });

  it('refuses a target that holds another log', async () => {
    const [source, other] = [await filled(50), await filled(20)];
    await copied(other, server.url);
    const foreign = await copy(source, server.url);
    expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('not a beginning of the source') });
    expect(server.log.all).toHaveLength(20);
    const store = new SqliteEventStore(other);
    const stream = newStream();
    await store.append(stream, [newEvent()], 'none');
    await store.close();
    const longer = await copy(server.url, other);
    expect(longer).toMatchObject({ code: 1, output: expect.stringContaining(`${stream}@0`) });
    const changed = fresh('changed');
    mkdirSync(changed);
    copyFileSync(join(other, 'log.db'), join(changed, 'log.db'));
    const log = new Database(join(changed, 'log.db'), 'FULL');
    await log.write(() => log.prepare(`UPDATE events SET data = '{"n":"forged"}' WHERE sequence = 7`).run());
    log.close();
    expect(await copy(other, changed)).toMatchObject({
      code: 1,
      output: expect.stringContaining('where the source has'),
    });
  });

  it('refuses a source that is not a log of this program', async () => {
    const bytes = Buffer.from('{}');
    const event = { id: newEvent().id, type: 'Shipped', contentType: 'application/json', data: bytes, metadata: bytes };
    server.log.append('shipment-1', [event], 'none');
    expect(await copy(server.url, fresh('back'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('shipment-1@0'),
    });
    const source = await filled(5);
    expect(await copy(source, server.url)).toMatchObject({ code: 1 });
    expect(server.log.all).toHaveLength(1);
  });

  it('explains its arguments, and refuses the folder of a running program', async () => {
    const source = await filled(5);
    expect(await copy(source, source)).toMatchObject({ code: 2 });
    expect(await copy(source, 'mongodb://127.0.0.1:9/x')).toMatchObject({
      code: 2,
      output: expect.stringContaining('esdb'),
    });
    expect(await copy(fresh('nothing'), server.url)).toMatchObject({
      code: 1,
      output: expect.stringContaining('no log'),
    });
    const taken = fresh('taken');
    const lock = FolderLock.take(taken);
    expect(await copy(source, taken)).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
    lock.release();
    await copied(source, taken);
    expect(rowsOf(taken)).toEqual(rowsOf(source));
  });
});
