import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../organizations/organization.events.ts';
import { accessEndOf } from '../users/sign-in-methods.rules.ts';
import type { UserEvent } from '../users/user.events.ts';
import { RemoveOAuthClientsOf } from './oauth-client.commands.ts';
import type { OAuthClientEvent } from './oauth-client.events.ts';
import { RevokeOAuthAccessOf } from './oauth-grant.commands.ts';

/** Ends what was allowed when the app, the user or the organization is gone, or the user's access ends; a user's own apps go with them. */
export const oauthGrantProcess = reactingTo<OAuthClientEvent | UserEvent | EventsOf<typeof organizationEvents>>()({
  name: 'oauth-grants',
  group: 'accounts',
  on: {
    OAuthClientRemoved: ({ clientId }) => [send(RevokeOAuthAccessOf, { field: 'client_id', id: clientId })],
    UserDeleted: ({ userId }) => [
      send(RevokeOAuthAccessOf, { field: 'user_id', id: userId }),
      send(RemoveOAuthClientsOf, { userId }),
    ],
    AccountLinked: ended,
    PasswordSet: ended,
    OrganizationDeleted: ({ organizationId }) => [
      send(RevokeOAuthAccessOf, { field: 'organization_id', id: organizationId }),
    ],
  },
});

function ended(data: Parameters<typeof accessEndOf>[0] & { userId: string }): Step[] {
  const before = accessEndOf(data);
  return before === undefined ? [] : [send(RevokeOAuthAccessOf, { field: 'user_id', id: data.userId, before })];
}
