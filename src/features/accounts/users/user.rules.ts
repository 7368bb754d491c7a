import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { ProviderAccount, ProviderGrant } from './user.events.ts';

/** `list-accounts` calls the account of a password this. */
export const CREDENTIAL = 'credential';

export type LinkedAccount = ProviderAccount & ProviderGrant & { createdAt: Instant; updatedAt: Instant };

export interface Registered {
  status: 'registered';
  forfeited: readonly string[];
  userId: string;
  email: string;
  emailClaim: Claim;
  /** Since when the user has this address; undefined: from the beginning (machine time). */
  emailAt: Instant | undefined;
  name: string;
  image: string | null;
  emailVerified: boolean;
  /** The user has proven the address by other means than `emailVerified` covers: a provider, or a reset mailed to it. */
  emailProven: boolean;
  role: string;
  /** The Vault entry of the password's hash, and since when (machine time); null without a password. */
  password: { credential: string; accountId: string; at: Instant; createdAt: Instant } | null;
  accounts: readonly LinkedAccount[];
  ban: { reason: string; expiresAt: Instant | null } | null;
  /** Organizations that count against the user's limit. */
  organizationIds: readonly string[];
}

export type UserState =
  { status: 'absent'; forfeited: readonly string[] } | Registered | { status: 'deleted'; forfeited: readonly string[] };

/**
 * Whether a new password or address has voided what a mail carried, created at a moment of machine time
 * (docs/SECURITY.md#one-time-tokens).
 */
export function isVoided({ password, emailAt }: Pick<Registered, 'password' | 'emailAt'>, createdAt: Instant): boolean {
  return [password?.at, emailAt].some((since) => since !== undefined && createdAt < since);
}

export function isProven({ emailVerified, emailProven }: Registered): boolean {
  return emailVerified || emailProven;
}
