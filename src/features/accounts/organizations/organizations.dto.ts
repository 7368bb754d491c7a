import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { IsCurrency } from '../../../app/http/currency.dto.ts';
import { SynonymOf } from '../../../app/http/synonyms.ts';
import { Pagination } from '../../../app/http/pagination.dto.ts';
import { EmptyIsNull, IfGiven } from '../accounts.dto.ts';
import { isTimeZone } from '../../../app/time-zones.ts';
import { InvoiceSettingsAnswer, OrganizationInvoiceSettings } from './invoice-settings.dto.ts';
import { OPTIONAL_MAILS, type OptionalMail, type SocialLink } from './organization.events.ts';

const MIN_NAME = 3;
const MAX_NAME = 255;
const MAX_URL = 2_000;
const MAX_SOCIALS = 50;
const MAX_TEXT = 5_000;
const SWITCHING_FROM = ['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other'] as const;

/** Hosts of each platform's links (docs/BILLING.md#organizations); `other` may lead anywhere. */
const PLATFORMS: Readonly<Record<SocialLink['platform'], readonly string[]>> = {
  x: ['twitter.com', 'x.com'],
  github: ['github.com'],
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  linkedin: ['linkedin.com'],
  other: [],
};
const PRORATIONS = ['invoice', 'prorate'] as const;

const IsWebAddress = (): PropertyDecorator =>
  IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false });
/** An IANA name known to the server; not an offset such as +02:00, which has no summer time. */
const IsTimeZoneName = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isTimeZoneName',
      validator: {
        validate: isTimeZone,
        defaultMessage: () => "Input should be the IANA name of a time zone, such as 'Europe/Berlin'",
      },
    },
    { context: { schema: { type: 'string', examples: ['UTC', 'Europe/Berlin'] } } },
  );
export class OrganizationSocialLink {
  @IsIn(Object.keys(PLATFORMS))
  platform: SocialLink['platform'];
  @IsWebAddress()
  @MaxLength(MAX_URL)
  @ValidateBy({
    name: 'isOnPlatform',
    validator: {
      validate: (url, of) => isOnPlatform(url, (of?.object as OrganizationSocialLink).platform),
      defaultMessage: () => 'The link must lead to its platform',
    },
  })
  url: string;
}

export class OrganizationFeatureSettings {
  @IfGiven()
  @IsBoolean()
  issue_funding_enabled?: boolean;
  @IfGiven()
  @IsBoolean()
  usage_based_billing_enabled?: boolean;
}

export class OrganizationSubscriptionSettings {
  @IsBoolean()
  allow_multiple_subscriptions: boolean;
  @IsBoolean()
  allow_customer_updates: boolean;
  @ApiProperty({ enum: PRORATIONS })
  @IsIn(PRORATIONS)
  proration_behavior: (typeof PRORATIONS)[number];
}

const BEHAVIORS = [...PRORATIONS, 'next_period'] as const;
const UNPAID_ACTIONS = ['cancel', 'unpaid'] as const;
const MAX_GRACE_DAYS = 90;

/** Not in the contract: what becomes of subscriptions that change or are not paid. */
export class OrganizationBillingSettings {
  /** When a change to a more expensive product takes effect; null: as `proration_behavior`. */
  @ApiProperty({ enum: BEHAVIORS, nullable: true })
  @IsOptional()
  @IsIn(BEHAVIORS)
  upgrade_behavior?: (typeof BEHAVIORS)[number] | null;
  /** The same for a cheaper product. */
  @ApiProperty({ enum: BEHAVIORS, nullable: true })
  @IsOptional()
  @IsIn(BEHAVIORS)
  downgrade_behavior?: (typeof BEHAVIORS)[number] | null;
  /** How many days benefits stay after a payment has failed. */
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_DAYS)
  benefit_grace_days: number;
  /** What becomes of a subscription when the last attempt to charge it has failed. */
  @ApiProperty({ enum: UNPAID_ACTIONS })
  @IsIn(UNPAID_ACTIONS)
  unpaid_action: (typeof UNPAID_ACTIONS)[number];
}

export class OrganizationDetails {
  @IsString()
  @MaxLength(MAX_TEXT)
  about: string;
  @IsString()
  @MaxLength(MAX_TEXT)
  product_description: string;
  @IsString()
  @MaxLength(MAX_TEXT)
  intended_use: string;
  @IsArray()
  @ArrayMaxSize(MAX_SOCIALS)
  @IsString({ each: true })
  @MaxLength(MAX_NAME, { each: true })
  customer_acquisition: string[];
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  future_annual_revenue: number;
  @IsOptional()
  @IsBoolean()
  switching?: boolean;
  @ApiProperty({ enum: SWITCHING_FROM, nullable: true })
  @IsOptional()
  @IsIn(SWITCHING_FROM)
  switching_from?: (typeof SWITCHING_FROM)[number] | null;
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  previous_annual_revenue?: number;
}

