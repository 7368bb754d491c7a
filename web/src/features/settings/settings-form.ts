import type { OrganizationChange } from '@/api/organizations';
import type {
  BillingSettings,
  FeatureSettings,
  InvoiceSettings,
  MailSettings,
  Organization,
  SocialLink,
  SubscriptionSettings,
} from '@/api/types';

/** How long benefits may stay after a payment has failed. */
export const MAX_GRACE_DAYS = 90;

const INVOICE_FIELDS = ['legal_name', 'address', 'tax_id', 'email', 'footer'] as const;

/** As the inputs hold it: what is not set is ''. */
export interface SettingsFields {
  name: string;
  slug: string;
  email: string;
  website: string;
  avatar_url: string;
  time_zone: string;
  currency: string;
  socials: SocialLink[];
  accent_color: string;
  invoice_settings: Record<(typeof INVOICE_FIELDS)[number], string>;
  subscription_settings: SubscriptionSettings;
  billing_settings: BillingSettings;
  mail_settings: MailSettings;
  feature_settings: FeatureSettings;
}

export function fieldsOf(organization: Organization, accent: string | null): SettingsFields {
  const { name, slug, email, website, avatar_url, time_zone, currency, socials, invoice_settings } = organization;
  const { subscription_settings, billing_settings, mail_settings, feature_settings } = organization;
  return {
    ...{ name, slug, email: email ?? '', website: website ?? '', avatar_url: avatar_url ?? '' },
    ...{ time_zone, currency, socials, accent_color: accent ?? '' },
    invoice_settings: Object.fromEntries(
      INVOICE_FIELDS.map((field) => [field, invoice_settings[field] ?? '']),
    ) as SettingsFields['invoice_settings'],
    ...{ subscription_settings, billing_settings, mail_settings, feature_settings },
  };
}

/** What the billing contract changes of the organization: neither its slug nor its colour. */
export function changeOf({ slug: _, accent_color: __, ...fields }: SettingsFields): OrganizationChange {
  return {
    ...fields,
    email: fields.email || null,
    website: fields.website || null,
    avatar_url: fields.avatar_url || null,
    invoice_settings: Object.fromEntries(
      INVOICE_FIELDS.map((field) => [field, fields.invoice_settings[field].trim() || null]),
    ) as InvoiceSettings,
  };
}

/** The contract's fields within others. */
export function namesIn({ socials }: Pick<SettingsFields, 'socials'>) {
  const names = [
    ...socials.map((_, at) => `socials.${at}.url` as const),
    ...INVOICE_FIELDS.map((field) => `invoice_settings.${field}` as const),
  ];
  return Object.fromEntries(names.map((name) => [name, name]));
}
