/** What a user last opened in an organization, newest first, kept on this device until somebody signs out. */
const PREFIX = 'recent ';
const MAX = 8;

export interface RecentThing {
  kind: string;
  id: string;
  title: string;
}

let owner = '';

/** The user whose list is read and written; nobody's until it is called. */
export function keepRecentOf(userId: string): void {
  owner = userId;
}

export function recentThings(organizationId: string): RecentThing[] {
  if (!owner) return [];
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(organizationId)) ?? '[]');
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

/** At sign-out: everybody's, because they may name people, and none is kept until the next sign-in. */
export function forgetRecent(): void {
  owner = '';
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // Without storage, nothing is kept.
  }
}

function write(organizationId: string, things: readonly RecentThing[]): void {
  if (!owner) return;
  try {
    localStorage.setItem(nameOf(organizationId), JSON.stringify(things));
  } catch {
    // The storage is full or turned off: the palette works without it.
  }
}

/** Not by organization alone: a session may end without a sign-out, and its next user may read less. */
function nameOf(organizationId: string): string {
  return `${PREFIX}${owner} ${organizationId}`;
}

function isThing(value: unknown): value is RecentThing {
  const { kind, id, title } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof kind === 'string' && typeof id === 'string' && typeof title === 'string';
}