class OrganizationMailSettings {
  /** The kinds of mails to customers that are not sent. */
  @IsArray()
  @ArrayMaxSize(OPTIONAL_MAILS.length)
  @IsIn(OPTIONAL_MAILS, { each: true })
  @ApiProperty({ enum: OPTIONAL_MAILS, isArray: true })
  off: OptionalMail[];
}

class OrganizationFields {
  @EmptyIsNull()
  @IsOptional()
  @IsWebAddress()
  @MaxLength(MAX_URL)
  avatar_url?: string | null;
  /** Where customers reach the organization. */
  @EmptyIsNull()
  @IsOptional()
  @IsEmail({}, { message: 'Input should be a valid email address' })
  email?: string | null;
  @EmptyIsNull()
  @IsOptional()
  @IsWebAddress()
  @MaxLength(MAX_URL)
  website?: string | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_SOCIALS)
  @ValidateNested({ each: true })
  @Type(() => OrganizationSocialLink)
  socials?: OrganizationSocialLink[] | null;
  /** About the business; never sent back. */
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationDetails)
  details?: OrganizationDetails | null;
  /** Merged with those that are set. */
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationFeatureSettings)
  feature_settings?: OrganizationFeatureSettings | null;
  /** Replaces those that are set. */
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationSubscriptionSettings)
  subscription_settings?: OrganizationSubscriptionSettings | null;
  /** The zone of the days in the dashboard and mails. */
  @IsOptional()
  @IsTimeZoneName()
  time_zone?: string | null;
  /** Replaces those that are set. */
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationBillingSettings)
  billing_settings?: OrganizationBillingSettings | null;
  /** Replaces those that are set. Invoices that are issued already stay as they are. */
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationInvoiceSettings)
  invoice_settings?: OrganizationInvoiceSettings | null;
  /** Replaces those that are set. */
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationMailSettings)
  mail_settings?: OrganizationMailSettings | null;
  /** What metrics and the dashboard are in unless another is asked for. It converts nothing. */
  @IsOptional()
  @IsCurrency()
  currency?: string | null;
  /** The name of `currency` in newer clients. */
  @SynonymOf('currency')
  @IsOptional()
  @IsCurrency()
  default_presentment_currency?: string | null;
}

export class OrganizationCreate extends OrganizationFields {
  @IsString()
  @MinLength(MIN_NAME)
  @MaxLength(MAX_NAME)
  name: string;
  /** Part of the addresses of its pages; in lower case. */
  @IsString()
  @MinLength(MIN_NAME)
  @MaxLength(MAX_NAME)
  slug: string;
}

export class OrganizationUpdate extends OrganizationFields {
  @IsOptional()
  @IsString()
  @MinLength(MIN_NAME)
  @MaxLength(MAX_NAME)
  name?: string | null;
}

class SocialLinkAnswer {
  platform: SocialLink['platform'];
  url: string;
}

class FeatureSettingsAnswer {
  issue_funding_enabled: boolean;
  usage_based_billing_enabled: boolean;
}

class SubscriptionSettingsAnswer {
  allow_multiple_subscriptions: boolean;
  allow_customer_updates: boolean;
  @ApiProperty({ enum: PRORATIONS })
  proration_behavior: (typeof PRORATIONS)[number];
  /** The name of `billing_settings.benefit_grace_days` in newer clients. */
  benefit_revocation_grace_period: number;
  /** Trials are not refused to people who had one before. */
  prevent_trial_abuse: boolean;
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

class BillingSettingsAnswer {
  @ApiProperty({ enum: BEHAVIORS, nullable: true })
  upgrade_behavior: (typeof BEHAVIORS)[number] | null;
  @ApiProperty({ enum: BEHAVIORS, nullable: true })
  downgrade_behavior: (typeof BEHAVIORS)[number] | null;
  benefit_grace_days: number;
  @ApiProperty({ enum: UNPAID_ACTIONS })
  unpaid_action: (typeof UNPAID_ACTIONS)[number];
}

class MailSettingsAnswer {
  /** The kinds of mails to customers that are not sent. */
  @ApiProperty({ enum: OPTIONAL_MAILS, isArray: true })
  off: readonly OptionalMail[];
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

export class Organization extends PublicOrganization {
  billing_settings: BillingSettingsAnswer;
  invoice_settings: InvoiceSettingsAnswer;
  mail_settings: MailSettingsAnswer;
}

export class OrganizationList {
  items: Organization[];
  pagination: Pagination;
}

function isOnPlatform(url: unknown, platform: SocialLink['platform']): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const hosts = Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform] : [];
  const { hostname } = new URL(url);
  return platform === 'other' || hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
