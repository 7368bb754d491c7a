import type { FeatureSettings, SocialLink, SubscriptionSettings } from '@/api/types';

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
  feature_settings: FeatureSettings;
}
