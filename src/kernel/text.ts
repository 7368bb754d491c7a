/** Whether a text has half of a pair of surrogates, which UTF-8 cannot hold: stores would replace it. */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** A text without the characters of one kind at its end. */
export function withoutTrailing(end: string, text: string): string {
  let length = text.length;
  while (length > 0 && text[length - 1] === end) length--;
  return text.slice(0, length);
}
