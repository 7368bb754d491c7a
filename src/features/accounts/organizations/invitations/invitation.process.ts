import { reactingTo, send } from '../../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../../kernel/writing/events.ts';
import type { UserEvent } from '../../users/user.events.ts';
import type { organizationEvents } from '../organization.events.ts';
import { EraseInvitationsOf, SendInvitationMail } from './invitation.commands.ts';

/** Sends a mail for each invitation. */
export const invitationMailProcess = reactingTo<EventsOf<typeof organizationEvents>>()({
  name: 'invitation-mails',
  group: 'accounts',
  key: ({ data }) => data.invitationId,
  on: {
    InvitationCreated: ({ organizationId, invitationId }) => [
      send(SendInvitationMail, { organizationId, invitationId }),
    ],
  },
});

/** Repeats what the erasing of a user does itself, in case it died on the way. */
export const invitationErasingProcess = reactingTo<UserEvent>()({
  name: 'invitation-erasing',
  group: 'accounts',
  on: { UserDeleted: ({ userId, erase }) => (erase ? [send(EraseInvitationsOf, { userId })] : []) },
});
