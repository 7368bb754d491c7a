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

export const emailCodeMail: MailTemplate<{ organizationName: string; minutes: number }> = {
  kind: 'portal-email-code',
  contentOf({ organizationName, minutes }, { token = '' }) {
    return {
      subject: `Your new address at ${organizationName}`,
      title: `Confirm this address for ${organizationName}`,
      blocks: [
        {
          text: `Enter this code where you asked for it, to use this address for your purchases from ${organizationName}.`,
        },
        { rows: [['Code', token]] },
        { text: `The code works once, for ${minutes} minutes.` },
        { text: 'If you did not ask for it, you can ignore this mail: nothing changes without the code.' },
      ],
    };
  },
};

/** To the former address. */
export const emailChangedMail: MailTemplate<{ organizationName: string }> = {
  kind: 'portal-email-changed',
  contentOf: ({ organizationName }) => ({
    subject: `Your address at ${organizationName} was changed`,
    title: 'Your address was changed',
    blocks: [
      { text: `Mails about your purchases from ${organizationName} go to another address from now on.` },
      { text: `If you did not change it, write to ${organizationName} at once.` },
    ],
  }),
};
