/** What was last opened in an organization, newest first, kept on this device until sign-out. */
const PREFIX = 'recent ';
const MAX = 8;

export interface RecentThing {
  kind: string;
  id: string;
  title: string;
}

export function recentThings(organizationId: string): RecentThing[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + organizationId) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isThing).slice(0, MAX) : [];
  } catch {
    return [];
  }
}

/** Moves a thing to the head of the list. */
export function rememberThing(organizationId: string, { kind, id, title }: RecentThing): void {
  const others = recentThings(organizationId).filter((one) => one.kind !== kind || one.id !== id);
  write(organizationId, [{ kind, id, title }, ...others].slice(0, MAX));
}

export function forgetThing(organizationId: string, id: string): void {
  const things = recentThings(organizationId);
  const others = things.filter((one) => one.id !== id);
  if (others.length < things.length) write(organizationId, others);
}

/** At sign-out: those of all organizations, because they may name people. */
export function forgetRecent(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // Without storage, nothing is kept.
  }
}

function write(organizationId: string, things: readonly RecentThing[]): void {
  try {
    localStorage.setItem(PREFIX + organizationId, JSON.stringify(things));
  } catch {
    // The storage is full or turned off: the palette works without it.
  }
}

function isThing(value: unknown): value is RecentThing {
  const { kind, id, title } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof kind === 'string' && typeof id === 'string' && typeof title === 'string';
}
