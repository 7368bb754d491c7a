import type { MailTemplate } from '../../../kernel/reacting/mails.ts';

type EndpointDisabledValues = {
  organizationName: string;
  slug: string;
  endpointId: string;
  /** Of its URL, which may hold a secret. */
  host: string;
  failed: number;
};

export const endpointDisabledMail: MailTemplate<EndpointDisabledValues> = {
  kind: 'webhook-endpoint-disabled',
  contentOf({ organizationName, slug, endpointId, host, failed }, { baseUrl }) {
    const url = `${baseUrl}/${slug}/webhooks/${endpointId}`;
    return {
      subject: `Webhooks to ${host} are disabled`,
      title: `Webhooks to ${host} are disabled`,
      url,
      blocks: [
        {
          text: `${failed} messages of ${organizationName} in a row could not be delivered to ${host}, each after ten attempts. Nothing more is sent there.`,
        },
        { button: { label: 'See what failed', url } },
        { text: 'Once your system works again, enable the endpoint. You can choose to have the missed messages sent.' },
      ],
    };
  },
};
