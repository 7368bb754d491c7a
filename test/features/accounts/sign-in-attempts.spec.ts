import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GuessLimits } from '../../../src/app/http/callers/guess-limits.ts';
import { ProcessRequestCounts } from '../../../src/app/http/sharing/request-counts.ts';
import { openState } from '../../../src/app/http/request-state.ts';
import type { Config } from '../../../src/config.ts';
import type { KnownDevices } from '../../../src/features/accounts/sessions/known-devices.service.ts';
import type { SessionQueries } from '../../../src/features/accounts/sessions/sessions.queries.ts';
import { SignInAttempts } from '../../../src/features/accounts/sessions/sign-in-attempts.service.ts';
import { InvalidEmailOrPassword } from '../../../src/features/accounts/users/user.errors.ts';
import type { UserReader } from '../../../src/features/accounts/users/users.queries.ts';
import { addSeconds, type Clock } from '../../../src/kernel/ports/clock.ts';
import { Keys } from '../../../src/kernel/secrets/keys.ts';
import { NOW } from '../../support/given.ts';

const OWNER = 'owner@example.com';
const HOME = '203.0.113.1';
const ELSEWHERE = '203.0.113.2';
const ATTACKER = '198.51.100.1';

describe('attempts to sign in', () => {
  let now = NOW;
  let attempts: SignInAttempts;
  const clock = { now: () => now, machineNow: () => now } as Clock;
  const wait = (seconds: number) => (now = addSeconds(now, seconds));

  beforeEach(() => {
    now = NOW;
    const keys = new Keys({ signing: ['s'], master: ['m'], lookup: 'l' });
    const config = { auth: { rateLimit: true } } as Config;
    const owner = { user: { id: 'owner', sessionsRevoked: null }, state: { password: { credential: 'c1' } } };
    attempts = new SignInAttempts(
      new GuessLimits(new ProcessRequestCounts(), keys, clock, config),
      { byEmail: async (email: string) => (email === OWNER ? owner : undefined) } as unknown as UserReader,
      { list: async ({ id }: { id: string }) => (id === '' ? [] : [{ ipAddress: HOME }]) } as unknown as SessionQueries,
      { idOf: ({ headers }: FastifyRequest) => headers['device'] } as unknown as KnownDevices,
    );
  });

  /** 200 for a right password, 401 for a wrong one, 429 for one that is not checked. */
  const from = async (ip: string, isRight: boolean, { email = OWNER, device = '', userId = '' } = {}) => {
    const request = { url: '/', ip, headers: device ? { device } : {} } as unknown as FastifyRequest;
    Object.assign(openState(request, {} as FastifyReply, clock), { caller: { id: userId, session: { id: 's1' } } });
    const check = async () => {
      if (!isRight) throw new InvalidEmailOrPassword();
      return 200;
    };
    return attempts.check(email, request, check).catch(({ status }: { status: number }) => status);
  };
  const times = async (count: number, run: () => Promise<number>) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push(await run());
    return statuses;
  };
  const outcomes = (statuses: readonly number[]) =>
    [200, 401, 429].map((status) => statuses.filter((each) => each === status).length);
  /** Ten networks guess ten times each. */
  const spread = () =>
    Promise.all(Array.from({ length: 10 }, (_, n) => times(10, () => from(`198.51.100.${n}`, false))));

  it('checks ten wrong passwords from one network, then one per five minutes, or ten after a longer pause', async () => {
    expect(outcomes(await times(12, () => from(ATTACKER, false)))).toEqual([0, 10, 2]);
    wait(300);
    expect(outcomes(await times(2, () => from(ATTACKER, false)))).toEqual([0, 1, 1]);
    wait(301);
    expect(outcomes(await times(12, () => from(ATTACKER, false)))).toEqual([0, 10, 2]);
  });

  it('counts an IPv6 network as one', async () => {
    let n = 0;
    expect(outcomes(await times(12, () => from(`2001:db8:1:2::${(n += 1)}`, false)))).toEqual([0, 10, 2]);
  });

  it('does not count right passwords, nor what fails for another reason', async () => {
    expect(outcomes(await times(30, () => from(ELSEWHERE, true)))).toEqual([30, 0, 0]);
    const request = { url: '/', ip: ELSEWHERE, headers: {} } as unknown as FastifyRequest;
    openState(request, {} as FastifyReply, clock);
    const fails = () => attempts.check(OWNER, request, () => Promise.reject(new Error('busy'))).catch(() => 503);
    expect(await times(30, fails)).toEqual(Array.from({ length: 30 }, () => 503));
    expect(await from(ELSEWHERE, true)).toBe(200);
  });

  it('checks no more than ten of fifty wrong passwords that come together', async () => {
    expect(outcomes(await Promise.all(Array.from({ length: 50 }, () => from(ATTACKER, false))))).toEqual([0, 10, 40]);
  });

  it('lets the user in elsewhere, every time, while one network tries a password every two seconds for six hours', async () => {
    const guesses: number[] = [];
    const signIns: number[] = [];
    for (let second = 0; second < 21_600; second += 2) {
      guesses.push(await from(ATTACKER, false));
      if (second % 60 === 0) signIns.push(await from(ELSEWHERE, true));
      wait(2);
    }
    expect(outcomes(signIns)).toEqual([360, 0, 0]);
    // Ten per five minutes at most.
    expect(outcomes(guesses)[1]).toBeLessThanOrEqual(730);
  });

  it('refuses unknown networks once ten networks have guessed, also for an e-mail that nobody has', async () => {
    for (const email of [OWNER, 'nobody@example.com']) {
      for (let n = 0; n < 10; n++) await times(10, () => from(`198.51.100.${n}`, false, { email }));
      expect(await from(ELSEWHERE, false, { email })).toBe(429);
      wait(61);
      expect(await from(ELSEWHERE, false, { email })).toBe(401);
    }
  });

  it('does not count what it refuses: waiting for one window helps', async () => {
    await spread();
    expect(outcomes(await times(20, () => from(ELSEWHERE, false)))).toEqual([0, 0, 20]);
    wait(61);
    expect(outcomes(await times(10, () => from(ELSEWHERE, false)))).toEqual([0, 10, 0]);
  });

  it.each([
    ['a browser in which they signed in before', ELSEWHERE, { device: 'd1' }],
    ['a browser with their session', ELSEWHERE, { userId: 'owner' }],
    ['a network where they have a session', HOME, {}],
  ])('has a count of its own for %s', async (_, ip, as) => {
    await spread();
    expect(await from(ip, true, as)).toBe(200);
    expect(outcomes(await times(12, () => from(ip, false, as)))).toEqual([0, 10, 2]);
    wait(61);
    expect(outcomes(await times(10, () => from(ELSEWHERE, false)))).toEqual([0, 10, 0]);
  });
});
