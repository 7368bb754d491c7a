import { addSeconds } from '../src/kernel/ports/clock.ts';
import { spawnProgram } from './program.ts';
import { Seller } from './seller.ts';

const BUYER = 'buyer@example.com';
const MONTH_SECONDS = 31 * 86_400;
const DAY_SECONDS = 86_400;

/** Copies of the purchase that are so much older renew in `renew`, the others a day later. */
export const DUE_SECONDS_EARLIER = DAY_SECONDS;

/** A shop with one purchase. */
export async function openShop(folder: string): Promise<Seller> {
  const program = await spawnProgram(folder);
  const seller = await Seller.signedUp(program.url);
  await seller.purchase(BUYER);
  // Its mails, too.
  await seller.send('GET', '/sandbox/outbox');
  await program.close();
  return seller;
}

/** Moves business time past the end of the period of those that renew first. @returns seconds for all of them @throws Error others renewed */
export async function renew(seller: Seller, due: number): Promise<number> {
  const { now } = await seller.send<{ now: string }>('GET', '/sandbox/clock');
  const before = await renewedOrders(seller);
  const began = performance.now();
  const to = addSeconds(now, MONTH_SECONDS - DUE_SECONDS_EARLIER - 3_600);
  await seller.sendPatiently('POST', '/sandbox/clock', { advance_to: to });
  const seconds = (performance.now() - began) / 1_000;
  const renewed = (await renewedOrders(seller)) - before;
  if (renewed !== due) throw new Error(`${renewed} subscriptions renewed instead of ${due}`);
  return seconds;
}

async function renewedOrders(seller: Seller): Promise<number> {
  const path = '/v1/orders/?limit=1&billing_reason=subscription_cycle';
  return (await seller.send<{ pagination: { total_count: number } }>('GET', path)).pagination.total_count;
}
