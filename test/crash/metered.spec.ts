import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../support/contract-tools.ts';
import { expectBilledOnce, MeteredShop } from '../support/metered-shop.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { seedOf, sized } from '../support/seed.ts';
import { until } from '../support/until.ts';
import { Folder } from './folder.ts';

const SEED = seedOf(2);
const KILLS = sized({ gate: 2, soak: 12 });
const WITHIN_MS = 120_000;

const random = new Random(SEED);
const folder = new Folder(mkdtempSync(join(tmpdir(), 'tillbook-metered-')));

let program: Program;
let shop: MeteredShop;

beforeAll(async () => {
  buildIfMissing();
  program = new Program({ PORT: String(await freePort()), DATA_DIR: folder.path });
  await program.start();
  shop = await MeteredShop.open(program);
}, WITHIN_MS);

afterAll(async () => {
  shop?.abandon();
  await program?.kill();
  rmSync(folder.path, { recursive: true });
});

describe(`usage that is reported while periods end, killed ${KILLS} times (SEED=${SEED})`, () => {
  it(
    'is accepted again after every kill',
    async () => {
      const reporting = shop.report();
      for (let kill = 0; kill < KILLS; kill++) {
        const enough = shop.reported + 7 * (1 + random.int(12));
        void shop.endPeriod().catch(() => undefined);
        await until(() => Promise.resolve(shop.reported >= enough), 'reports', WITHIN_MS, 1);
        await program.kill();
        await program.start();
      }
      shop.stop();
      await reporting;
      await shop.endPeriod();
      expect(shop.reported).toBeGreaterThan(KILLS);
    },
    KILLS * WITHIN_MS,
  );

  it('is billed once, every event of it', async () => {
    expectBilledOnce(await folder.events(), shop.reported);
  });
});
