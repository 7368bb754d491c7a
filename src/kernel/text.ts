/** Whether a text has half of a pair of surrogates, which UTF-8 cannot hold: stores would replace it. */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
