/** Finished text, or an object or array still to be written. */
type Piece = string | object;

/** JSON with the fields of each object sorted by name (RFC 8785), in whatever order a store returned them. */
export function canonical(root: object): string {
  let text = '';
  // A stack in place of recursion: events may be nested deeper than the call stack allows.
  const left: Piece[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') text += next;
    else if (Array.isArray(next)) text += putItems(next, left);
    else text += putFields(next as Readonly<Record<string, unknown>>, left);
  }
  return text;
}

/** Both push the rest onto `left` in reverse order, and return the opening text. */
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
  if (isSorted(value)) left.push(before + JSON.stringify(value));
  else if (typeof value === 'object' && value !== null) left.push(value, before);
  else left.push(before + JSON.stringify(value));
}

/** Deeper values are not looked through. */
const SHALLOW = 8;

/** Whether a value's fields already have their order, as they do in large events: then it is written several times as fast. */
function isSorted(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (depth === SHALLOW) return false;
  if (Array.isArray(value)) return value.every((item) => isSorted(item, depth + 1));
  let last = '';
  for (const name of Object.keys(value)) {
    if (name < last || !isSorted((value as Readonly<Record<string, unknown>>)[name], depth + 1)) return false;
    last = name;
  }
  return true;
}
