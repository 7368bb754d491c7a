import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<Set<string>>();

/** The people whom the documents name that are read while `build` runs: whatever it builds from them may mention those people. */
export async function withSubjects<T>(build: () => Promise<T>): Promise<{ built: T; subjects: string[] }> {
  const subjects = new Set<string>();
  const built = await collecting.run(subjects, build);
  return { built, subjects: [...subjects].sort() };
}

/** Called for every document that is read, or folded from its stream. */
export function noteSubjects(document: object | undefined): void {
  const subjects = collecting.getStore();
  if (!subjects || !document || !('subjects' in document)) return;
  for (const subject of document.subjects as readonly string[]) subjects.add(subject);
}
