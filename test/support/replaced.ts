/** Runs something while properties of an object have other values. */
export async function withReplaced<T extends object, R>(
  object: T,
  values: Partial<T>,
  run: () => Promise<R>,
): Promise<R> {
  const former = Object.fromEntries(Object.keys(values).map((name) => [name, object[name as keyof T]]));
  Object.assign(object, values);
  try {
    return await run();
  } finally {
    Object.assign(object, former);
  }
}
