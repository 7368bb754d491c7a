import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '../src/adapters/sqlite/sqlite-event-store.ts';
import type { NewStoredEvent } from '../src/kernel/ports/event-store.ts';
import {
  appendsPerSecond,
  firstCall,
  ingest,
  INGESTING,
  ingestRow,
  quantitiesRow,
  readModelsRow,
  type Ingested,
  type Ingesting,
} from './ingest.ts';
import { format, type Row } from './measure.ts';
import { spawnProgram } from './program.ts';

/** Ingesting usage over HTTP, compared with appending what it stores, and how long until it is all in the read models. */
export async function benchUsage(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ingesting of INGESTING) {
    const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
    const program = await spawnProgram(folder);
    const ingested = await ingest(program, ingesting.size);
    await program.close();
    // Appends of many events share a commit; single events are compared with a commit each.
    const committed = ingesting.size > 1 ? 'together' : 'one by one';
    const appends = await bareAppends(await stored(folder), committed);
    rows.push(
      ingestRow('', ingesting, ingested, { appends, committed }),
      readModelsRow('', ingesting, ingested),
      diskRow(folder, ingesting, ingested),
      quantitiesRow('', ingesting, ingested),
    );
    rmSync(folder, { recursive: true });
  }
  return rows;
}

function diskRow(folder: string, { name }: Ingesting, { events, json }: Ingested): Row {
  const bytes = ['log.db', 'documents.db'].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / events;
  return {
    name: `disk, ${name}: an event's log and read models ÷ its JSON`,
    figures: `${format(bytes)} ÷ ${format(json)} bytes = ${(bytes / json).toFixed(2)}`,
    aim: '≤ 3',
    met: bytes <= 3 * json,
  };
}

async function stored(folder: string): Promise<NewStoredEvent[]> {
  const store = new SqliteEventStore(folder, { readOnly: true });
  try {
    return await firstCall(store);
  } finally {
    await store.close();
  }
}

async function bareAppends(events: readonly NewStoredEvent[], committed: 'together' | 'one by one'): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbook-bench-'));
  const store = new SqliteEventStore(folder);
  const appends = await appendsPerSecond(store, events, committed === 'one by one');
  await store.close();
  rmSync(folder, { recursive: true });
  return appends;
}
