import type { MailSender } from '../../delivery/emails/mail-sender.rules.ts';
import type { SampledMail } from '../customer-mails/customer-mail.rules.ts';

/** Signs nobody in: codes have neither 0 nor O. */
const SAMPLE_CODE = 'C0D0E0';

type From = { organizationName: string; sender: MailSender };

export const portalCodeMail: SampledMail<From & { slug: string; minutes: number }> = {
  kind: 'portal-code',
  isForSecurity: true,
  sample: ({ organizationName, slug, sender }) => ({
    values: { organizationName, slug, sender, minutes: 30 },
    token: SAMPLE_CODE,
  }),
  contentOf({ organizationName, slug, minutes }, { baseUrl, token = '' }) {
    return {
      subject: `Your code for ${organizationName}`,
      title: `Sign in to ${organizationName}`,
      url: `${baseUrl}/${slug}/portal`,
      blocks: [
        { text: `Enter this code where you asked for it, to see your purchases from ${organizationName}.` },
        { code: token },
        { text: `The code works once, for ${minutes} minutes.` },
        { text: 'If you did not ask for it, you can ignore this mail: nobody gets in without the code.' },
      ],
    };
  },
};

export const emailCodeMail: SampledMail<From & { minutes: number }> = {
  kind: 'portal-email-code',
  isForSecurity: true,
  sample: ({ organizationName, sender }) => ({ values: { organizationName, sender, minutes: 30 }, token: SAMPLE_CODE }),
  contentOf({ organizationName, minutes }, { token = '' }) {
    return {
      subject: `Your new address at ${organizationName}`,
      title: `Confirm this address for ${organizationName}`,
      blocks: [
        {
          text: `Enter this code where you asked for it, to use this address for your purchases from ${organizationName}.`,
        },
        { code: token },
        { text: `The code works once, for ${minutes} minutes.` },
        { text: 'If you did not ask for it, you can ignore this mail: nothing changes without the code.' },
      ],
    };
  },
};

/** To the former address. */
export const emailChangedMail: SampledMail<From> = {
  kind: 'portal-email-changed',
  isForSecurity: true,
  sample: ({ organizationName, sender }) => ({ values: { organizationName, sender } }),
  contentOf: ({ organizationName }) => ({
    subject: `Your address at ${organizationName} was changed`,
    title: 'Your address was changed',
    blocks: [
      { text: `Mails about your purchases from ${organizationName} go to another address from now on.` },
      { text: `If you did not change it, write to ${organizationName} at once.` },
    ],
  }),
};
