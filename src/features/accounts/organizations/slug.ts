/** Taken by paths of our own: an organization's pages lie at `/{slug}`. */
const RESERVED: ReadonlySet<string> = new Set(
  `about accept-invitation account account-deleted accounts admin api assets auth billing checkout checkouts dashboard docs error
   favicon.ico favicon.svg forgot-password health healthz help invitation invitations ledger login logout metrics new oauth oauth2
   organization organizations outbox portal pretend-provider readyz reset-password robots.txt sandbox settings sign-in sign-out sign-up
   signin signout signup static theme.js tillbook v1 v2 verify-email www`.split(/\s+/),
);
const MAX_LENGTH = 100;
const SLUG = /^[a-z0-9]+(?:[._~-]+[a-z0-9]+)*$/;

/** As it is stored, claimed and compared. */
export function normalSlug(text: string): string {
  return text.toLowerCase();
}

/** Whether it can stand in a path as it is. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_LENGTH && SLUG.test(normalSlug(text));
}

export function isReserved(slug: string): boolean {
  return RESERVED.has(normalSlug(slug));
}
