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
