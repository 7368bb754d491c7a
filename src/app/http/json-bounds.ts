/** Levels of objects and lists that a body may have. */
export const MAX_BODY_DEPTH = 50;

const OPENING = new Set(['{', '[']);
const CLOSING = new Set(['}', ']']);

/** Where a text exceeds its bounds; what follows was not read. */
export interface Excess {
  kind: 'too-deep' | 'too-many';
  at: number;
}

/** The first place at which JSON has more levels or values than it may; undefined also for text that is not JSON, and within bounds. */
export function excessIn(text: string, values: number): Excess | undefined {
  let depth = 0;
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ',' || OPENING.has(sign)) {
      if (OPENING.has(sign) && ++depth > MAX_BODY_DEPTH) return { kind: 'too-deep', at };
      if (++count > values) return { kind: 'too-many', at };
    } else if (CLOSING.has(sign)) depth--;
  }
  return undefined;
}

/** Where the quote is that ends the text which begins with one; each backslash is looked at once. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json[before - 1] === '\\') before--;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
