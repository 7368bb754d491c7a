import type { Claim, ClaimForfeited } from '../../../kernel/claim.ts';
import type { Instant } from '../../../kernel/clock.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../../kernel/events.ts';

/** A user's stream is `user-{32 characters}`; it grows by sign-in settings and bans, some tens of events. */
export const userStream = (userId: string): string => `user-${userId}`;

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
        subject: ({ userId }) => subjectOf.user(userId),
        fields: {
          email: ({ userId }) => erasedEmail(userId),
          name: '',
          image: null,
        },
      },
    ],
  }),
  EmailVerified: event<{ userId: string }>(),
  /** `credential` names the Vault entry that holds the hash; `at` is machine time. */
  PasswordSet: event<{ userId: string; accountId: string; credential: string; at: Instant }>(),
  /** Ends every session that began before `at` (machine time), but for one. */
  SessionsRevoked: event<{ userId: string; at: Instant; except: string | null }>(),
  UserRoleChanged: event<{ userId: string; role: string }>(),
};

export type UserEvent = EventsOf<typeof userEvents> | ClaimForfeited;
