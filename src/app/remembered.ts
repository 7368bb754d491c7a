/** The same function of a text, which keeps up to `most` of its answers: for what is asked again and again. What is undefined is not kept. */
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
