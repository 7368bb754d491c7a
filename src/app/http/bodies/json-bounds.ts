import { LIMITS } from '../../../limits.ts';

/** Levels of objects and lists that a body may have. */
export const MAX_BODY_DEPTH = LIMITS.request.bodyDepth.most;

/** As numbers, because comparing texts takes five times as long. */
const [QUOTE, COMMA, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [...'",\\{}[]'].map((sign) =>
  sign.charCodeAt(0),
);

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
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (++depth > MAX_BODY_DEPTH) return { kind: 'too-deep', at };
        if (++count > values) return { kind: 'too-many', at };
        break;
      case COMMA:
        if (++count > values) return { kind: 'too-many', at };
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth--;
    }
  }
  return undefined;
}

/** Where the quote is that ends the text which begins with one; each backslash is looked at once. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
