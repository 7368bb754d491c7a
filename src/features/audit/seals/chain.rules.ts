import { createHmac } from 'node:crypto';
import type { NewStoredEvent, StoredEvent } from '../../../kernel/event-store.ts';
import type { Seal } from './seal.events.ts';

/** An event in its stream, without its place in one store. */
export type ChainedEvent = NewStoredEvent & Pick<StoredEvent, 'stream' | 'revision'>;

/** Before the first event. */
export const BEGINNING: Seal = { count: 0, seal: '' };

/**
 * The chain one event further: HMAC-SHA256(audit key, previous ‖ stream ‖ revision ‖ id ‖ type ‖ data and metadata), DESIGN §4. It is over
 * the event as it is stored, personal fields sealed, so that erasing a person changes nothing; and over no position, which is one store's
 * own, so that the chain is the same in a copy of the log elsewhere.
 */
export function chained(key: Buffer, { count, seal }: Seal, event: ChainedEvent): Seal {
  const { stream, revision, id, type, data, metadata } = event;
  const text = canonical([seal, stream, revision, id, type, data, metadata]);
  return { count: count + 1, seal: createHmac('sha256', key).update(text).digest('hex') };
}

/** What is to be written: a text as it is, or a value as JSON. */
type Piece = string | { value: unknown };

/** JSON with the fields of each object in the order of their names (RFC 8785), however a store has kept them. */
export function canonical(root: unknown): string {
  let text = '';
  // The next one last. No recursion, because an event may be nested deeper than calls can.
  const left: Piece[] = [{ value: root }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.value !== 'object' || next.value === null) text += JSON.stringify(next.value);
    else left.push(...piecesOf(next.value).reverse());
  }
  return text;
}

function piecesOf(value: object): Piece[] {
  if (Array.isArray(value)) return ['[', ...parted(value.map((item: unknown) => [{ value: item }])), ']'];
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return ['{', ...parted(fields.map(([name, field]) => [`${JSON.stringify(name)}:`, { value: field }])), '}'];
}

/** With commas between. */
function parted(items: Piece[][]): Piece[] {
  return items.flatMap((item, index) => (index === 0 ? item : [',', ...item]));
}
