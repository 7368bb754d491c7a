import type { Instant } from '../../../kernel/clock.ts';
import { erasedEmail, subjectOf, type EventsOf, type Recorded } from '../../../kernel/events.ts';
import { idOf } from '../../../kernel/event-store.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { userEvents } from './user.events.ts';

/** A user as the identity contract shows one (AUTH_FACTS §1, UserFull), and what ends his sessions. */
export interface UserDocument {
  id: string;
  email: string;
  name: string;
  image: string | null;
  emailVerified: boolean;
  createdAt: Instant;
  updatedAt: Instant;
  role: string;
  banned: null;
  banReason: null;
  banExpires: null;
  /** The latest `SessionsRevoked`, machine time; an earlier one's exception was still alive when this one was made. */
  sessionsRevoked: { at: Instant; except: string | null } | null;
  subjects: string[];
}

type Handled = EventsOf<typeof userEvents>;

export const userProjection: Projection<UserDocument, Handled> = {
  name: 'users',
  version: 1,
  indexes: [['createdAt']],
  handles: ['UserRegistered', 'EmailVerified', 'PasswordSet', 'SessionsRevoked', 'UserRoleChanged'],
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, event) {
    if (event.type === 'UserRegistered') return registered(event);
    if (!document) return undefined;
    const updatedAt = event.metadata.occurredAt;
    switch (event.type) {
      case 'EmailVerified':
        return { ...document, emailVerified: true, updatedAt };
      case 'UserRoleChanged':
        return { ...document, role: event.data.role, updatedAt };
      case 'SessionsRevoked':
        return { ...document, sessionsRevoked: { at: event.data.at, except: event.data.except } };
      case 'PasswordSet':
        return document;
    }
  },

  blank: (document) => ({ ...document, email: erasedEmail(document.id), name: '', image: null }),
};

function registered({ data, metadata }: Recorded<Extract<Handled, { type: 'UserRegistered' }>>): UserDocument {
  return {
    id: data.userId,
    email: data.email,
    name: data.name,
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
