/** Characters of a pattern that are searched in one step: the bits of a number. */
const BITS = 32;

/** What follows one another in a text: code points, and `undefined` for any one. */
type Part = readonly (number | undefined)[];
/** Where the first occurrence at or after an index ends; −1 if there is none. */
type Search = (text: string, from: number) => number;

/**
 * Tells whether a text contains what a pattern of SQL describes: `%` is any text, `_` any character, and `\` takes the next one as it is; at the end it
 * stands for itself. Each part is searched from where the one before it first ends, and never again, so that every character of the text takes at most
 * `likeWeight(pattern)` steps.
 */
export function containing(pattern: string): (text: string) => boolean {
  const parts = partsOf(pattern);
  const searches = parts.map((part) => (part.includes(undefined) ? partSearch(part) : literalSearch(part)));
  const least = parts.reduce((sum, part) => sum + part.length, 0);
  return (text) => {
    if (text.length < least) return false;
    let end = 0;
    return searches.every((search) => (end = search(text, end)) >= 0);
  };
}

/** How many steps a character of a text takes; it grows with the length of the pattern. */
export function likeWeight(pattern: string): number {
  return Math.max(1, Math.ceil(pattern.length / BITS));
}

/** V8 changes to Boyer–Moore where comparing at each place would take long. */
function literalSearch(part: Part): Search {
  const literal = String.fromCodePoint(...(part as number[]));
  return (text, from) => {
    const at = text.indexOf(literal, from);
    return at < 0 ? -1 : at + literal.length;
  };
}

/** The algorithm Shift-And: bit n says that the last characters are the first n + 1 of the part. */
function partSearch(part: Part): Search {
  const words = Math.ceil(part.length / BITS);
  const others = new Int32Array(words);
  part.forEach((point, n) => point === undefined && setBit(others, n));
  const allowed = new Map<number, Int32Array>();
  part.forEach((point, n) => {
    if (point === undefined) return;
    const bits = allowed.get(point) ?? others.slice();
    setBit(bits, n);
    allowed.set(point, bits);
  });
  const whole = 1 << ((part.length - 1) % BITS);
  return words === 1 ? wordSearch(allowed, others, whole) : wordsSearch(allowed, others, whole);
}

/** Of most parts: several times as fast as with a list of words. */
function wordSearch(lists: ReadonlyMap<number, Int32Array>, [others = 0]: Int32Array, whole: number): Search {
  const allowed = new Map([...lists].map(([point, [bits]]) => [point, bits!]));
  const ascii = Int32Array.from({ length: 128 }, (_, point) => allowed.get(point) ?? others);
  return (text, from) => {
    let begun = 0;
    for (let at = from; at < text.length; at++) {
      const point = pointAt(text, at);
      if (point > 0xffff) at += 1;
      begun = ((begun << 1) | 1) & (point < 128 ? ascii[point]! : (allowed.get(point) ?? others));
      if ((begun & whole) !== 0) return at + 1;
    }
    return -1;
  };
}

function wordsSearch(allowed: ReadonlyMap<number, Int32Array>, others: Int32Array, whole: number): Search {
  const begun = new Int32Array(others.length);
  return (text, from) => {
    begun.fill(0);
    for (let at = from; at < text.length; at++) {
      const point = pointAt(text, at);
      if (point > 0xffff) at += 1;
      const bits = allowed.get(point) ?? others;
      let carried = 1;
      for (let word = 0; word < begun.length; word++) {
        const before = begun[word]!;
        begun[word] = ((before << 1) | carried) & bits[word]!;
        carried = before >>> (BITS - 1);
      }
      if ((begun[begun.length - 1]! & whole) !== 0) return at + 1;
    }
    return -1;
  };
}

/** As `codePointAt`, which takes twice as long where there are no surrogates. */
function pointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (unit & 0xfc00) === 0xd800 ? text.codePointAt(at)! : unit;
}

function setBit(bits: Int32Array, n: number): void {
  bits[Math.floor(n / BITS)]! |= 1 << (n % BITS);
}

/** The parts between `%`. */
function partsOf(pattern: string): Part[] {
  const characters = [...pattern];
  const parts: (number | undefined)[][] = [[]];
  for (let at = 0; at < characters.length; at++) {
    const isEscape = characters[at] === '\\' && at + 1 < characters.length;
    if (isEscape) at += 1;
    if (!isEscape && characters[at] === '%') parts.push([]);
    else parts.at(-1)!.push(!isEscape && characters[at] === '_' ? undefined : characters[at]!.codePointAt(0)!);
  }
  return parts.filter((part) => part.length > 0);
}
