import { durationText, type MailTemplate } from '../../../../kernel/reacting/mails.ts';

/** `hours`: how long the invitation is open. */
type InvitationValues = {
  invitationId: string;
  organizationName: string;
  inviterName: string;
  inviterEmail: string;
  role: string;
  hours: number;
};

export const invitationMail: MailTemplate<InvitationValues> = {
  kind: 'invitation',
  contentOf({ invitationId, organizationName, inviterName, inviterEmail, role, hours }, { baseUrl, to }) {
    // With the address, so that people without an account need not type it.
    const url = `${baseUrl}/accept-invitation/${invitationId}?email=${encodeURIComponent(to)}`;
    const inviter = `${inviterName} (${inviterEmail})`;
    return {
      subject: `Join ${organizationName}`,
      title: `Join ${organizationName}`,
      url,
      blocks: [
        { text: `${inviter} invites you to ${organizationName} as ${role.replaceAll(',', ', ')}.` },
        { button: { label: 'See the invitation', url } },
        {
          text: `It expires in ${durationText(hours)}. If you have no account yet, you can create one with this address.`,
        },
      ],
    };
  },
};
