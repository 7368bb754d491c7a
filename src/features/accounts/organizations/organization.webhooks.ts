import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { OrganizationEvent } from './organization.events.ts';

export const organizationAnnouncements: Announcements<OrganizationEvent> = {
  OrganizationCreated: null,
  OrganizationUpdated: { types: ['organization.updated'] },
  OrganizationDeletionStarted: null,
  OrganizationDeletionRefused: null,
  OrganizationDeleted: null,
  MemberAdded: null,
  MemberRoleChanged: null,
  MemberRemoved: null,
  InvitationCreated: null,
  InvitationAccepted: null,
  InvitationRejected: null,
  InvitationCanceled: null,
  TeamCreated: null,
  TeamUpdated: null,
  TeamRemoved: null,
  TeamMemberAdded: null,
  TeamMemberRemoved: null,
};
