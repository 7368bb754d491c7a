/** What follows one another in a text: characters, and `undefined` for any one. */
type Part = readonly (string | undefined)[];

/**
 * Tells whether a text contains what a pattern of SQL describes: `%` is any text, `_` any character, and `\` takes the next one as it is; at the end it
 * stands for itself. Each part is searched from where the one before it was first found, and no further back, so that no pattern makes it slow.
 */
export function containing(pattern: string): (text: string) => boolean {
  const parts = partsOf(pattern);
  if (parts.every((part) => !part.includes(undefined))) {
    const literals = parts.map((part) => part.join(''));
    return (text) => followOneAnother(literals, (literal, from) => text.indexOf(literal, from));
  }
  return (text) => {
    const characters = [...text];
    return followOneAnother(parts, (part, from) => indexOf(characters, part, from));
  };
}

/** @param indexOfPart −1 if it is not found */
function followOneAnother<P extends string | Part>(
  parts: readonly P[],
  indexOfPart: (part: P, from: number) => number,
): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = indexOfPart(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

function indexOf(characters: readonly string[], part: Part, from: number): number {
  for (let at = from; at + part.length <= characters.length; at++)
    if (part.every((character, index) => character === undefined || character === characters[at + index])) return at;
  return -1;
}

/** The parts between `%`. */
function partsOf(pattern: string): Part[] {
  const characters = [...pattern];
  const parts: (string | undefined)[][] = [[]];
  for (let at = 0; at < characters.length; at++) {
    const isEscape = characters[at] === '\\' && at + 1 < characters.length;
    if (isEscape) at += 1;
    if (!isEscape && characters[at] === '%') parts.push([]);
    else parts.at(-1)!.push(!isEscape && characters[at] === '_' ? undefined : characters[at]);
  }
  return parts.filter((part) => part.length > 0);
}
