import type { EventsOf } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { organizationEvents } from '../organizations/organization.events.ts';
import { accessEndOf } from '../users/sign-in-methods.rules.ts';
import type { userEvents } from '../users/user.events.ts';
import { DeleteApiKeysOf, RecordApiKeyUse } from './api-key.commands.ts';
import type { ApiKeyEvent } from './api-key.events.ts';

type Handled =
  | Extract<ApiKeyEvent, { type: 'ApiKeyDeleted' }>
  | Extract<EventsOf<typeof userEvents>, { type: 'UserDeleted' | 'AccountLinked' | 'PasswordSet' }>
  | Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationDeleted' }>;

/** Deletes the keys of deleted owners, and of users whose access ends; records the last uses of a deleted key. */
export const apiKeyProcess: ProcessManager<Handled> = {
  name: 'api-keys',
  group: 'accounts',
  handles: ['ApiKeyDeleted', 'UserDeleted', 'AccountLinked', 'PasswordSet', 'OrganizationDeleted'],

  react({ type, data }) {
    switch (type) {
      case 'ApiKeyDeleted': {
        const { keyId, userId, organizationId } = data;
        return [send(RecordApiKeyUse, { keyId, userId, organizationId, last: true })];
      }
      case 'UserDeleted':
        return [send(DeleteApiKeysOf, { owner: data.userId })];
      case 'AccountLinked':
      case 'PasswordSet': {
        const before = accessEndOf(data);
        return before === undefined ? [] : [send(DeleteApiKeysOf, { owner: data.userId, before })];
      }
      case 'OrganizationDeleted':
        return [send(DeleteApiKeysOf, { owner: data.organizationId })];
    }
  },
};
