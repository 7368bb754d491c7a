/**
 * Input that is not saved yet. It is kept in this tab, per user and form, until it is saved or discarded or its user signs out.
 * Passwords and other secrets are never kept.
 */
const PREFIX = 'draft ';
const SECRET = /password|secret|token|card/i;

let owner = '';

/** Sets the user whose drafts are read and written; until then there are none. */
export function keepDraftsOf(userId: string): void {
  owner = userId;
}

/** Values by field that differ from the form's defaults; whole fields, so that a draft replaces no others. */
export function changesOf(values: object, defaults: object): Record<string, unknown> {
  const before = defaults as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** The changes that a draft may hold; `secret` names further fields that it may not. */
export function withoutSecrets(
  changes: Record<string, unknown>,
  secret: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !SECRET.test(name) && !secret.includes(name)));
}

export function readDraft(form: string): Record<string, unknown> | undefined {
  if (!owner) return undefined;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(form)) ?? 'null');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Without changes, there is nothing to keep. */
export function writeDraft(form: string, changes: Record<string, unknown>): void {
  if (!owner) return;
  try {
    if (Object.keys(changes).length === 0) sessionStorage.removeItem(nameOf(form));
    else sessionStorage.setItem(nameOf(form), JSON.stringify(changes));
  } catch {
    // The storage is full or turned off: the form works without drafts.
  }
}

/** At sign-out: everybody's, and none is written until the next sign-in. */
export function forgetDrafts(): void {
  owner = '';
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Without storage there are no drafts.
  }
}

function nameOf(form: string): string {
  return `${PREFIX}${owner} ${form}`;
}
