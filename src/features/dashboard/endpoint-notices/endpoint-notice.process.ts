import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { EndpointEvent } from '../../delivery/webhooks/webhook.events.ts';
import { SendEndpointDisabledMails } from './endpoint-notice.commands.ts';

export const endpointNoticeProcess = reactingTo<EndpointEvent>()({
  name: 'endpoint-notices',
  group: 'delivery',
  on: {
    WebhookEndpointDisabled: ({ organizationId, endpointId, failed }) => [
      send(SendEndpointDisabledMails, { organizationId, endpointId, failed }),
    ],
  },
});
