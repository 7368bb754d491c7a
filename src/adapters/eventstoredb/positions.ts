import type { Position } from '../../kernel/ports/event-store.ts';

const DIGITS = 20;

interface Parts {
  commit: bigint;
  prepare: bigint;
}

/** Commit and prepare, 20 digits each, so that positions compare as strings. */
export function toPosition({ commit, prepare }: Parts): Position {
  return `${digits(commit)}${digits(prepare)}`;
}

export function partsOf(position: Position): Parts {
  return { commit: BigInt(position.slice(0, DIGITS)), prepare: BigInt(position.slice(DIGITS)) };
}

export function isPosition(text: string): boolean {
  return /^\d{40}$/.test(text);
}

/** The later of two positions. */
export function afterPosition(a: Position | undefined, b: Position): Position {
  return a === undefined || b > a ? b : a;
}

function digits(number: bigint): string {
  return number.toString().padStart(DIGITS, '0');
}
