import type { EventsOf } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { ReleaseOrganizationQuota } from '../users/user.commands.ts';
import type { UserEvent } from '../users/user.events.ts';
import { CompleteDeletion, EraseInvitationsOf, SendInvitationMail } from './organization.commands.ts';
import type { organizationEvents } from './organization.events.ts';

type Event<T extends keyof typeof organizationEvents> = Extract<EventsOf<typeof organizationEvents>, { type: T }>;

/** Completes a deletion that has started, in case the request that started it died. */
export const deletionProcess: ProcessManager<Event<'OrganizationDeletionStarted'>> = {
  name: 'organization-deletion',
  from: 'beginning',
  handles: ['OrganizationDeletionStarted'],
  react: ({ data: { organizationId, deletionId } }) => [send(CompleteDeletion, { organizationId, deletionId })],
};

/** What somebody founded counts for him as long as it is there and he is in it. */
export const foundingProcess: ProcessManager<Event<'OrganizationDeleted' | 'MemberRemoved'>> = {
  name: 'foundings',
  from: 'beginning',
  handles: ['OrganizationDeleted', 'MemberRemoved'],

  react({ type, data }) {
    const { organizationId } = data;
    const userId = type === 'OrganizationDeleted' ? data.createdBy : data.userId;
    return [send(ReleaseOrganizationQuota, { userId, organizationId })];
  },
};

/** Whoever is invited hears of it. */
export const invitationMailProcess: ProcessManager<Event<'InvitationCreated'>> = {
  name: 'invitation-mails',
  from: 'beginning',
  handles: ['InvitationCreated'],
  key: ({ data }) => data.invitationId,
  react: ({ data: { organizationId, invitationId } }) => [send(SendInvitationMail, { organizationId, invitationId })],
};

/** Repeats what is done with whoever is erased: that may have died in between. */
export const invitationErasingProcess: ProcessManager<Extract<UserEvent, { type: 'UserDeleted' }>> = {
  name: 'invitation-erasing',
  from: 'beginning',
  handles: ['UserDeleted'],
  react: ({ data: { userId, erase } }) => (erase ? [send(EraseInvitationsOf, { userId })] : []),
};
