import type { Collection, Document, Write } from '../../kernel/ports/document-store.ts';
import { hasHalfCharacter } from '../../kernel/text.ts';

/**
 * A document as ordinary tools show it: its fields have their own names, and the store's begin with an underscore. Maps are lists of `{ k, v }`,
 * as `$objectToArray` makes them, so that no key of a caller is a field, a path or an operator (docs/READ_MODELS.md#documents-in-mongodb).
 */
export interface MongoRow {
  _id: string;
  _position: string;
  /** Id of the save that wrote it, so that the writer recognizes its own. */
  _save: string;
  /** Only on tombstones, which have no fields: machine time of the removal, empty if unknown. */
  _removed_at?: string;
  /** The whole document as JSON text, if its fields do not hold it exactly: they are then for queries only. */
  _json?: string;
  [field: string]: unknown;
}

/** One field of a map. */
interface Entry {
  k: string;
  v: unknown;
}

const NAME = /^[A-Za-z]\w*$/;
/** MongoDB allows 100 levels; a map takes two for each of a document's. */
const MAX_DEPTH = 40;

export function rowOf(write: Write, save: string): MongoRow {
  const { collection, id, position, document, removedAt = '' } = write;
  const stored = { _position: position, _save: save };
  if (!document) return { _id: id, ...stored, _removed_at: removedAt };
  const encoder = new Encoder(collection.maps ?? []);
  const { id: _, ...fields } = encoder.fields(document, 1);
  return { _id: id, ...fields, ...stored, ...(!encoder.isExact && { _json: JSON.stringify(document) }) };
}

/** The document of a row; undefined for a tombstone. */
export function documentOf<D extends Document>({ maps = [] }: Collection, row: MongoRow): D | undefined {
  if (row._removed_at !== undefined) return undefined;
  if (row._json !== undefined) return JSON.parse(row._json) as D;
  const document: Record<string, unknown> = { id: row._id };
  for (const name in row) if (!name.startsWith('_')) document[name] = row[name];
  if (maps.length > 0) decodeMaps(document, maps);
  return document as unknown as D;
}

class Encoder {
  isExact = true;

  constructor(private readonly maps: readonly string[]) {}

  fields(object: object, depth: number): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(object) as [string, unknown][]) {
      if (value === undefined) continue;
      if (!isFieldName(name)) this.isExact = false;
      else fields[name] = this.value(value, depth, this.maps.includes(name));
    }
    return fields;
  }

  /** @param isFree whether objects in it are maps */
  private value(value: unknown, depth: number, isFree: boolean): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (depth === MAX_DEPTH) return this.unlike(null);
    if (!Array.isArray(value)) return isFree ? this.entries(value, depth + 1) : this.fields(value, depth + 1);
    const list = value.map((element) => this.value(element, depth + 1, isFree));
    // In a map, an empty list stands for an empty map.
    return isFree && list.length === 0 ? this.unlike(list) : list;
  }

  private entries(map: object, depth: number): Entry[] {
    const entries = Object.entries(map).filter(([, value]) => value !== undefined);
    return entries.map(([key, value]) => ({ k: this.text(key), v: this.value(value, depth, true) }));
  }

  /** The driver replaces half a surrogate pair. */
  private text(text: string): string {
    return hasHalfCharacter(text) ? this.unlike(text) : text;
  }

  private unlike<T>(stored: T): T {
    this.isExact = false;
    return stored;
  }
}

/** Neither the store's own, nor an operator, a path, an index of a list, or a property of every object: the driver returns `constructor` as bytes. */
function isFieldName(name: string): boolean {
  return NAME.test(name) && !(name in Object.prototype);
}

/** In place, because the rest is as it was stored, and the driver makes each row for one caller. */
function decodeMaps(stored: Record<string, unknown>, maps: readonly string[]): void {
  for (const [name, value] of Object.entries(stored))
    if (maps.includes(name)) stored[name] = decodedMap(value);
    else if (typeof value === 'object' && value !== null) decodeMaps(value as Record<string, unknown>, maps);
}

/** A map, or what is in one: only lists hold objects there, and only as entries of a map. */
function decodedMap(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return isMap(value) ? Object.fromEntries(value.map(({ k, v }) => [k, decodedMap(v)])) : value.map(decodedMap);
}

function isMap(list: unknown[]): list is Entry[] {
  const [first] = list;
  return first === undefined || (typeof first === 'object' && first !== null && !Array.isArray(first));
}
