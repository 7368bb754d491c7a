import { EventStoreDbEventStore } from '../src/adapters/eventstoredb/eventstoredb-event-store.ts';
import { Engines, missingEngines } from '../test/support/deployment.ts';
import { given } from '../test/support/given-servers.ts';
import {
  appendsPerSecond,
  firstCall,
  ingest,
  INGESTING,
  ingestRow,
  quantitiesRow,
  readModelsRow,
  type Ingesting,
} from './ingest.ts';
import type { Row } from './measure.ts';
import { spawnProgram } from './program.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Ingesting usage into servers: those in the environment, or test doubles, which share the machine's processors with the program. */
export async function benchUsageOnServers(): Promise<Row[]> {
  const missing = missingEngines();
  if (missing) {
    console.log(`skipped: usage on servers (${missing})`);
    return [];
  }
  const rows: Row[] = [];
  for (const ingesting of INGESTING) rows.push(...(await benchIngesting(ingesting)));
  return rows;
}

async function benchIngesting(ingesting: Ingesting): Promise<Row[]> {
  const engines = await Engines.start();
  const program = await spawnProgram(undefined, engines.env);
  const ingested = await ingest(program, ingesting.size);
  await program.close();
  const appends = await bareAppends(engines);
  await engines.close();
  const place = ` on servers${doubles()}`;
  return [
    ingestRow(place, ingesting, ingested, { appends, committed: 'by the server' }),
    readModelsRow(place, ingesting, ingested),
    quantitiesRow(place, ingesting, ingested),
  ];
}

/** Appends of what the first call stored, on the same server. */
async function bareAppends({ env }: Engines): Promise<number> {
  const stored = await usingLog(env.EVENTSTORE_URL!, env.EVENTSTORE_PREFIX!, firstCall);
  // Beside the program's streams.
  return usingLog(env.EVENTSTORE_URL!, `bare_${env.EVENTSTORE_PREFIX}`, (store) => appendsPerSecond(store, stored));
}

async function usingLog<T>(
  url: string,
  prefix: string,
  use: (store: EventStoreDbEventStore) => Promise<T>,
): Promise<T> {
  const store = new EventStoreDbEventStore({ url, prefix, log: SILENT });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** What the rows' names say of servers that only speak the protocol. */
function doubles(): string {
  const names = { EVENTSTORE_URL: 'EventStoreDB', MONGODB_URL: 'MongoDB' } as const;
  const started = (Object.keys(names) as (keyof typeof names)[]).filter((name) => !given(name));
  return started.length > 0 ? ` (doubles of ${started.map((name) => names[name]).join(' and ')})` : '';
}
