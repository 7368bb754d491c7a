import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { EndpointEvent } from '../../delivery/webhooks/webhook.events.ts';
import { SendEndpointDisabledMails } from './endpoint-notice.commands.ts';

export const endpointNoticeProcess: ProcessManager<Extract<EndpointEvent, { type: 'WebhookEndpointDisabled' }>> = {
  name: 'endpoint-notices',
  group: 'delivery',
  handles: ['WebhookEndpointDisabled'],
  react: ({ data: { organizationId, endpointId, failed } }) => [
    send(SendEndpointDisabledMails, { organizationId, endpointId, failed }),
  ],
};
