import { beforeEach, describe, expect, it } from '@jest/globals';
import { KnownCallers } from '../../src/app/http/callers/known-callers.ts';
import type { Caller } from '../../src/app/http/callers/caller.ts';
import { Shares } from '../../src/app/http/sharing/shares.ts';

describe('shares of the requests in work', () => {
  let isBusy: boolean;
  let shares: Shares;
  let begun: string[];

  beforeEach(() => {
    [isBusy, begun] = [false, []];
    shares = new Shares({ most: 12, whileBusy: 6, isBusy: () => isBusy });
  });

  function ask(owner: string, count = 1): void {
    for (let n = 0; n < count; n++) shares.begin(owner, () => begun.push(owner));
  }

  const countOf = (owner: string) => begun.filter((name) => name === owner).length;

  it('gives everything to whoever asks alone, busy or not', () => {
    isBusy = true;
    ask('a', 13);
    expect(countOf('a')).toBe(12);
  });

  it('gives each of several an equal part, which is smaller while the process is busy', () => {
    ask('b');
    ask('a', 13);
    expect(countOf('a')).toBe(6);
    isBusy = true;
    ask('c', 13);
    expect(countOf('c')).toBe(2);
  });

  it('lets whoever has nothing in work begin at once, however many others wait', () => {
    isBusy = true;
    for (const owner of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) ask(owner, 30);
    ask('seller', 2);
    expect(countOf('seller')).toBe(2);
  });

  it('refuses nobody but whoever has too many waiting', () => {
    ask('b');
    ask('a', 6 + 127);
    expect(shares.isFull('a')).toBe(false);
    ask('a');
    expect([shares.isFull('a'), shares.isFull('b'), shares.isFull('c')]).toEqual([true, false, false]);
  });

  it('takes turns among those who wait, each in order, until all have been served', () => {
    isBusy = true;
    ask('x');
    ask('a', 5);
    ask('b', 5);
    expect([countOf('a'), countOf('b')]).toEqual([3, 2]);
    begun = [];
    for (const owner of ['a', 'a', 'b', 'a', 'b', 'b']) shares.remove(owner);
    expect(begun).toEqual(['a', 'b', 'a', 'b', 'b']);
    for (const owner of ['x', 'a', 'a', 'b', 'b']) shares.remove(owner);
    expect(['x', 'a', 'b'].map((owner) => shares.isIdle(owner))).toEqual([true, true, true]);
  });

  it('gives the part of a request that pauses to others, and lets it go on without waiting', () => {
    ask('b');
    ask('a', 7);
    expect(countOf('a')).toBe(6);
    shares.remove('a');
    expect(countOf('a')).toBe(7);
    shares.add('a');
    ask('a');
    expect(countOf('a')).toBe(7);
  });
});

describe('a request that pauses', () => {
  it('may end before it goes on', () => {
    const shares = new Shares({ most: 2, whileBusy: 2, isBusy: () => false });
    shares.begin('a', () => undefined);
    for (const change of ['remove', 'remove', 'add'] as const) shares[change]('a');
    expect(shares.isIdle('a')).toBe(true);
  });
});

describe('known callers', () => {
  const user = (id: string): Caller => ({ kind: 'user', id, organizationIds: ['o'], scopes: new Set() });
  const nobody: Caller = { kind: 'anonymous', id: '', organizationIds: [], scopes: new Set() };
  const as = (token: string) => ({ cookie: `other=1; tillbook.session_token=${token}` });
  let known: KnownCallers;

  beforeEach(() => {
    known = new KnownCallers();
  });

  it('are those whose credentials were accepted, whatever else they send', () => {
    expect(known.ownerOf(as('t'))).toBe('strangers');
    known.learn(as('t'), user('ada'));
    known.learn({ authorization: 'Bearer k' }, { ...user('k'), kind: 'token' });
    known.learn({ 'x-api-key': 'key' }, user('ben'));
    expect(known.ownerOf({ ...as('t'), cookie: `${as('t').cookie}; more=2` })).toBe('user/ada');
    expect(known.ownerOf({ cookie: 'tillbook.session_token=%74' })).toBe('user/ada');
    expect(known.ownerOf({ authorization: 'Bearer k' })).toBe('token/o');
    expect(known.ownerOf({ 'x-api-key': 'key' })).toBe('user/ben');
    expect([known.ownerOf({}), known.ownerOf(as('u'))]).toEqual(['strangers', 'strangers']);
  });

  it('do not share with the customers of their organization', () => {
    known.learn({ authorization: 'Bearer c' }, { ...user('c'), kind: 'customer' });
    expect(known.ownerOf({ authorization: 'Bearer c' })).toBe('customer/o');
  });

  it('are strangers once their credentials are refused', () => {
    known.learn(as('t'), user('ada'));
    known.learn(as('t'), nobody);
    expect(known.ownerOf(as('t'))).toBe('strangers');
  });

  it('are a bounded number, of whom those who were away longest are forgotten', () => {
    for (let n = 0; n < 10_000; n++) known.learn(as(`t${n}`), user(`u${n}`));
    known.learn(as('t0'), user('u0'));
    known.learn(as('new'), user('new'));
    expect(['t0', 't1', 'new'].map((token) => known.ownerOf(as(token)))).toEqual(['user/u0', 'strangers', 'user/new']);
  });

  it('are not forgotten because of one who sends what was accepted in many forms', () => {
    known.learn(as('t'), user('ada'));
    for (let n = 0; n < 10_000; n++) known.learn({ ...as('m'), authorization: `Basic ${n}` }, user('mallory'));
    expect(known.ownerOf(as('t'))).toBe('user/ada');
    expect(known.ownerOf({ authorization: 'Basic 9500' })).toBe('user/mallory');
    expect(known.ownerOf({ authorization: 'Basic 9499' })).toBe('strangers');
  });
});
