import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../organizations/organization.events.ts';
import { RevokeAccessTokensOf } from './access-token.commands.ts';

/** Revokes the tokens of a deleted organization. */
export const accessTokenProcess = reactingTo<EventsOf<typeof organizationEvents>>()({
  name: 'access-tokens',
  group: 'accounts',
  on: { OrganizationDeleted: ({ organizationId }) => [send(RevokeAccessTokensOf, { organizationId })] },
});
