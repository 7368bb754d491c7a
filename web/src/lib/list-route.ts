import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router';
import { dayOf, idOf, LIMIT, limitOf, oneOf, pageOf, textOf } from './search';

/** A search parameter: its default, which the address omits, and its parser. */
interface Param<T> {
  fallback: T;
  read: (raw: unknown) => T;
}

type Params<Search> = { [Name in keyof Search]: Param<Search[Name]> };

export const page: Param<number> = { fallback: 1, read: pageOf };

/** Rows of a page. */
export const limit: Param<number> = { fallback: LIMIT, read: limitOf };

/** A day such as 2026-11-21, or '' for any. */
export const day: Param<string> = { fallback: '', read: dayOf };

/** The id of a product, a customer and so on, or '' for any. */
export const id: Param<string> = { fallback: '', read: idOf };

/** A currency such as "usd", or '' for any. */
export const code: Param<string> = {
  fallback: '',
  read: (raw) => (typeof raw === 'string' && /^[a-z]{3}$/i.test(raw) ? raw.toLowerCase() : ''),
};

/** Any text, such as a sorting or a search. */
export function text(fallback = ''): Param<string> {
  return { fallback, read: (raw) => textOf(raw, fallback) };
}

/** One of these values; the first by default. */
export function choice<const T extends string>(first: T, ...others: readonly T[]): Param<T> {
  return { fallback: first, read: (raw) => oneOf(raw, [first, ...others], first) };
}

/** The options of a list's route that depend on its search parameters. */
export function listRoute<Search extends object>(params: Params<Search>) {
  const names = Object.keys(params) as (keyof Search)[];
  const each = <T>(value: (name: keyof Search) => T) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as { [Name in keyof Search]: T };
  const defaults = each((name) => params[name].fallback) as Search;
  return {
    validateSearch: (raw: Partial<Search> & SearchSchemaInput): Search => {
      const search = each((name) => params[name].read(raw[name])) as Search;
      for (const name of names) if (isRefused(raw[name], search[name])) report(String(name), String(raw[name]));
      return search;
    },
    search: { middlewares: [stripSearchParams<Search>(defaults as never)] },
    loaderDeps: ({ search }: { search: Search }) => search,
  };
}

function isRefused(raw: unknown, read: unknown): boolean {
  return raw !== undefined && raw !== '' && String(raw) !== String(read);
}

let report: (name: string, value: string) => void = () => undefined;

/** Calls `act` with each invalid parameter of an address: the list is shown without it. */
export function onRefusedParam(act: typeof report): void {
  report = act;
}

/** Changes a list's search and goes back to its first page. */
export function searchChange<Search>(change: Partial<Search>) {
  return { search: (was: Search): Search => ({ ...was, page: 1, ...change }) };
}
