import type { MailTemplate, MailValues } from '../../../kernel/reacting/mails.ts';
import type { OptionalMail } from '../../accounts/organizations/organization.events.ts';

/** A kind of mail to customers. */
export type CustomerMail<V extends MailValues> = MailTemplate<V> & { kind: OptionalMail };

/** How it begins. */
export function greeting(name: string | null): string {
  return name ? `Hello ${name},` : 'Hello,';
}
