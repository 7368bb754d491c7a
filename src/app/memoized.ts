/** Memoizes up to `most` results of a function of a text; undefined results are not kept. */
export function memoized<T>(most: number, answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const made = answer(text);
    if (answers.size >= most) answers.clear();
    if (made !== undefined) answers.set(text, made);
    return made;
  };
}
