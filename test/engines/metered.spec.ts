import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Random } from '../support/contract-tools.ts';
import { Deployment, Engines, missingEngines } from '../support/deployment.ts';
import { expectBilledOnce, MeteredShop } from '../support/metered-shop.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';

/** To reproduce a failure: CRASH_SEED=… */
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const KILLS = 3;
/** Enough on a busy machine. */
const WITHIN_MS = 120_000;
const TEST_MS = 4 * WITHIN_MS;

const random = new Random(SEED);

describeWith(
  missingEngines(),
  `usage that is reported to servers while periods end, killed ${KILLS} times (CRASH_SEED=${SEED})`,
  () => {
    const opened: { close(): Promise<void> }[] = [];
    let deployment: Deployment;
    let shop: MeteredShop;

    beforeAll(async () => {
      const engines = await Engines.start();
      opened.push(engines);
      deployment = await Deployment.of(['all'], engines.env);
      opened.push(deployment);
      await deployment.start();
      shop = await MeteredShop.open(deployment.programs[0]!);
    }, TEST_MS);
    afterAll(async () => {
      for (const each of opened.reverse()) await each.close();
    });

    it(
      'is billed once, every event of it',
      async () => {
        const reporting = shop.report();
        const [program] = deployment.programs;
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
      },
      TEST_MS,
    );
  },
);
