/** What follows one another in a text: characters, and `undefined` for any one. */
type Part = readonly (string | undefined)[];
/** Where the first occurrence at or after an index ends; −1 if there is none. */
type Search<Text> = (text: Text, from: number) => number;

/**
 * Tells whether a text contains what a pattern of SQL describes: `%` is any text, `_` any character, and `\` takes the next one as it is; at the end it
 * stands for itself. Each part is searched from where the one before it first ends, and never again, so that no pattern makes it slow.
 */
export function containing(pattern: string): (text: string) => boolean {
  const parts = partsOf(pattern);
  if (parts.every((part) => !part.includes(undefined))) {
    const searches = parts.map((part) => literalSearch(part.join('')));
    return (text) => followOneAnother(searches, text);
  }
  const searches = parts.map(partSearch);
  return (text) => followOneAnother(searches, [...text]);
}

function followOneAnother<Text>(searches: readonly Search<Text>[], text: Text): boolean {
  let end = 0;
  return searches.every((search) => (end = search(text, end)) >= 0);
}

function literalSearch(literal: string): Search<string> {
  return (text, from) => {
    const at = text.indexOf(literal, from);
    return at < 0 ? -1 : at + literal.length;
  };
}

/** The algorithm Shift-And: bit n says that the last characters are the first n + 1 of the part. */
function partSearch(part: Part): Search<readonly string[]> {
  const words = Math.ceil(part.length / 32);
  const others = new Uint32Array(words);
  part.forEach((character, n) => character === undefined && setBit(others, n));
  const allowed = new Map<string | undefined, Uint32Array>();
  part.forEach((character, n) => {
    const bits = allowed.get(character) ?? others.slice();
    setBit(bits, n);
    allowed.set(character, bits);
  });
  const last = part.length - 1;
  return (characters, from) => {
    const begun = new Uint32Array(words);
    for (let at = from; at < characters.length; at++) {
      const bits = allowed.get(characters[at]) ?? others;
      let carried = 1;
      for (let word = 0; word < words; word++) {
        const before = begun[word]!;
        begun[word] = ((before << 1) | carried) & bits[word]!;
        carried = before >>> 31;
      }
      if ((begun[last >>> 5]! >>> (last & 31)) & 1) return at + 1;
    }
    return -1;
  };
}

function setBit(bits: Uint32Array, n: number): void {
  bits[n >>> 5]! |= 1 << (n & 31);
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
