import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../organizations/organization.events.ts';
import { RevokeAccessTokensOf } from './access-token.commands.ts';

type Handled = Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationDeleted' }>;

/** Revokes the tokens of a deleted organization. */
export const accessTokenProcess: ProcessManager<Handled> = {
  name: 'access-tokens',
  group: 'accounts',
  handles: ['OrganizationDeleted'],
  react: ({ data: { organizationId } }) => [send(RevokeAccessTokensOf, { organizationId })],
};
