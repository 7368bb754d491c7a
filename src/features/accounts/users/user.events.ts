import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';

/** A user's stream is `user-{32 characters}`; it grows by sign-in settings and bans, some tens of events. */
export const userStream = (userId: string): string => `user-${userId}`;

/** An account at an identity provider that a user signs in with. */
export interface ProviderAccount {
  /** The row's id, 32 characters; `providerAccountId` is the id there. */
  accountId: string;
  providerId: string;
  providerAccountId: string;
  /** Keeps one account there from belonging to two users here. */
  providerClaim: Claim;
}

/** What a provider granted, and until when (machine time). The tokens themselves are in the Vault, under the name `tokens`. */
export interface ProviderGrant {
  tokens: string;
  scopes: string[];
  accessTokenExpiresAt: Instant | null;
  refreshTokenExpiresAt: Instant | null;
}

const aboutUser = ({ userId }: { userId: string }): string => subjectOf.user(userId);

/** Times in the data are machine time. */
export const userEvents = {
  UserRegistered: event<{
    userId: string;
    /** Lower-case. */
    email: string;
    emailClaim: Claim;
    name: string;
    image: string | null;
    role: string;
    emailVerified: boolean;
  }>({
    personal: [
      {
        subject: aboutUser,
        fields: {
          email: ({ userId }) => erasedEmail(userId),
          name: '',
          image: null,
        },
      },
    ],
  }),
  /** Only what has changed. */
  UserUpdated: event<{ userId: string; name?: string; image?: string | null }>({
    personal: [{ subject: aboutUser, fields: { name: '', image: null } }],
  }),
  EmailVerified: event<{ userId: string }>(),
  /** The new address is not verified yet; the old one's claim is released. */
  EmailChanged: event<{ userId: string; email: string; emailClaim: Claim; releasedClaim: Claim; at: Instant }>({
    personal: [{ subject: aboutUser, fields: { email: ({ userId }) => erasedEmail(userId) } }],
  }),
  /**
   * `credential` names the Vault entry that holds the hash. `reclaims`: whoever set it is the first to prove the e-mail; everything else that
   * opened the account was removed. `endsAccess`: somebody other than the user set it; API keys and what apps were allowed ended with the sessions.
   */
  PasswordSet: event<{
    userId: string;
    accountId: string;
    credential: string;
    at: Instant;
    reclaims?: true;
    endsAccess?: true;
  }>(),
  /**
   * `reclaims`: it proves the e-mail, which nobody had proven; everything else that opened the account was removed. `provesEmail`: it proves
   * the e-mail, and was linked by the user who was signed in, so nothing was removed.
   */
  AccountLinked: event<
    { userId: string; at: Instant; reclaims?: true; provesEmail?: true } & ProviderAccount & ProviderGrant
  >({
    personal: [{ subject: aboutUser, fields: { providerAccountId: '' } }],
  }),
  /** The user signed in with the account again, or its tokens were refreshed. */
  ProviderTokensReplaced: event<{ userId: string; accountId: string; at: Instant } & ProviderGrant>(),
  /** `providerId` is `credential` for a password. */
  AccountUnlinked: event<{ userId: string; accountId: string; providerId: string; releasedClaim: Claim | null }>(),
  /** Ends every session that began before `at`, except one. */
  SessionsRevoked: event<{ userId: string; at: Instant; except: string | null }>(),
  UserRoleChanged: event<{ userId: string; role: string }>(),
  /** `expiresAt` null: permanently. */
  UserBanned: event<{ userId: string; reason: string; expiresAt: Instant | null; at: Instant }>({
    personal: [{ subject: aboutUser, fields: { reason: '' } }],
  }),
  UserUnbanned: event<{ userId: string }>(),
  /** Counts an organization that the user is creating, or created and is still a member of, against their limit. */
  FoundingReserved: event<{ userId: string; organizationId: string }>(),
  FoundingReleased: event<{ userId: string; organizationId: string }>(),
  /** Releases the address and the accounts at providers. `erase`: the personal fields are erased too; missing if they stay. */
  UserDeleted: event<{ userId: string; released: Claim[]; at: Instant; erase?: true }>(),
};

export type UserEvent = EventsOf<typeof userEvents> | ClaimForfeited;

/** Stream `mailrequest-{UUID}`, of one event. */
export const mailRequestStream = (requestId: string): string => `mailrequest-${requestId}`;

/** Mails that anybody may request for an address. */
export type AccountMailKind = 'reset-password' | 'verify-email';

/**
 * Somebody who need not be signed in requested a mail to an address, which is in the Vault. It is recorded whether the address is known or
 * not, so that neither the answer nor its timing reveals that.
 */
export const accountMailEvents = {
  AccountMailRequested: event<{
    requestId: string;
    kind: AccountMailKind;
    /** Machine time. */
    at: Instant;
  }>(),
};

export type AccountMailEvent = EventsOf<typeof accountMailEvents>;
