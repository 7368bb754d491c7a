import { dayText } from '../../../kernel/day-text.ts';
import { addDays, type Instant } from '../../../kernel/ports/clock.ts';
import type { MailSender } from '../../delivery/emails/mail-sender.rules.ts';
import { greeting, portalLink, sampleNames, type CustomerMail } from '../customer-mails/customer-mail.rules.ts';

/** Opens nothing. */
const SAMPLE_KEY = 'SAMPLE-00000000-0000-4000-8000-000000000000';

/**
 * The key itself is the mail's token: it is in the Vault until the mail is sent, and nowhere after that. Where it is missing, because the mail
 * is shown to the seller or sent again, the mail names the key by its end, and the portal has the rest.
 */
export const licenseKeyMail: CustomerMail<{
  organizationName: string;
  customerName: string | null;
  slug?: string;
  sender: MailSender;
  /** Of the benefit that gives it. */
  description: string;
  displayKey: string;
  /** 0 for the first key; any other replaces the one before. */
  rotation: number;
  limitActivations: number | null;
  limitUsage: number | null;
  expiresAt: Instant | null;
  timeZone: string;
}> = {
  kind: 'license-key',
  sample: (seller) => ({
    values: {
      ...sampleNames(seller),
      description: 'Sample license',
      displayKey: `****-${SAMPLE_KEY.slice(-6)}`,
      rotation: 0,
      limitActivations: 3,
      limitUsage: null,
      expiresAt: addDays(seller.now, 365),
      timeZone: seller.timeZone,
    },
    token: SAMPLE_KEY,
  }),
  contentOf({ organizationName, customerName, slug, description, displayKey, rotation, timeZone, ...limits }, place) {
    const isNew = rotation > 0;
    const news = isNew
      ? `the license key for ${description} was replaced. The one before no longer works.`
      : `this is your license key for ${description}.`;
    const { limitActivations, limitUsage, expiresAt } = limits;
    const terms = [
      ...(limitActivations === null ? [] : [`It can be activated up to ${limitActivations} times.`]),
      ...(limitUsage === null ? [] : [`It can be used up to ${limitUsage} times.`]),
      ...(expiresAt === null ? [] : [`It is valid until ${dayText(expiresAt, timeZone)}.`]),
    ];
    return {
      subject: isNew ? `Your new license key from ${organizationName}` : `Your license key from ${organizationName}`,
      title: isNew ? 'Your new license key' : 'Your license key',
      blocks: [
        { text: `${greeting(customerName)} ${news}` },
        { code: place.token ?? displayKey },
        ...(terms.length > 0 ? [{ text: terms.join('\n') }] : []),
        { text: place.token === undefined ? 'The whole key is in your portal.' : 'You also find it in your portal.' },
        ...portalLink(slug, place, 'Open portal'),
      ],
    };
  },
};

export const licenseKeyMails = [licenseKeyMail];
