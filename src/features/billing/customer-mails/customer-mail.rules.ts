import type { MailBlock, MailPlace, MailTemplate, MailValues } from '../../../kernel/reacting/mails.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { tonesOf } from '../../accounts/organizations/accent.rules.ts';
import type { OptionalMail } from '../../accounts/organizations/organization.events.ts';
import type { ButtonColors, MailSender } from '../../delivery/emails/mail-sender.rules.ts';

/** Whose mails are previewed, in which money and when. */
export interface SampleSeller {
  organizationName: string;
  slug: string;
  timeZone: string;
  currency: string;
  sender: MailSender;
  now: Instant;
}

/** A mail that sellers can look at before any is sent: with values that never were anybody's. */
export type SampledMail<V extends MailValues> = MailTemplate<V> & {
  sample(seller: SampleSeller): { values: V; token?: string };
};

/** A kind of mail to customers that sellers can turn off. */
export type CustomerMail<V extends MailValues> = SampledMail<V> & { kind: OptionalMail };

/** The names in a preview. */
export function sampleNames({ organizationName, slug, sender }: SampleSeller) {
  return { organizationName, customerName: 'Ada', slug, sender };
}

/** Buttons in the colour that an organization has chosen. */
export function buttonColors(accentColor: string | null | undefined): Partial<ButtonColors> {
  if (accentColor == null) return {};
  const { light, dark } = tonesOf(accentColor);
  return {
    buttonColor: light.color,
    buttonText: light.text,
    darkButtonColor: dark.color,
    darkButtonText: dark.text,
  };
}

export const SAMPLE_ID = '0197a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
export const SAMPLE_PRODUCT = 'Sample product';

/** How it begins. */
export function greeting(name: string | null): string {
  return name ? `Hello ${name},` : 'Hello,';
}

type PortalPage = '' | '/orders' | `/orders/${string}` | '/settings' | `/subscriptions/${string}`;

export function pageOf(subscriptionId: string): PortalPage {
  return `/subscriptions/${subscriptionId}`;
}

/**
 * Leads to a page of the customer's portal, which signs them in with a code.
 * @param slug the organization's; missing once it is deleted
 */
export function portalLink(
  slug: string | undefined,
  { baseUrl }: MailPlace,
  label: string,
  page: PortalPage = '',
  as: 'button' | 'link' = 'button',
): MailBlock[] {
  if (slug === undefined) return [];
  const link = { label, url: `${baseUrl}/${slug}/portal${page}` };
  return [as === 'button' ? { button: link } : { link }];
}
