/**
 * A function of texts that remembers what it returned last, for what is asked again and again and takes longer to compute than to look up.
 * @param most of the arguments that are remembered
 */
export function remembered<A extends string[], T>(compute: (...parts: A) => T, most: number): (...parts: A) => T {
  const known = new Map<string, T>();
  return (...parts) => {
    const key = parts.join('\0');
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      known.set(key, (value = compute(...parts)));
    }
    return value;
  };
}
