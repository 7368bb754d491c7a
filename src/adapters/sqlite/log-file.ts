import type { EncodedEvent } from '../../kernel/writing/append-limits.ts';
import type { Database } from './database.ts';
import type { DatabaseFile } from './writer.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    sequence INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  )`;

const HEAD = 'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1';
const INSERT = 'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)';
const STORED = 'SELECT id, sequence FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?';

/** Where the last event of an append is. */
export interface Placed {
  revision: number;
  sequence: number;
  /** False if the events had been appended before. */
  stored: boolean;
}

/** @param expected revision of the stream's last event, -1 if it has none @returns undefined if it is another */
function append(db: Database, stream: string, events: readonly EncodedEvent[], expected: number): Placed | undefined {
  const head = (db.prepare(HEAD).get(stream) as { revision: number } | undefined)?.revision ?? -1;
  if (head !== expected) return storedBefore(db, stream, events, expected);
  const insert = db.prepare(INSERT);
  let sequence: number | bigint = 0;
  events.forEach(({ id, type, data, metadata }, index) => {
    sequence = insert.run(stream, expected + 1 + index, id, type, data, metadata).lastInsertRowid;
  });
  return { revision: expected + events.length, sequence: Number(sequence), stored: true };
}

/** Finds events that already follow the expected revision: the caller repeats an append whose response was lost. */
function storedBefore(
  db: Database,
  stream: string,
  events: readonly EncodedEvent[],
  expected: number,
): Placed | undefined {
  const found = db.prepare(STORED).all(stream, expected + 1, events.length) as { id: string; sequence: number }[];
  const isSame = found.length === events.length && found.every(({ id }, index) => id === events[index]!.id);
  if (!isSame) return undefined;
  return { revision: expected + events.length, sequence: found[found.length - 1]!.sequence, stored: false };
}

export const LOG_FILE = {
  name: 'log.db',
  synchronous: 'FULL',
  schema: SCHEMA,
  writes: { append },
} satisfies DatabaseFile;
