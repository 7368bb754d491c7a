import { newUuid } from '../kernel/ids.ts';
import { Lease, type LeasePorts } from '../kernel/coordination/lease.ts';

/** Others wait this long before they conclude that no process is running. */
const HELD_SECONDS = 30;
const RENEWED_EVERY_MS = 10_000;

/**
 * Records in a vault on a server that a process uses it, so that `vault copy` refuses.
 * @returns call it when the process stops
 */
export async function announceProcess(ports: LeasePorts): Promise<() => Promise<void>> {
  const lease = new Lease(`running/${newUuid()}`, HELD_SECONDS, ports);
  const renew = async () => (await lease.renew()) || lease.take();
  // One broken connection must not end the start.
  await renew().catch(renew);
  // While the vault is unavailable, it cannot be copied either.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await lease.release().catch(() => undefined);
  };
}
