import { ApiProperty } from '@nestjs/swagger';
import { FeatureSettingsAnswer, PRORATIONS, SubscriptionSettingsAnswer } from './organization-settings.dto.ts';
import type { SocialLink } from './organization.events.ts';

class SocialLinkAnswer {
  platform: SocialLink['platform'];
  url: string;
}

/** What of `mail_settings` newer clients have names for. */
class CustomerEmailSettingsAnswer {
  order_confirmation: boolean;
  subscription_cancellation: boolean;
  subscription_confirmation: boolean;
  subscription_cycled: boolean;
  subscription_cycled_after_trial: boolean;
  subscription_past_due: boolean;
  subscription_renewal_reminder: boolean;
  subscription_revoked: boolean;
  subscription_trial_conversion_reminder: boolean;
  subscription_uncanceled: boolean;
  subscription_updated: boolean;
  /** Subscriptions cannot be paused. */
  @ApiProperty({ enum: [false] })
  subscription_paused: false;
  @ApiProperty({ enum: [false] })
  subscription_resumed: false;
  /** Nobody is reminded of it. */
  @ApiProperty({ enum: [false] })
  payment_method_expiration_reminder: false;
}

class CapabilitiesAnswer {
  checkout_payments: boolean;
  subscription_renewals: boolean;
  payouts: boolean;
  refunds: boolean;
  api_access: boolean;
  dashboard_access: boolean;
}

/** Disputes are answered at the processor. */
class DisputeSettingsAnswer {
  @ApiProperty({ type: Number, nullable: true })
  auto_accept_below_amount: null;
}

class PortalUsageSettingsAnswer {
  show: boolean;
}

class PortalSubscriptionSettingsAnswer {
  /** There are no seats. */
  update_seats: boolean;
  update_plan: boolean;
}

/** What customers may do in the portal. */
class CustomerPortalSettingsAnswer {
  usage: PortalUsageSettingsAnswer;
  subscription: PortalSubscriptionSettingsAnswer;
}

class NotificationSettingsAnswer {
  new_order: boolean;
  new_subscription: boolean;
}

/** What anybody may see who buys of an organization. */
export class PublicOrganization {
  id: string;
  created_at: string;
  modified_at: string | null;
  name: string;
  slug: string;
  avatar_url: string | null;
  email: string | null;
  website: string | null;
  socials: SocialLinkAnswer[];
  details_submitted_at: string | null;
  /** Organizations are not reviewed before they may sell. */
  @ApiProperty({ enum: ['active'] })
  status: 'active';
  /** Sellers are sent no mails about sales. */
  notification_settings: NotificationSettingsAnswer;
  customer_email_settings: CustomerEmailSettingsAnswer;
  customer_portal_settings: CustomerPortalSettingsAnswer;
  /** As in `subscription_settings`, where newer clients look for it, too. */
  allow_customer_updates: boolean;
  @ApiProperty({ enum: PRORATIONS })
  proration_behavior: (typeof PRORATIONS)[number];
  /** The name of `currency` in newer clients. */
  default_presentment_currency: string;
  /** Tax is added to prices. */
  @ApiProperty({ enum: ['exclusive'] })
  default_tax_behavior: 'exclusive';
  /** Sellers are paid by their processor, and have no account here. */
  @ApiProperty({ type: String, nullable: true })
  account_id: null;
  @ApiProperty({ type: String, nullable: true })
  payout_account_id: null;
  capabilities: CapabilitiesAnswer;
  /** Nobody has to sign in through a provider of the organization's own. */
  @ApiProperty({ enum: [false] })
  sso_enforced: false;
  /** Organizations are not reviewed. */
  @ApiProperty({ type: String, nullable: true })
  onboarding_resubmission_requested_at: null;
  dispute_settings: DisputeSettingsAnswer;
  /** Each checkout names the site that may embed it. */
  @ApiProperty({ type: String, isArray: true, maxItems: 0 })
  embed_hosts: [];
  feature_settings: FeatureSettingsAnswer;
  subscription_settings: SubscriptionSettingsAnswer;
  /** The IANA name of the zone of the days in the dashboard and mails. */
  time_zone: string;
  /** What metrics and the dashboard are in unless another is asked for: `usd` until it is changed. */
  currency: string;
}
