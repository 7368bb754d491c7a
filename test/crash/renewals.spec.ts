import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../src/app.module.ts';
import { addDays, type Instant } from '../../src/kernel/ports/clock.ts';
import { post } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';
import { Random } from '../support/contract-tools.ts';
import { freePort } from '../support/ports.ts';
import { buildIfMissing, Program } from '../support/program.ts';
import { expectRenewedOnce, RenewingShop } from '../support/renewing-shop.ts';
import { seedOf, sized } from '../support/seed.ts';
import { until } from '../support/until.ts';
import { Folder } from './folder.ts';

const SEED = seedOf(3);
/** Of each currency, beside the first. */
const COPIES = 40;
const KILLS = sized({ gate: 2, soak: 12 });
/** More than a month, and less than two. */
const ADVANCE_DAYS = 32;
const WITHIN_MS = 120_000;

const random = new Random(SEED);
const folder = new Folder(mkdtempSync(join(tmpdir(), 'tillbook-renewals-')));

let program: Program;
let shop: RenewingShop;

beforeAll(async () => {
  buildIfMissing();
  program = new Program({ PORT: String(await freePort()), DATA_DIR: folder.path });
  const app = await startApp({ features, dataDir: folder.path });
  shop = await RenewingShop.open(app);
  await shop.buy(app);
  await app.runtime.settled();
  await app.close();
  await shop.copy(program, COPIES);
  await program.start();
}, WITHIN_MS);

afterAll(async () => {
  await program?.kill();
  rmSync(folder.path, { recursive: true });
});

describe(`${2 * (COPIES + 1)} renewals in one move of the clock, killed ${KILLS} times (SEED=${SEED})`, () => {
  it(
    'continue after every kill',
    async () => {
      const to = addDays(await clock(), ADVANCE_DAYS);
      // An equal share of the renewals each, and somewhere in it.
      const share = Math.floor((2 * COPIES) / KILLS);
      for (let kill = 0; kill < KILLS; kill++) {
        const enough = kill * share + 1 + random.int(share - 1);
        void advanceTo(to).catch(() => undefined);
        await until(async () => (await folder.count('SubscriptionRenewed')) >= enough, 'renewals', WITHIN_MS, 1);
        await program.kill();
        await program.start();
      }
      await advanceTo(to);
      expect(await shop.renewed(program)).toBe(2 * (COPIES + 1));
    },
    KILLS * WITHIN_MS,
  );

  it('renew, bill and charge each subscription once, to the cent', async () => {
    const log = await folder.events();
    await folder.inVault((vault) => expectRenewedOnce(log, vault, COPIES));
  });
});

async function clock(): Promise<Instant> {
  return ((await (await fetch(`${program.url}/sandbox/clock`)).json()) as { now: Instant }).now;
}

async function advanceTo(to: Instant): Promise<void> {
  await post(program, '/sandbox/clock', { advance_to: to });
}
