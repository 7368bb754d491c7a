import type { SearchSchemaInput } from '@tanstack/react-router';
import { readStored, store } from './stored';

/** The search parameters of every list. `sorting` as in the contract: `-created_at`. */
export interface ListSearch {
  page: number;
  sorting: string;
  query: string;
}

/** A route's `validateSearch` input: links may omit any part. */
export type SearchInput<T> = Partial<T> & SearchSchemaInput;

export const LIMIT = 25;
/** Rows of a page to choose from. */
export const LIMITS = [25, 50, 100] as const;

const STORED_LIMIT = 'rows-per-page';

/** The rows per page that an address asks for, or those chosen last in this browser. */
export function limitOf(value: unknown): number {
  const known = (limit: unknown) => LIMITS.find((one) => one === Number(limit));
  return known(value) ?? known(readStored(STORED_LIMIT)) ?? LIMIT;
}

export function storeLimit(limit: number): void {
  store(STORED_LIMIT, limit === LIMIT ? null : String(limit));
}

export function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : fallback;
}

/** A path of this app, or ''; never another site. Browsers leave out control characters, so that `/\t/` would be `//`. */
export function pathOf(value: unknown): string {
  const path = textOf(value, '');
  return /^\/(?![/\\])\P{Cc}*$/u.test(path) ? path : '';
}

export function oneOf<const T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((candidate) => candidate === value) ?? fallback;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return UUID.test(text);
}

/** An id of the billing contract, or '' if it is none. */
export function idOf(value: unknown): string {
  return typeof value === 'string' && isId(value) ? value : '';
}

export function pageOf(value: unknown): number {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : 1;
}

/** A day such as 2026-11-21, or '' if it is invalid. */
export function dayOf(value: unknown): string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : '';
}

/** How a seller came back from connecting a server or an account: which they have connected, or why there is none. */
export interface Connected {
  connected?: string;
  error?: string;
}

export function connectedIn({ connected, error }: Connected): Connected {
  return { connected, error };
}
