import type { OffsetClock } from '../src/app/clock.ts';
import { Demo } from '../src/demo/stage.ts';
import { Engines, missingEngines } from '../test/support/deployment.ts';
import { given } from '../test/support/given-servers.ts';
import { DelayProxy } from './delay-proxy.ts';
import { compare, rate, ratioRow, type Row } from './measure.ts';
import { startProgram, type Env } from './program.ts';
import { Seller } from './seller.ts';

/** Of each request to a server that runs on this machine. */
const NETWORK_MS = 2;
const AIM = 0.5;
const AT_ONCE = 16;
const EDITS = 160;
const CONFIRMS = 20;
/** A year of a shop with a tenth of the demo's buyers. */
const YEAR = { days: 365, buyers: 40, seed: 20 };

/** The whole product on servers ÷ in a folder: those in the environment, or test doubles behind a delay that stands for a network. */
export async function benchProduct(): Promise<Row[]> {
  const missing = missingEngines();
  if (missing) {
    console.log(`skipped: the product on servers (${missing})`);
    return [];
  }
  return [...(await benchRequests()), await benchYear()];
}

async function benchRequests(): Promise<Row[]> {
  const servers = await DelayedEngines.start();
  const programs = [await startProgram(servers.env), await startProgram()] as const;
  const [ours, baseline] = await Promise.all(programs.map(({ url }) => Seller.signedUp(url)));
  const rows = [
    await compare({
      name: `${AT_ONCE} PATCHes of customers at once: on servers ÷ in a folder`,
      unit: 'requests/s',
      aim: AIM,
      ours: () => edits(ours!),
      baseline: () => edits(baseline!),
    }),
    await compare({
      name: 'confirm of a checkout until it has succeeded: on servers ÷ in a folder',
      unit: 'checkouts/s',
      aim: AIM,
      ours: () => confirms(ours!),
      baseline: () => confirms(baseline!),
      rounds: 3,
    }),
  ];
  for (const program of programs) await program.close();
  await servers.close();
  return rows;
}

async function edits(seller: Seller): Promise<number> {
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => seller.customer()));
  return rate(EDITS, async () => {
    const edit = async (id: string) => {
      for (let n = 0; n < EDITS / AT_ONCE; n++)
        await seller.send('PATCH', `/v1/customers/${id}`, { name: `Name ${n}` });
    };
    await Promise.all(ids.map(edit));
  });
}

async function confirms(seller: Seller): Promise<number> {
  const secrets: string[] = [];
  for (let n = 0; n < CONFIRMS; n++) secrets.push(await seller.checkout());
  return rate(CONFIRMS, async () => {
    for (const secret of secrets) await seller.confirm(secret, `${secret.slice(-12).toLowerCase()}@example.com`);
  });
}

async function benchYear(): Promise<Row> {
  const servers = await DelayedEngines.start();
  const [ours, bare] = [await yearsPerHour(servers.env), await yearsPerHour()];
  await servers.close();
  return ratioRow(
    { name: "a tenth of the demo's year: on servers ÷ in a folder", unit: 'years/h', aim: AIM },
    ours,
    bare,
  );
}

async function yearsPerHour(env?: Env): Promise<number> {
  let demo: Demo | undefined;
  const program = await startProgram(env, async ({ clock }) => {
    demo = await Demo.open(clock as OffsetClock, () => undefined, YEAR);
  });
  const perSecond = await rate(1, () => program.ports.relaxed(() => demo!.fill(program.app)));
  await program.close();
  return 3_600 * perSecond;
}

/** The servers of the tests, each behind a delay; those that the environment names have a network of their own. */
class DelayedEngines {
  private constructor(
    private readonly engines: Engines,
    private readonly proxies: ReadonlyMap<string, DelayProxy>,
  ) {}

  static async start(): Promise<DelayedEngines> {
    const engines = await Engines.start();
    const proxies = new Map<string, DelayProxy>();
    for (const name of ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const)
      if (!given(name)) proxies.set(name, await DelayProxy.start(engines.env[name]!, NETWORK_MS));
    return new DelayedEngines(engines, proxies);
  }

  get env(): Env {
    const delayed = [...this.proxies].map(([name, { url }]) => [name, url] as const);
    return { ...this.engines.env, ...Object.fromEntries(delayed) };
  }

  async close(): Promise<void> {
    for (const proxy of this.proxies.values()) await proxy.stop();
    await this.engines.close();
  }
}
