const NAME = 'organization ';
/** public/early.js reads it. */
const ID = 'id of ';

/** The slug of the organization that a user opened last in this browser, or ''. */
export function lastOrganization(userId: string): string {
  try {
    return localStorage.getItem(NAME + userId) ?? '';
  } catch {
    return '';
  }
}

/** Its id too, with which public/early.js asks for the user's role before any other script has loaded. */
export function rememberOrganization(userId: string, { id, slug }: { id: string; slug: string }): void {
  try {
    localStorage.setItem(NAME + userId, slug);
    localStorage.setItem(ID + slug, id);
  } catch {
    // Without storage, a user with several chooses again.
  }
}

/** At sign-out: public/early.js requests nothing for this browser any more. */
export function forgetIds(): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(ID));
    names.forEach((name) => localStorage.removeItem(name));
  } catch {
    // Without storage, there are none.
  }
}

/** The organization to open at once: the last one, or the only one; undefined if there is a choice or none. */
export function organizationToOpen<O extends { slug: string }>(all: readonly O[], last: string): O | undefined {
  return all.find(({ slug }) => slug === last) ?? (all.length === 1 ? all[0] : undefined);
}
