import type { MailTemplate } from '../../../kernel/reacting/mails.ts';

export const portalCodeMail: MailTemplate<{ organizationName: string; slug: string; minutes: number }> = {
  kind: 'portal-code',
  contentOf({ organizationName, slug, minutes }, { baseUrl, token = '' }) {
    return {
      subject: `Your code for ${organizationName}`,
      title: `Sign in to ${organizationName}`,
      url: `${baseUrl}/${slug}/portal`,
      blocks: [
        { text: `Enter this code where you asked for it, to see your purchases from ${organizationName}.` },
        { rows: [['Code', token]] },
        { text: `The code works once, for ${minutes} minutes.` },
        { text: 'If you did not ask for it, you can ignore this mail: nobody gets in without the code.' },
      ],
    };
  },
};
