import { describe, expect, it } from '@jest/globals';
import { stat } from 'node:fs/promises';
import { addDays, parseInstant, secondsBetween } from '../../src/kernel/ports/clock.ts';
import { base62, deriveText, deriveUuid, isUuid, newUuid, seedOf, uuidV5 } from '../../src/kernel/ids.ts';
import type { Vault, VaultEntry } from '../../src/kernel/ports/vault.ts';
import { EncryptedVault } from '../../src/kernel/secrets/encrypted-vault.ts';
import { equalSecrets, Keys, seal, unseal } from '../../src/kernel/secrets/keys.ts';
import {
  chargeStepOf,
  CURRENCIES,
  decimalsOf,
  isCurrency,
  maximumChargeOf,
  minimumChargeOf,
} from '../../src/kernel/currencies.ts';
import { decimalText, isSameMoney, moneyText, roundHalfAwayFromZero, roundHalfEven } from '../../src/kernel/money.ts';
import { KeyedMutex } from '../../src/kernel/coordination/mutex.ts';
import { pause, withTimeout } from '../../src/kernel/coordination/waiting.ts';
import { block } from '../support/block.ts';
import { until, within } from '../support/until.ts';

describe('ids', () => {
  it('derives the same id from the same seed and label, and different ids from different ones', () => {
    const seed = newUuid();
    expect(deriveUuid(seed, 'order')).toBe(deriveUuid(seed, 'order'));
    expect(deriveUuid(seed, 'order')).not.toBe(deriveUuid(seed, 'payment'));
    expect(deriveText(seed, 'user')).toMatch(/^[0-9A-Za-z]{32}$/);
  });

  it("keeps the seed's time, and the version and variant of a UUIDv7", () => {
    const seed = newUuid(1_700_000_000_000);
    const derived = deriveUuid(seed, 'order');
    expect(isUuid(derived)).toBe(true);
    expect(derived.slice(0, 13)).toBe(seed.slice(0, 13));
    expect(derived[14]).toBe('7');
    expect('89ab').toContain(derived[19]);
  });

  it('makes name-based ids of version 5 that depend on where parts are split', () => {
    expect(uuidV5('a', 'bc')).not.toBe(uuidV5('ab', 'c'));
    expect(uuidV5('a')[14]).toBe('5');
    expect(isUuid(seedOf(0, 'renew'))).toBe(true);
  });

  it('writes bytes in base62 at a fixed length', () => {
    expect(base62(new Uint8Array(16))).toHaveLength(22);
    expect(base62(new Uint8Array(16).fill(255))).toHaveLength(22);
  });
});

describe('rounding', () => {
  it.each([
    [8.5, 9],
    [-8.5, -9],
    [8.49, 8],
    [-0.2, 0],
  ])('rounds %p half away from zero to %p', (value, rounded) => expect(roundHalfAwayFromZero(value)).toBe(rounded));

  it.each([
    [8.5, 8],
    [9.5, 10],
    [-8.5, -8],
    [2.51, 3],
    [-0.5, 0],
  ])('rounds %p half to even to %p', (value, rounded) => expect(roundHalfEven(value)).toBe(rounded));
});

describe('money', () => {
  it.each([
    [{ amount: 900, currency: 'usd' }, '$9.00'],
    [{ amount: -1_750, currency: 'eur' }, '-€17.50'],
    [{ amount: 900, currency: 'jpy' }, '¥900'],
    [{ amount: 1_230, currency: 'kwd' }, 'KWD\u00a01.230'],
    // Intl writes these without decimals, but the processor counts them in hundredths.
    [{ amount: 1_750_050, currency: 'huf' }, 'HUF\u00a017,500.50'],
    [{ amount: 50_000, currency: 'isk' }, 'ISK\u00a0500.00'],
    [{ amount: 250_000, currency: 'ugx' }, 'UGX\u00a02,500.00'],
    [{ amount: 2_000, currency: 'twd' }, 'NT$20.00'],
  ])('writes %p as %p', (money, text) => expect(moneyText(money)).toBe(text));

  it('is equal only if both amount and currency are equal', () => {
    const usd = { amount: 900, currency: 'usd' };
    const others = [{ ...usd }, { ...usd, amount: 901 }, { ...usd, currency: 'eur' }];
    expect(others.map((other) => isSameMoney(usd, other))).toEqual([true, false, false]);
  });
});

describe('currencies', () => {
  it('knows the decimals, least, most and step of each', () => {
    const facts = (code: string) => [
      decimalsOf(code),
      minimumChargeOf(code),
      maximumChargeOf(code),
      chargeStepOf(code),
    ];
    expect(facts('usd')).toEqual([2, 50, 99_999_999, 1]);
    expect(facts('gbp')).toEqual([2, 30, 99_999_999, 1]);
    expect(facts('huf')).toEqual([2, 17_500, 99_999_999, 1]);
    expect(facts('jpy')).toEqual([0, 50, 99_999_999, 1]);
    expect(facts('bhd')).toEqual([3, 200, 99_999_999, 10]);
    expect(facts('isk')).toEqual([2, 10_000, 99_999_999, 100]);
    expect(facts('idr')).toEqual([2, 1_000_000, 999_999_999_999, 1]);
  });

  it('has every currency once, by its code in lower case', () => {
    expect(CURRENCIES).toHaveLength(140);
    expect(CURRENCIES).toEqual([...new Set(CURRENCIES)].sort());
    expect(['usd', 'USD', 'xxx', 'u', '', null, 'constructor'].filter(isCurrency)).toEqual(['usd']);
  });

  it('can charge the least of each, and more than it', () => {
    const wrong = CURRENCIES.filter(
      (code) => minimumChargeOf(code) % chargeStepOf(code) !== 0 || minimumChargeOf(code) * 10 > maximumChargeOf(code),
    );
    expect(wrong).toEqual([]);
  });

  it('writes amounts with their decimals for spreadsheets', () => {
    const texts = ['usd', 'jpy', 'bhd', 'isk'].map((currency) => decimalText({ amount: -1_200, currency }));
    expect(texts).toEqual(['-12.00', '-1200', '-1.200', '-12.00']);
  });
});

