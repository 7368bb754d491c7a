import { dayText } from '../../../kernel/day-text.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { greeting, portalLink, type CustomerMail } from '../customer-mails/customer-mail.rules.ts';

/**
 * The key itself is the mail's token: it is in the Vault until the mail is sent, and nowhere after that. Where it is missing, because the mail
 * is shown to the seller or sent again, the mail names the key by its end, and the portal has the rest.
 */
export const licenseKeyMail: CustomerMail<{
  organizationName: string;
  customerName: string | null;
  slug?: string;
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
  contentOf({ organizationName, customerName, slug, description, displayKey, rotation, timeZone, ...limits }, place) {
    const isNew = rotation > 0;
    const news = isNew
      ? `the license key for ${description} was replaced. The one before no longer works.`
      : `this is your license key for ${description}.`;
    const rows: [string, string][] = [
      ...(limits.limitActivations === null
        ? []
        : [['Activations', `up to ${limits.limitActivations}`] as [string, string]]),
      ...(limits.limitUsage === null ? [] : [['Uses', `up to ${limits.limitUsage}`] as [string, string]]),
      ['Valid', limits.expiresAt === null ? 'without an end' : `until ${dayText(limits.expiresAt, timeZone)}`],
    ];
    return {
      subject: isNew ? `Your new license key from ${organizationName}` : `Your license key from ${organizationName}`,
      title: isNew ? 'Your new license key' : 'Your license key',
      blocks: [
        { text: `${greeting(customerName)} ${news}` },
        { text: place.token ?? displayKey },
        { rows },
        { text: place.token === undefined ? 'The whole key is in your portal.' : 'You also find it in your portal.' },
        ...portalLink(slug, place, 'Open portal'),
      ],
    };
  },
};

export const licenseKeyMails = [licenseKeyMail];
