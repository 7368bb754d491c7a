/** Memoizes up to `most` results of a function of texts; undefined results are not kept. */
export function memoized<A extends readonly string[], T>(most: number, answer: (...texts: A) => T): (...texts: A) => T {
  const answers = new Map<string, T>();
  return (...texts) => {
    const key = texts.join('\0');
    const known = answers.get(key);
    if (known !== undefined) return known;
    const made = answer(...texts);
    if (answers.size >= most) answers.clear();
    if (made !== undefined) answers.set(key, made);
    return made;
  };
}
