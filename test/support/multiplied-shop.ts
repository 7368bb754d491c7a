import { features } from '../../src/app.module.ts';
import { codecOf } from '../../src/app/kernel.module.ts';
import { JsonLog } from '../../src/app/log.ts';
import { processesOf } from '../../src/app/operator/process-actions.ts';
import { readConfig } from '../../src/config.ts';
import { openPorts, type OpenPorts } from '../../src/installation/open-ports.ts';
import { upToEnd, type StoredEvent } from '../../src/kernel/ports/event-store.ts';
import { resumeBehind } from '../../src/kernel/reacting/process-checkpoint.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { Keys } from '../../src/kernel/secrets/keys.ts';
import { SUBJECT_KEY_PREFIX, SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { Claims } from '../../src/kernel/writing/claim.ts';
import type { Codec } from '../../src/kernel/writing/codec.ts';
import type { Recorded } from '../../src/kernel/writing/events.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { newIds, PurchaseTemplate, type Buyer, type VaultRow } from './purchase-template.ts';

const AT_ONCE = 200;
const LISTED = 1_000;

/**
 * Copies a shop's purchases together, as the events and secrets that making them would have written, and moves the processes behind them.
 * @param env of the installation, which is not running
 * @param later seconds by which a copy is later than the purchases
 * @returns how many events the log has
 */
export async function multiplyPurchases(
  env: NodeJS.ProcessEnv,
  organizationId: string,
  copies: number,
  later: (number: number) => number,
): Promise<number> {
  const log = new JsonLog({ write: () => undefined });
  const ports = await openPorts(readConfig(env), { features, log });
  const keys = new Keys(ports.keys);
  const vault = new EncryptedVault(ports.vault, keys);
  const codec = codecOf(features, new SubjectKeys(vault), ports.store);
  const claims = new Claims(new Executor(ports.store, codec, ports.clock), keys, ports.clock, {});
  const events = await storedEvents(ports);
  const template = await templateOf(events, vault, codec, claims, organizationId);
  let count = events.length;
  const add = async (number: number): Promise<void> => {
    const { appends, rows } = template.copy(number, later(number));
    await Promise.all(rows.map(({ key, value }) => vault.put(key, value)));
    for (const { stream, expected, events: own } of appends) {
      await ports.store.append(stream, await codec.seal(own), expected);
      count += own.length;
    }
  };
  await ports.relaxed(async () => {
    for (let first = 0; first < copies; first += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, copies - first) }, (_, at) => add(first + at)));
  });
  const last = await ports.store.at((await ports.store.end())!);
  for (const process of processesOf(features)) await resumeBehind(process, { store: ports.store, vault }, last);
  await ports.close();
  return count;
}

async function storedEvents({ store }: OpenPorts): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const batch of upToEnd(store)) events.push(...batch);
  return events;
}

async function templateOf(
  stored: readonly StoredEvent[],
  vault: EncryptedVault,
  codec: Codec,
  claims: Claims,
  organizationId: string,
): Promise<PurchaseTemplate> {
  const all = (await codec.open(stored)) as Recorded[];
  const begin = all.findIndex(({ type }) => type === 'CheckoutCreated');
  const [earlier, events] = [all.slice(0, begin), all.slice(begin)];
  const buyers = events.filter(({ type }) => type === 'CustomerCreated').map(({ data }) => data as Buyer);
  const rows = await rowsNaming(newIds(earlier, events), vault);
  return new PurchaseTemplate(earlier, events, rows, buyers, organizationId, claims);
}

/** The vault's secrets of what the purchases created. */
async function rowsNaming(ids: readonly string[], vault: EncryptedVault): Promise<VaultRow[]> {
  const keys = await vault.list('', '\uffff', LISTED);
  const isOwn = (key: string): boolean => ids.some((id) => key.includes(id)) && !key.startsWith(SUBJECT_KEY_PREFIX);
  const entries = await vault.getMany(keys.filter(isOwn));
  return [...entries].map(([key, { value }]) => ({ key, value }));
}
