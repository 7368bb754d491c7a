import { count } from './format';

/** What is left of something that an organization can have only so many of. */
export interface Room {
  /** No other can be created. */
  isFull: boolean;
  /** Such as "45 of 50 meters", once that is nearly all; then also what to do instead. */
  note?: string;
}

interface Use {
  used: number;
  allowed: number;
}

interface Words {
  /** Plural and lower case: "meters". */
  of: string;
  /** A sentence: "Delete one that is no longer used." */
  remedy: string;
}

/** From which part on it helps to know. */
const NEARLY_ALL = 0.8;

/** @param use null or undefined if it is not known: the server refuses what is too much anyway */
export function roomOf(use: Use | null | undefined, { of, remedy }: Words): Room {
  if (!use || use.used < use.allowed * NEARLY_ALL) return { isFull: false };
  const note = `${usedText(use)} ${of}`;
  return use.used < use.allowed ? { isFull: false, note } : { isFull: true, note: `${note}. ${remedy}` };
}

/** "3 of 50" */
export function usedText({ used, allowed }: Use): string {
  return `${count(used)} of ${count(allowed)}`;
}
