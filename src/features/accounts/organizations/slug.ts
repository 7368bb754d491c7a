/** Taken by paths of our own: an organization's pages lie at `/{slug}`. */
const RESERVED: ReadonlySet<string> = new Set(
  `about account accounts admin api app assets auth benefits billing blog callback checkout checkouts clock customers dashboard demo docs
   error events favicon.ico files health healthz help home index.html invite invitation invoices ledger legal login logout metrics new
   oauth oauth2 orders organization organizations outbox outgoing portal pricing privacy products public readyz robots.txt sandbox
   settings sign-in sign-out sign-up signin signout signup static status subscriptions support system terms theme.js tillbook user users
   v1 v2 verify-email webhooks www`.split(/\s+/),
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
