import type { BillingSettings, FeatureSettings, MailSettings, SocialLink, SubscriptionSettings } from '@/api/types';

/** How long benefits may stay after a payment has failed. */
export const MAX_GRACE_DAYS = 90;

export interface SettingsFields {
  name: string;
  slug: string;
  email: string;
  website: string;
  avatar_url: string;
  time_zone: string;
  currency: string;
  socials: SocialLink[];
  subscription_settings: SubscriptionSettings;
  billing_settings: BillingSettings;
  mail_settings: MailSettings;
  feature_settings: FeatureSettings;
}
