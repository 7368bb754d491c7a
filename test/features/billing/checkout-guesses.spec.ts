import { beforeEach, describe, expect, it } from '@jest/globals';
import { GuessLimits } from '../../../src/app/http/callers/guess-limits.ts';
import { ProcessRequestCounts } from '../../../src/app/http/sharing/request-counts.ts';
import type { Config } from '../../../src/config.ts';
import { CheckoutGuesses } from '../../../src/features/billing/checkouts/checkout-guesses.service.ts';
import { AlreadyActiveSubscriptionError } from '../../../src/features/billing/subscriptions/subscription.errors.ts';
import { InvalidInput, NotFound } from '../../../src/kernel/errors.ts';
import { addSeconds, type Clock } from '../../../src/kernel/ports/clock.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import type { Executor } from '../../../src/kernel/writing/execute.ts';
import { NOW } from '../../support/given.ts';

const STRANGER = '198.51.100.1';
const BUYER = '203.0.113.1';

describe('guesses at checkouts', () => {
  let now = NOW;
  let checkouts = 0;
  let guesses: CheckoutGuesses;
  const clock = { now: () => now, machineNow: () => now } as Clock;
  const wait = (seconds: number) => (now = addSeconds(now, seconds));

  beforeEach(() => {
    now = NOW;
    const keys = new Keys({ signing: ['s'], master: ['m'], lookup: 'l' });
    const config = { auth: { rateLimit: true } } as Config;
    // The organization is the first letter of the checkout's id.
    const state = async (_: unknown, stream: string) => ({
      state: { status: 'open', offer: { organizationId: stream.replace('checkout-', '')[0] } },
    });
    const executor = { state } as unknown as Executor;
    guesses = new CheckoutGuesses(new GuessLimits(new ProcessRequestCounts(), keys, clock, config), executor);
  });

  const anyCheckout = (organization: string) => `${organization}${(checkouts += 1)}`;
  /** The status of a buyer's change: 200 for a right code, 422 for a wrong one, 429 for one that is not looked up. */
  const enter = (discountCode: string | null, ip: string, checkoutId = anyCheckout('A'), error?: Error) => {
    const run = async () => {
      if (error) throw error;
      if (discountCode === 'WRONG') throw InvalidInput.at('body.discount_code', 'Discount does not exist.');
      return 200;
    };
    return guesses
      .check({ checkoutId, discountCode }, ip, run)
      .catch(({ status, headers }: { status: number; headers?: object }) => (status === 429 ? headers : status));
  };
  const times = async <T>(count: number, run: () => Promise<T>) => {
    const all: T[] = [];
    for (let n = 0; n < count; n++) all.push(await run());
    return all;
  };
  const looked = (answers: readonly unknown[]) => answers.filter((answer) => answer === 422).length;

  it('are ten wrong ones per checkout, from wherever, then one per minute, answered with the time to wait', async () => {
    let network = 0;
    const answers = await times(12, () => enter('WRONG', `198.51.100.${(network += 1)}`, 'A-one'));
    expect(looked(answers)).toBe(10);
    expect(answers.at(-1)).toEqual({ 'Retry-After': '60' });
    expect(await enter('WRONG', BUYER)).toBe(422);
    wait(60);
    expect(looked(await times(2, () => enter('WRONG', BUYER, 'A-one')))).toBe(1);
  });

  it('are twenty wrong ones per network and organization, on however many checkouts, and however many come together', async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => enter('WRONG', STRANGER)));
    expect(looked(answers)).toBe(20);
    expect(await enter('WRONG', STRANGER, anyCheckout('B'))).toBe(422);
  });

  it('are addresses with an active subscription, too: five per checkout and ten per network', async () => {
    const told = new AlreadyActiveSubscriptionError();
    const ask = (ip: string, checkoutId: string, customerEmail: string | null = 'ada@example.com', error = told) =>
      guesses
        .check({ checkoutId, customerEmail }, ip, () => Promise.reject(error))
        .catch(({ status }: { status: number }) => status);
    const counted = (answers: readonly unknown[]) => answers.filter((answer) => answer === 403).length;
    let network = 0;
    expect(counted(await times(9, () => ask(`192.0.2.${(network += 1)}`, 'A-one')))).toBe(5);
    expect(counted(await times(19, () => ask(STRANGER, anyCheckout('A'))))).toBe(10);
    expect(await ask(STRANGER, anyCheckout('B'))).toBe(403);
    expect(counted(await times(19, () => ask(BUYER, 'A-two', null)))).toBe(19);
    const other = InvalidInput.at('body.customer_email', 'Invalid.') as unknown as typeof told;
    expect(await times(19, () => ask(BUYER, 'A-three', 'ada@example.com', other))).not.toContain(429);
  });

  it('count only if they are wrong', async () => {
    expect(await times(50, () => enter('RIGHT', BUYER, 'A-one'))).toEqual(Array.from({ length: 50 }, () => 200));
    const others = [new NotFound(), InvalidInput.at('body.customer_tax_id', 'Invalid tax id.')];
    for (const error of others) await times(50, () => enter('RIGHT', BUYER, 'A-one', error));
    expect(await times(50, () => enter(null, BUYER, 'A-one', others[1]))).toEqual(
      Array.from({ length: 50 }, () => 422),
    );
    expect(looked(await times(12, () => enter('WRONG', BUYER, 'A-one')))).toBe(10);
  });

  it('do not stop real buyers, whatever one network tries, also while buyers enter right codes all the time', async () => {
    const wrong: unknown[] = [];
    const right: unknown[] = [];
    for (let second = 0; second < 21_600; second += 2) {
      wrong.push(await enter('WRONG', STRANGER));
      wait(1);
      right.push(await enter('RIGHT', BUYER));
      wait(1);
    }
    expect(new Set(right)).toEqual(new Set([200]));
    // Twenty per ten minutes at most.
    expect(looked(wrong)).toBeLessThanOrEqual(740);
  });

  it('are three hundred wrong ones per organization without a pause of a minute', async () => {
    let network = 0;
    const answers = await times(310, () => enter('WRONG', `2001:db8:0:${(network += 1)}::1`));
    expect(looked(answers)).toBe(300);
    expect(await enter('RIGHT', BUYER, anyCheckout('B'))).toBe(200);
    wait(61);
    expect(await enter('RIGHT', BUYER)).toBe(200);
  });
});
