import { benchAuth } from './auth.bench.ts';
import { benchCatalog } from './catalog.bench.ts';
import { benchEngines } from './engines.bench.ts';
import { benchFiles } from './files.bench.ts';
import { benchGrants } from './grants.bench.ts';
import { benchHostile } from './hostile.bench.ts';
import { benchHttp } from './http.bench.ts';
import { benchLog } from './log.bench.ts';
import { benchNeighbours } from './neighbours.bench.ts';
import { benchOrders } from './orders.bench.ts';
import { benchOverload } from './overload.bench.ts';
import { print, type Row } from './measure.ts';
import { benchProduct } from './product.bench.ts';
import { benchRenewals } from './renewals.bench.ts';
import { benchScale } from './scale.bench.ts';
import { benchTelemetry } from './telemetry.bench.ts';
import { benchUsage } from './usage.bench.ts';
import { benchUsageOnServers } from './usage-servers.bench.ts';
import { benchUsageSize } from './usage-size.bench.ts';
import { benchWebhooks } from './webhooks.bench.ts';

/** Measures ratios against a baseline of the same run, so that they do not depend on the machine. */
const benches: Record<string, () => Promise<Row[]>> = {
  log: benchLog,
  http: benchHttp,
  hostile: benchHostile,
  neighbours: benchNeighbours,
  files: benchFiles,
  catalog: benchCatalog,
  overload: benchOverload,
  auth: benchAuth,
  orders: benchOrders,
  engines: async () => [...(await benchEngines()), ...(await benchProduct())],
  renewals: benchRenewals,
  // HOLDERS=100000 takes half an hour, most of it to copy the shop.
  grants: () => benchGrants(Number(process.env.HOLDERS ?? 10_000)),
  // USAGE_EVENTS=1000000 tells how much depends on the number of events.
  usage: async () => [
    ...(await benchUsage()),
    ...(await benchUsageOnServers()),
    ...(await benchUsageSize(Number(process.env.USAGE_EVENTS ?? 20_000))),
  ],
  webhooks: benchWebhooks,
  scale: benchScale,
  telemetry: benchTelemetry,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches))
  if (wanted.length === 0 || wanted.includes(name)) print(await bench());
// Workers of the measured program may still be waiting.
process.exit(0);
