import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../organizations/organization.events.ts';
import { accessEndOf } from '../users/sign-in-methods.rules.ts';
import type { userEvents } from '../users/user.events.ts';
import { RemoveOAuthClientsOf } from './oauth-client.commands.ts';
import type { OAuthClientEvent } from './oauth-client.events.ts';
import { RevokeOAuthAccessOf } from './oauth-grant.commands.ts';

type Handled =
  | Extract<OAuthClientEvent, { type: 'OAuthClientRemoved' }>
  | Extract<EventsOf<typeof userEvents>, { type: 'UserDeleted' | 'AccountLinked' | 'PasswordSet' }>
  | Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationDeleted' }>;

/** Ends what was allowed when the app, the user or the organization is gone, or the user's access ends; a user's own apps go with them. */
export const oauthGrantProcess: ProcessManager<Handled> = {
  name: 'oauth-grants',
  group: 'accounts',
  handles: ['OAuthClientRemoved', 'UserDeleted', 'AccountLinked', 'PasswordSet', 'OrganizationDeleted'],

  react({ type, data }) {
    switch (type) {
      case 'OAuthClientRemoved':
        return [send(RevokeOAuthAccessOf, { field: 'client_id', id: data.clientId })];
      case 'UserDeleted':
        return [
          send(RevokeOAuthAccessOf, { field: 'user_id', id: data.userId }),
          send(RemoveOAuthClientsOf, { userId: data.userId }),
        ];
      case 'AccountLinked':
      case 'PasswordSet': {
        const before = accessEndOf(data);
        return before === undefined ? [] : [send(RevokeOAuthAccessOf, { field: 'user_id', id: data.userId, before })];
      }
      case 'OrganizationDeleted':
        return [send(RevokeOAuthAccessOf, { field: 'organization_id', id: data.organizationId })];
    }
  },
};
