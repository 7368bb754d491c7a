import type { EventsOf } from '../../../kernel/writing/events.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { organizationEvents } from '../organizations/organization.events.ts';
import { accessEndOf } from '../users/sign-in-methods.rules.ts';
import type { UserEvent } from '../users/user.events.ts';
import { DeleteApiKeysOf, RecordApiKeyUse } from './api-key.commands.ts';
import type { ApiKeyEvent } from './api-key.events.ts';

/** Deletes the keys of deleted owners, and of users whose access ends; records the last uses of a deleted key. */
export const apiKeyProcess = reactingTo<ApiKeyEvent | UserEvent | EventsOf<typeof organizationEvents>>()({
  name: 'api-keys',
  group: 'accounts',
  on: {
    ApiKeyDeleted: ({ keyId, userId, organizationId }) => [
      send(RecordApiKeyUse, { keyId, userId, organizationId, last: true }),
    ],
    UserDeleted: ({ userId }) => [send(DeleteApiKeysOf, { owner: userId })],
    AccountLinked: ended,
    PasswordSet: ended,
    OrganizationDeleted: ({ organizationId }) => [send(DeleteApiKeysOf, { owner: organizationId })],
  },
});

function ended(data: Parameters<typeof accessEndOf>[0] & { userId: string }): Step[] {
  const before = accessEndOf(data);
  return before === undefined ? [] : [send(DeleteApiKeysOf, { owner: data.userId, before })];
}