describe('instants', () => {
  it('reads every offset and refuses a time without one', () => {
    expect(parseInstant('2026-01-31T11:00:00+01:00')).toBe('2026-01-31T10:00:00.000Z');
    expect(parseInstant('2026-01-31T11:00:00')).toBeUndefined();
    expect(parseInstant('2026-02-30')).toBeUndefined();
  });

  it('counts days and seconds', () => {
    expect(addDays('2026-02-28T00:00:00.000Z', 1)).toBe('2026-03-01T00:00:00.000Z');
    expect(secondsBetween('2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z')).toBe(60);
  });
});

describe('keys', () => {
  const keys = new Keys({ signing: ['new', 'old'], master: ['m'], lookup: 'l' });

  it('derives a key per purpose and per secret', () => {
    expect(keys.digest('email', 'a@example.com')).not.toBe(keys.digest('slug', 'a@example.com'));
    expect(keys.signing('cookie')).toHaveLength(2);
    expect(keys.signing('cookie')[0]!.equals(keys.signing('jwt')[0]!)).toBe(false);
  });

  it('opens what it sealed, and only in its own place', () => {
    const key = keys.master('vault')[0]!;
    const sealed = seal(key, 'söcret', 'here');
    expect(unseal(key, sealed, 'here')).toBe('söcret');
    expect(() => unseal(key, sealed, 'there')).toThrow();
    expect(() => unseal(keys.signing('x')[0]!, sealed, 'here')).toThrow();
  });

  it('compares secrets of any length', () => {
    expect(equalSecrets('abc', 'abc')).toBe(true);
    expect(equalSecrets('abc', 'abcd')).toBe(false);
  });
});

describe('EncryptedVault', () => {
  it('reads what several want in the same turn at once, and opens for each what it wants', async () => {
    const reads: string[][] = [];
    const entries = new Map<string, VaultEntry>();
    const stored = {
      put: (key: string, value: string) => Promise.resolve(void entries.set(key, { value, version: 1 })),
      getMany(keys: readonly string[]) {
        reads.push([...keys]);
        return Promise.resolve(new Map([...entries].filter(([key]) => keys.includes(key))));
      },
    } as Partial<Vault> as Vault;
    const vault = new EncryptedVault(stored, new Keys({ signing: ['s'], master: ['m'], lookup: 'l' }));
    for (const key of ['a', 'b']) await vault.put(key, `value of ${key}`);
    entries.set('damaged', { value: 'a.b', version: 1 });
    const wanted = [['a', 'b'], ['b', 'missing'], ['damaged']].map((keys) => vault.getMany(keys));
    const [first, second, third] = await Promise.allSettled(wanted);
    expect(reads).toEqual([['a', 'b', 'missing', 'damaged']]);
    expect(first).toMatchObject({
      value: new Map([
        ['a', { value: 'value of a', version: 1 }],
        ['b', { value: 'value of b', version: 1 }],
      ]),
    });
    expect(second).toMatchObject({ value: new Map([['b', { value: 'value of b', version: 1 }]]) });
    expect(third).toMatchObject({ status: 'rejected' });
    await vault.getMany(['a']);
    expect(reads).toHaveLength(2);
  });
});

describe('KeyedMutex', () => {
  it('runs one task per key at a time, in order, also after a failed one', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const task =
      (name: string, fail = false) =>
      async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        if (fail) throw new Error(name);
      };
    const first = mutex.withLock('k', task('first', true));
    const second = mutex.withLock('k', task('second'));
    await expect(first).rejects.toThrow('first');
    await second;
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });
});

describe('withTimeout', () => {
  const late = () => 'late';
  const answerAfter = async (ms: number) => {
    await pause(ms);
    return 'answered';
  };

  it('gives up on what takes longer', async () => {
    expect(await withTimeout(new Promise<string>(() => undefined), 50, late)).toBe('late');
  });

  it('allows the time in which the process was blocked', async () => {
    const waiting = withTimeout(
      answerAfter(600).then(() => answerAfter(100)),
      500,
      late,
    );
    block(1_000);
    expect(await waiting).toBe('answered');
  });

  it('sees what arrived while the process was blocked until the limit', async () => {
    const waiting = withTimeout(
      stat('.').then(() => 'answered'),
      1,
      late,
    );
    block(100);
    expect(await waiting).toBe('answered');
  });
});

describe('waiting in tests', () => {
  it('names what it waited for, and for how long', async () => {
    await expect(until(() => false, 'the tide', 30)).rejects.toThrow('Waited 0.03 s for the tide');
    await expect(within(new Promise(() => undefined), 'an answer', 30)).rejects.toThrow('Waited 0.03 s for an answer');
    let checks = 0;
    await until(() => ++checks === 3, 'the third check');
    expect(checks).toBe(3);
  });
});
