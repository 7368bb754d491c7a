import type { MailBlock, MailPlace, MailTemplate, MailValues } from '../../../kernel/reacting/mails.ts';
import type { OptionalMail } from '../../accounts/organizations/organization.events.ts';

/** A kind of mail to customers. */
export type CustomerMail<V extends MailValues> = MailTemplate<V> & { kind: OptionalMail };

/** How it begins. */
export function greeting(name: string | null): string {
  return name ? `Hello ${name},` : 'Hello,';
}

type PortalPage = '' | '/orders' | `/orders/${string}` | '/settings' | `/subscriptions/${string}`;

/** Of a subscription in the portal; its first page for mails that earlier releases scheduled. */
export function pageOf(subscriptionId: string | undefined): PortalPage {
  return subscriptionId === undefined ? '' : `/subscriptions/${subscriptionId}`;
}

/**
 * Leads to a page of the customer's portal, which signs them in with a code.
 * @param slug the organization's; missing in mails that earlier releases scheduled
 */
export function portalLink(
  slug: string | undefined,
  { baseUrl }: MailPlace,
  label: string,
  page: PortalPage = '',
): MailBlock[] {
  return slug === undefined ? [] : [{ button: { label, url: `${baseUrl}/${slug}/portal${page}` } }];
}
