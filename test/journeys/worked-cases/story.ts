import { addDays, type Instant } from '../../../src/kernel/ports/clock.ts';

/**
 * One customer's dealings, a line each: `date deed | orders | subscription`. The orders are those that the deed, or time alone, created or
 * changed; the subscription is as it stands afterwards. Arithmetic in parentheses is how the number before it was found: `(14/28 × 30.00)` is rounded half
 * to even, `(19% × 30.00)` half away from zero. The deed decides the webhooks (sequences.ts).
 */
export interface Story {
  title: string;
  /** Which organization: `usual` cancels after the last attempt, and revokes benefits at once; a customer of `several` may subscribe twice. */
  shop: ShopName;
  lines: readonly Line[];
}

export type ShopName = 'usual' | 'patient' | 'lenient' | 'several';

export interface Line {
  at: Instant;
  deed: string;
  /** Without the arithmetic. */
  expected: string;
  written: string;
}

const ARITHMETIC = / \(([^()]*×[^()]*)\)/g;

export function story(title: string, ...lines: string[]): Story {
  return { title, shop: 'usual', lines: lines.map(lineOf) };
}

export function storyAt(shop: ShopName, title: string, ...lines: string[]): Story {
  return { ...story(title, ...lines), shop };
}

function lineOf(written: string): Line {
  const [, date, time = '10:00', deed, expected] = /^(\S{10})(?: (\d\d:\d\d))? ([^|]+) \| (.*)$/.exec(written) ?? [];
  if (!date || !deed || !expected) throw new Error(`Not a line of a story: ${written}`);
  const at = addDays(`${date}T${time}:00.000Z`, 0);
  return { at, deed, expected: expected.replaceAll(ARITHMETIC, ''), written };
}

const UNITS: Readonly<Record<string, number>> = { jpy: 0, bhd: 3 };

/** `30.00` of two decimals is 3000. */
export function minor(amount: string): number {
  return Number(amount.replace('.', ''));
}

export function written(amount: number, currency: string): string {
  const decimals = UNITS[currency] ?? 2;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  return (amount < 0 ? '-' : '') + digits.slice(0, split) + ((decimals && `.${digits.slice(split)}`) || '');
}

/** The numbers of a line that say how they were found, as written and as whole-number arithmetic gives them. */
export function workedOut({ written: text }: Line): { amount: string; found: number }[] {
  return [...text.matchAll(/(-?)([\d.]+) \(([\d.]+)(%|\/([\d.]+)) × ([\d.]+)\)/g)].map(
    ([, , amount, by, kind, whole, of]) => {
      const isPercent = kind === '%';
      const [numerator, denominator] = isPercent ? [scaled(by!), 1_000_000n] : [BigInt(by!), BigInt(whole!)];
      const exact = numerator * BigInt(minor(of!));
      const [floor, rest] = [exact / denominator, exact % denominator];
      const half = 2n * rest - denominator;
      const up = half > 0n || (half === 0n && (isPercent || floor % 2n === 1n));
      return { amount: amount!, found: Number(up ? floor + 1n : floor) };
    },
  );
}

/** A percentage in ten thousandths of one. */
function scaled(percent: string): bigint {
  const [units, decimals = ''] = percent.split('.');
  return BigInt(units! + decimals.padEnd(4, '0'));
}
