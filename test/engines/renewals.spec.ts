import { afterAll, beforeAll, it } from '@jest/globals';
import { features } from '../../src/app.module.ts';
import { startApp } from '../support/app.ts';
import { Random } from '../support/contract-tools.ts';
import { Deployment, Engines, missingEngines } from '../support/deployment.ts';
import type { Program } from '../support/program.ts';
import { expectRenewedOnce, RenewingShop } from '../support/renewing-shop.ts';
import { seedOf, sized } from '../support/seed.ts';
import { unsentStreams } from '../support/sent.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';

const SEED = seedOf(6);
/** Of each currency, beside the first. */
const COPIES = sized({ gate: 15, soak: 30 });
const RENEWALS = 2 * (COPIES + 1);
const KILLS = sized({ gate: 2, soak: 9 });
const MONTH_MS = 31 * 86_400_000;
/** Enough on a busy machine. */
const WITHIN_MS = 120_000;
const TEST_MS = (KILLS + 1) * WITHIN_MS;

const random = new Random(SEED);

describeWith(
  missingEngines(),
  `${RENEWALS} renewals on servers, whose workers are killed ${KILLS} times (SEED=${SEED})`,
  () => {
    const opened: { close(): Promise<void> }[] = [];
    let deployment: Deployment;
    let shop: RenewingShop;

    beforeAll(async () => {
      const engines = await Engines.shared();
      opened.push(engines);
      deployment = await Deployment.of(['api', 'projector', 'worker', 'worker'], engines.env);
      opened.push(deployment);
      const [api] = deployment.withRole('api');
      shop = await sold(api!);
      await shop.copy(api!, COPIES);
      await deployment.moveClock(MONTH_MS);
      await deployment.start();
    }, TEST_MS);
    afterAll(async () => {
      for (const each of opened.reverse()) await each.close();
    });

    /** What all processes do, done by one in this process. */
    async function sold({ env }: Program): Promise<RenewingShop> {
      const app = await startApp({ features, env: { ...env, ROLE: 'all' } });
      const bought = await RenewingShop.open(app);
      await bought.buy(app);
      await app.runtime.settled();
      // Outcomes of mails are recorded ten seconds later.
      app.clock.advanceMachine(11);
      await settled();
      await app.close();
      return bought;
    }

    const settled = () =>
      until(
        async () => (await deployment.behind()).length === 0 && unsentStreams(await deployment.events()).length === 0,
        'all work to be done',
        WITHIN_MS,
        1_000,
      );

    it(
      'continue after every kill',
      async () => {
        const [api] = deployment.withRole('api');
        const workers = deployment.withRole('worker');
        for (let kill = 0; kill < KILLS; kill++) {
          const enough = 1 + Math.floor(((RENEWALS - 1) * (kill + random.next())) / KILLS);
          await until(async () => (await shop.renewed(api!)) >= enough, 'renewals', WITHIN_MS, 20);
          const worker = workers[kill % workers.length]!;
          await worker.kill();
          worker.spawn();
        }
        await until(async () => (await shop.renewed(api!)) === RENEWALS, 'all renewals to be paid', 2 * WITHIN_MS);
        await deployment.caughtUp(WITHIN_MS);
      },
      TEST_MS,
    );

    it(
      'renew, bill and charge each subscription once, to the cent',
      async () => {
        const log = await deployment.events();
        await deployment.inVault((vault) => expectRenewedOnce(log, vault, COPIES));
      },
      WITHIN_MS,
    );
  },
);
