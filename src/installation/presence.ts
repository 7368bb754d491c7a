import { newUuid } from '../kernel/ids.ts';
import { Lease, type LeasePorts } from '../kernel/coordination/lease.ts';

/** As long as others wait before they believe that nobody runs there any more. */
const HELD_SECONDS = 30;
const SAID_EVERY_MS = 10_000;

/**
 * Says in a vault that is on a server that a process runs on it, so that nobody moves it meanwhile.
 * @returns to be called when it runs no more
 */
export async function announceProcess(ports: LeasePorts): Promise<() => Promise<void>> {
  const lease = new Lease(`running/${newUuid()}`, HELD_SECONDS, ports);
  const say = async () => (await lease.renew()) || lease.take();
  // One broken connection ends no start.
  await say().catch(say);
  // Where the vault is away, nobody can move it either.
  const timer = setInterval(() => void say().catch(() => undefined), SAID_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await lease.release().catch(() => undefined);
  };
}
