import { isUuid } from '../../../kernel/ids.ts';
import { folded } from '../../../kernel/folding.ts';

export const MAX_QUERY = 200;
/** Of each kind. */
export const MAX_HITS = 5;
/** The least number of characters to look up the beginning of an id. */
const MIN_ID = 4;
/** A shorter text matches too much to search everything. */
const MIN_TEXT = 2;

export type SearchKind = 'customer' | 'order' | 'document' | 'product' | 'subscription' | 'checkout' | 'event';

/** What a search text may be. */
export interface Sought {
  /** Folded, as the fields that are searched. */
  text: string;
  /** Too short to search everything: only recent entities are searched. */
  isShort: boolean;
  /** A whole id. */
  id?: string;
  /** The range of ids that begin with the text: from inclusive, to exclusive. */
  ids?: { from: string; to: string };
}

/** Parses a search text; a leading `#`, as before a number, is ignored. */
export function soughtBy(query: string): Sought {
  const text = folded(query).replace(/^#/, '');
  const sought = { text, isShort: text.length < MIN_TEXT };
  const id = query.trim().replace(/^#/, '').toLowerCase();
  if (isUuid(id)) return { ...sought, id };
  if (id.length < MIN_ID || !isIdStart(id)) return sought;
  return { ...sought, ids: { from: id, to: `${id}~` } };
}

/** Whether a UUID can begin with the text. */
function isIdStart(text: string): boolean {
  return isUuid(`${text}${'00000000-0000-0000-0000-000000000000'.slice(text.length)}`);
}

/** "order paid", "OrderPaid" and "order_paid" are all the type `OrderPaid`. */
export function typeOf(text: string, types: readonly string[]): string | undefined {
  const plain = text.replaceAll(/[\s_.]/g, '').toLowerCase();
  return types.find((type) => type.toLowerCase() === plain);
}

/** `OrderPaid` → `Order paid`. */
export function typeWords(type: string): string {
  const words = type.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Exact matches first, then in the given order, without repetitions. */
export function ranked<D extends { id: string }>(found: readonly D[], isExact: (document: D) => boolean): D[] {
  const all = [...new Map(found.map((document) => [document.id, document])).values()];
  return [...all.filter(isExact), ...all.filter((document) => !isExact(document))].slice(0, MAX_HITS);
}
