import type { Instant } from '../../../kernel/ports/clock.ts';
import { erasedEmail, subjectOf, typesOf, type EventsOf, type Recorded } from '../../../kernel/writing/events.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import { userEvents } from './user.events.ts';

/** A user as the identity contract shows one (docs/IDENTITY.md#user-and-session), and what ends their sessions. */
export interface UserDocument {
  id: string;
  email: string;
  name: string;
  image: string | null;
  emailVerified: boolean;
  createdAt: Instant;
  updatedAt: Instant;
  role: string;
  /** null for a user who was never banned. */
  banned: boolean | null;
  banReason: string | null;
  banExpires: Instant | null;
  /** The latest `SessionsRevoked`, machine time. */
  sessionsRevoked: { at: Instant; except: string | null } | null;
  /** For searching and sorting. */
  name_lower: string;
  subjects: string[];
}

type Handled = EventsOf<typeof userEvents>;

export const userProjection: Projection<UserDocument, Handled> = {
  name: 'users',
  version: 3,
  group: 'access',
  indexes: [],
  lists: {
    scope: [],
    sortings: ['createdAt', 'updatedAt', 'email', 'name_lower', 'role', 'banned', 'banExpires', 'emailVerified'],
    filters: [],
  },
  handles: typesOf(userEvents),
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, event) {
    if (event.type === 'UserRegistered') return registered(event);
    if (!document) return undefined;
    const updatedAt = event.metadata.occurredAt;
    switch (event.type) {
      case 'UserUpdated':
        return { ...document, ...profileOf(event.data) };
      case 'EmailVerified':
        return { ...document, emailVerified: true, updatedAt };
      case 'EmailChanged':
        return { ...document, email: event.data.email, emailVerified: false, updatedAt };
      case 'UserRoleChanged':
        return { ...document, role: event.data.role, updatedAt };
      case 'SessionsRevoked':
        return { ...document, sessionsRevoked: { at: event.data.at, except: event.data.except } };
      case 'UserBanned': {
        const { reason: banReason, expiresAt: banExpires } = event.data;
        return { ...document, banned: true, banReason, banExpires };
      }
      case 'UserUnbanned':
        return { ...document, banned: false, banReason: null, banExpires: null };
      case 'UserDeleted':
        return undefined;
      case 'PasswordSet':
      case 'AccountLinked':
      case 'ProviderTokensReplaced':
      case 'AccountUnlinked':
      case 'FoundingReserved':
      case 'FoundingReleased':
        return document;
    }
  },

  blank: (document) => ({
    ...document,
    email: erasedEmail(document.id),
    name: '',
    name_lower: '',
    image: null,
    banReason: document.banReason && '',
  }),
};

/** Whether a ban applies at a moment of machine time. */
export function isBanned({ banned, banExpires }: UserDocument, now: Instant): boolean {
  return banned === true && (banExpires === null || banExpires > now);
}

function registered({ data, metadata }: Recorded<Extract<Handled, { type: 'UserRegistered' }>>): UserDocument {
  return {
    id: data.userId,
    email: data.email,
    name: data.name,
    name_lower: folded(data.name),
    image: data.image,
    emailVerified: data.emailVerified,
    createdAt: metadata.occurredAt,
    updatedAt: metadata.occurredAt,
    role: data.role,
    banned: null,
    banReason: null,
    banExpires: null,
    sessionsRevoked: null,
    subjects: [subjectOf.user(data.userId)],
  };
}

/** `updatedAt` stays as it is (docs/IDENTITY.md#user-and-session). */
function profileOf({ name, image }: Extract<Handled, { type: 'UserUpdated' }>['data']): Partial<UserDocument> {
  return { ...(name !== undefined && { name, name_lower: folded(name) }), ...(image !== undefined && { image }) };
}
