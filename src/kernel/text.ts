/** Whether a text has half of a pair of surrogates, which UTF-8 cannot hold: stores would replace it. */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Whether every store and every client can keep a text: it has neither NUL nor half a character. */
export function isReadableText(text: string): boolean {
  return !text.includes('\0') && !hasHalfCharacter(text);
}

/** A text without the characters of one kind at its end. */
export function withoutTrailing(end: string, text: string): string {
  let length = text.length;
  while (length > 0 && text[length - 1] === end) length--;
  return text.slice(0, length);
}
