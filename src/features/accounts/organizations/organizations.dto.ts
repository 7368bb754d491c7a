import { ApiProperty } from '@nestjs/swagger';
import { Nested, NestedEach } from '../../../app/http/dto.ts';
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
} from 'class-validator';
import { IsCurrency } from '../../../app/http/currency.dto.ts';
import { SynonymOf } from '../../../app/http/synonyms.ts';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { EmptyIsNull } from '../accounts.dto.ts';
import { isTimeZone } from '../../../app/time-zones.ts';
import { InvoiceSettingsAnswer, OrganizationInvoiceSettings } from './invoice-settings.dto.ts';
import {
  BillingSettingsAnswer,
  MailSettingsAnswer,
  OrganizationBillingSettings,
  OrganizationFeatureSettings,
  OrganizationMailSettings,
  OrganizationSubscriptionSettings,
} from './organization-settings.dto.ts';
import type { SocialLink } from './organization.events.ts';
import { PublicOrganization } from './public-organization.dto.ts';

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
  @NestedEach(() => OrganizationSocialLink)
  socials?: OrganizationSocialLink[] | null;
  /** About the business; never sent back. */
  @IsOptional()
  @Nested(() => OrganizationDetails)
  details?: OrganizationDetails | null;
  /** Merged with those that are set. */
  @IsOptional()
  @Nested(() => OrganizationFeatureSettings)
  feature_settings?: OrganizationFeatureSettings | null;
  /** Replaces those that are set. */
  @IsOptional()
  @Nested(() => OrganizationSubscriptionSettings)
  subscription_settings?: OrganizationSubscriptionSettings | null;
  /** The zone of the days in the dashboard and mails. */
  @IsOptional()
  @IsTimeZoneName()
  time_zone?: string | null;
  /** Replaces those that are set. */
  @IsOptional()
  @Nested(() => OrganizationBillingSettings)
  billing_settings?: OrganizationBillingSettings | null;
  /** Replaces those that are set. Invoices that are issued already stay as they are. */
  @IsOptional()
  @Nested(() => OrganizationInvoiceSettings)
  invoice_settings?: OrganizationInvoiceSettings | null;
  /** Replaces those that are set. */
  @IsOptional()
  @Nested(() => OrganizationMailSettings)
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
