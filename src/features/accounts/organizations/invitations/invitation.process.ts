import { send, type ProcessManager } from '../../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../../kernel/writing/events.ts';
import type { UserEvent } from '../../users/user.events.ts';
import type { organizationEvents } from '../organization.events.ts';
import { EraseInvitationsOf, SendInvitationMail } from './invitation.commands.ts';

type InvitationCreated = Extract<EventsOf<typeof organizationEvents>, { type: 'InvitationCreated' }>;
type UserDeleted = Extract<UserEvent, { type: 'UserDeleted' }>;

/** Sends a mail for each invitation. */
export const invitationMailProcess: ProcessManager<InvitationCreated> = {
  name: 'invitation-mails',
  group: 'accounts',
  handles: ['InvitationCreated'],
  key: ({ data }) => data.invitationId,
  react: ({ data: { organizationId, invitationId } }) => [send(SendInvitationMail, { organizationId, invitationId })],
};

/** Repeats what the erasing of a user does itself, in case it died on the way. */
export const invitationErasingProcess: ProcessManager<UserDeleted> = {
  name: 'invitation-erasing',
  group: 'accounts',
  handles: ['UserDeleted'],
  react: ({ data: { userId, erase } }) => (erase ? [send(EraseInvitationsOf, { userId })] : []),
};
