import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../src/app.module.ts';
import { JsonLog } from '../../src/app/log.ts';
import { projectionsOf } from '../../src/app/operator/projections.ts';
import { copyLog } from '../../src/backup/log-copy.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { copyVault } from '../../src/backup/vault-copy.ts';
import { KEYS_FILE } from '../../src/installation/keys-file.ts';
import { openEventStore, openVault } from '../../src/installation/open-stores.ts';
import { canonical } from '../../src/kernel/canonical-json.ts';
import { upToEnd } from '../../src/kernel/ports/event-store.ts';
import { collectionOf } from '../../src/kernel/reading/projection.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { Random } from '../support/contract-tools.ts';
import { Deployment, Engines, missingEngines } from '../support/deployment.ts';
import { expectBilledOnce, MeteredShop } from '../support/metered-shop.ts';
import { AFTER_JOURNEY, JOURNEY_BEGINS, moveTo, playMeteredJourney } from '../support/metered-journey.ts';
import { onDatabase } from '../support/mongodb/server.ts';
import { comparedWithRebuild } from '../support/rebuilt.ts';
import { sellers } from '../support/sellers.ts';
import { seedOf, sized } from '../support/seed.ts';
import { openShop } from '../support/shop.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';

const SEED = seedOf(5);
const KILLS = sized({ gate: 2, soak: 9 });
/** Enough on a busy machine. */
const WITHIN_MS = 120_000;
const TEST_MS = (KILLS + 1) * WITHIN_MS;

const random = new Random(SEED);

describeWith(missingEngines(), 'metered usage on servers', () => {
  const opened: { close(): Promise<void> }[] = [];
  let engines: Engines;

  beforeAll(async () => {
    engines = await Engines.shared();
    opened.push(engines);
  }, TEST_MS);
  afterAll(async () => {
    for (const each of opened.reverse()) await each.close();
  });

  it(
    `is billed once, every event of it, if it is reported while periods end and the program is killed ${KILLS} times (SEED=${SEED})`,
    async () => {
      const deployment = await Deployment.of(['all'], engines.env);
      opened.push(deployment);
      await deployment.start();
      const [program] = deployment.programs;
      const shop = await MeteredShop.open(program!);
      opened.push({ close: async () => shop.abandon() });
      const reporting = shop.report();
      for (let kill = 0; kill < KILLS; kill++) {
        const enough = shop.reported + 7 * (1 + random.int(12));
        void shop.endPeriod().catch(() => undefined);
        await until(() => Promise.resolve(shop.reported >= enough), 'reports', WITHIN_MS, 1);
        await program!.kill();
        await program!.start();
      }
      shop.stop();
      await reporting;
      await shop.endPeriod();
      expect(shop.reported).toBeGreaterThan(KILLS);
      expectBilledOnce(await deployment.events(), shop.reported);
      await deployment.stop();
    },
    TEST_MS,
  );

  it(
    'comes to the same as on files, field by field, however often read models are rebuilt',
    async () => {
      const [folder, other] = [mkdtempSync(join(tmpdir(), 'tillbook-')), mkdtempSync(join(tmpdir(), 'tillbook-'))];
      opened.push({ close: async () => [folder, other].forEach((one) => rmSync(one, { recursive: true })) });
      const shop = await openShop({ allowSeveral: true, dataDir: folder, at: JOURNEY_BEGINS });
      await playMeteredJourney(shop);
      const live = await documentsIn(shop);
      const at = shop.clock.now();
      await shop.close();

      const name = `${engines.env.EVENTSTORE_PREFIX}_copied`;
      const env = {
        ...engines.env,
        EVENTSTORE_PREFIX: name,
        MONGODB_URL: onDatabase(engines.mongo.url, name),
        REDIS_PREFIX: name,
      };
      await copyInstallation(folder, readConfig({ ...env, DATA_DIR: other }));
      rmSync(join(folder, 'documents.db'));
      const start = { features: [sellers, ...features], at };
      const onFiles = await startApp({ ...start, dataDir: folder });
      opened.push(onFiles);
      const onServers = await startApp({ ...start, dataDir: other, env });
      opened.push(onServers);
      for (const app of [onFiles, onServers]) {
        await app.runtime.settled();
        expect(differing(live, await documentsIn(app))).toEqual([]);
      }
      expect((await comparedWithRebuild(onFiles)).differences).toEqual([]);

      for (const app of [onFiles, onServers]) await moveTo(app, AFTER_JOURNEY);
      const ended = await documentsIn(onFiles);
      expect(differing(ended, await documentsIn(onServers))).toEqual([]);
      const added = [...ended].filter(([key]) => key.startsWith('orders_') && !live.has(key));
      const items = added.flatMap(([, order]) => (JSON.parse(order) as { items: Item[] }).items);
      const lines = items.flatMap(({ label, amount }) => (/consumed/.test(label) ? `${label} = ${amount}` : []));
      expect(lines.sort()).toEqual([
        'Number of calls — (2 consumed units) × $0.01 = 2',
        'Number of calls — (2 consumed units) × ¥2 = 4',
        'Number of calls — (5 consumed units) × ¥2, capped at ¥7 = 7',
        // 50 credited with the period, and 32 that were left.
        'Tokens of calls — (10 consumed units) × $0.005 (92 used, 82 credited) = 5',
        'Tokens of calls — (13 consumed units) × ¥0.25 = 3',
        'Tokens of calls — (608 consumed units) × ¥0.25 = 152',
      ]);
    },
    TEST_MS,
  );
});

interface Item {
  label: string;
  amount: number;
}

/** Mails' outcomes are recorded some time after the mails. */
const LATER: readonly string[] = ['emails', 'ledger_entries'];

/**
 * Each document of the read models, as canonical JSON by collection and id. Each engine has positions of its own, so the events at them are
 * compared; and orders of the same moment get their invoice numbers in any order.
 */
async function documentsIn({ ports: { store, documents } }: TestApp): Promise<Map<string, string>> {
  const eventAt = new Map<unknown, string>();
  for await (const batch of upToEnd(store)) for (const { position, id } of batch) eventAt.set(position, id);
  const comparable = (field: string, value: unknown) =>
    field === 'invoice_number' || field === 'document_number' ? undefined : (eventAt.get(value) ?? value);
  const found = new Map<string, string>();
  for (const projection of projectionsOf(features).filter(({ name }) => !LATER.includes(name))) {
    const collection = collectionOf(projection);
    for await (const { document } of documents.each(collection)) {
      const fields = JSON.parse(JSON.stringify(document, comparable)) as object;
      found.set(`${collection.name} ${document.id}`, canonical(fields));
    }
  }
  return found;
}

/** Each document that is not the same in both, as it is there. */
function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): unknown[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.filter((key) => one.get(key) !== other.get(key)).map((key) => [key, one.get(key), other.get(key)]);
}

/** A stopped one, from its folder to servers, with its keys. */
async function copyInstallation(folder: string, { dataDir, engines }: Config): Promise<void> {
  const log = new JsonLog({ write: () => undefined });
  const stores = [
    await openEventStore(folder, log, { readOnly: true }),
    await openEventStore(engines.eventStore!, log, { prefix: engines.eventStorePrefix }),
  ] as const;
  const vaults = [await openVault(folder), await openVault(engines.mongo!)] as const;
  await copyLog(...stores, 1);
  await copyVault(...vaults);
  for (const opened of [...stores, ...vaults]) await opened.close();
  copyFileSync(join(folder, KEYS_FILE), join(dataDir, KEYS_FILE));
}
