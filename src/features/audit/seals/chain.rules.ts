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

/** Text as it is, or an object or array that is still to be written. */
type Piece = string | object;

/** JSON with the fields of each object in the order of their names (RFC 8785), however a store has kept them. */
export function canonical(root: object): string {
  let text = '';
  // What is left, the next one last. No recursion, because an event may be nested deeper than calls can.
  const left: Piece[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') text += next;
    else if (Array.isArray(next)) text += putItems(next, left);
    else text += putFields(next as Readonly<Record<string, unknown>>, left);
  }
  return text;
}

/** Both put what follows on `left` from behind, and answer what it begins with. */
function putItems(items: readonly unknown[], left: Piece[]): string {
  left.push(']');
  for (let at = items.length - 1; at >= 0; at--) put(at === 0 ? '' : ',', items[at], left);
  return '[';
}

function putFields(fields: Readonly<Record<string, unknown>>, left: Piece[]): string {
  const names = Object.keys(fields).sort();
  left.push('}');
  for (let at = names.length - 1; at >= 0; at--)
    put(`${at === 0 ? '' : ','}${JSON.stringify(names[at])}:`, fields[names[at]!], left);
  return '{';
}

function put(before: string, value: unknown, left: Piece[]): void {
  if (typeof value === 'object' && value !== null) left.push(value, before);
  else left.push(before + JSON.stringify(value));
}
