import type { Instant } from '../../../../kernel/ports/clock.ts';
import { erasedEmail, type EventsOf, type Recorded } from '../../../../kernel/writing/events.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import { inviteeOf, type organizationEvents } from '../organization.events.ts';

/** An invitation as the identity contract shows one (docs/IDENTITY.md#invitations). */
export interface InvitationDocument {
  id: string;
  organizationId: string;
  /** Lower-case. */
  email: string;
  role: string;
  status: 'pending' | 'accepted' | 'rejected' | 'canceled';
  teamId: string | null;
  inviterId: string;
  expiresAt: Instant;
  createdAt: Instant;
  /** Keyed digest of the address, to find the invitations of one person. */
  emailDigest: string;
  subjects: string[];
}

type Handled = Extract<
  EventsOf<typeof organizationEvents>,
  {
    type:
      | 'InvitationCreated'
      | 'InvitationAccepted'
      | 'InvitationRejected'
      | 'InvitationCanceled'
      | 'TeamRemoved'
      | 'OrganizationDeleted';
  }
>;

export const invitationProjection: Projection<InvitationDocument, Handled> = {
  name: 'invitations',
  version: 1,
  group: 'access',
  tenant: 'organizationId',
  indexes: [['organizationId'], ['organizationId', 'createdAt'], ['emailDigest', 'createdAt']],
  handles: [
    'InvitationCreated',
    'InvitationAccepted',
    'InvitationRejected',
    'InvitationCanceled',
    'TeamRemoved',
    'OrganizationDeleted',
  ],
  targets: ({ data }) =>
    'invitationId' in data ? [data.invitationId] : { field: 'organizationId', value: data.organizationId },

  evolve(document, event) {
    if (event.type === 'InvitationCreated') return created(event);
    if (!document) return undefined;
    switch (event.type) {
      case 'InvitationAccepted':
        return { ...document, status: 'accepted' };
      case 'InvitationRejected':
        return { ...document, status: 'rejected' };
      case 'InvitationCanceled':
        return { ...document, status: 'canceled' };
      case 'TeamRemoved':
        return document.teamId === event.data.teamId ? { ...document, teamId: null } : document;
      case 'OrganizationDeleted':
        return undefined;
    }
  },

  blank: (document, subject) =>
    document.subjects.includes(subject) ? { ...document, email: erasedEmail(document.id) } : document,
};

function created({ data, metadata }: Recorded<Extract<Handled, { type: 'InvitationCreated' }>>): InvitationDocument {
  const { invitationId, ...invitation } = data;
  return {
    id: invitationId,
    ...invitation,
    status: 'pending',
    createdAt: metadata.occurredAt,
    subjects: [inviteeOf(data)],
  };
}
