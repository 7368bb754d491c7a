import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import type { SocialLink } from './organization.events.ts';
import { isSlug } from './slug.ts';

const MIN_NAME = 3;
const MAX_NAME = 255;
const MAX_URL = 2_000;
const MAX_SOCIALS = 50;

/** Hosts of each platform's links (BILLING_FACTS §2.2, Organization); `other` may lead anywhere. */
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
/** An empty text is null (BILLING_FACTS §1, Strings). */
const EmptyIsNull = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === '' ? null : value));

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
  @IsOptional()
  @IsBoolean()
  issue_funding_enabled?: boolean;
  @IsOptional()
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

export class OrganizationDetails {
  @IsString()
  about: string;
  @IsString()
  product_description: string;
  @IsString()
  intended_use: string;
  @IsArray()
  @IsString({ each: true })
  customer_acquisition: string[];
  @IsInt()
  future_annual_revenue: number;
  @IsOptional()
  @IsBoolean()
  switching?: boolean;
  @IsOptional()
  @IsString()
  switching_from?: string | null;
  @IsOptional()
  @IsInt()
  previous_annual_revenue?: number;
}

export class OrganizationUpdate {
  @IsOptional()
  @IsString()
  @MinLength(MIN_NAME)
  @MaxLength(MAX_NAME)
  name?: string | null;
  @EmptyIsNull()
  @IsOptional()
  @IsWebAddress()
  @MaxLength(MAX_URL)
  avatar_url?: string | null;
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
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationDetails)
  details?: OrganizationDetails | null;
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationFeatureSettings)
  feature_settings?: OrganizationFeatureSettings | null;
  @IsOptional()
  @ValidateNested()
  @Type(() => OrganizationSubscriptionSettings)
  subscription_settings?: OrganizationSubscriptionSettings | null;
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
}

export class Organization {
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
  feature_settings: FeatureSettingsAnswer;
  subscription_settings: SubscriptionSettingsAnswer;
}

class OrganizationPagination {
  total_count: number;
  max_page: number;
}

export class OrganizationList {
  items: Organization[];
  pagination: OrganizationPagination;
}

/** A slug that can stand in a path. */
const IsSlug = (): PropertyDecorator =>
  ValidateBy({
    name: 'isSlug',
    validator: { validate: (value: unknown) => typeof value === 'string' && isSlug(value) },
  });

export class FoundOrganizationRequest {
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  name: string;
  @ApiProperty({ type: String })
  @IsSlug()
  slug: string;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL)
  logo?: string | null;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IsOptional()
  @IsObject()
  metadata?: Record<string, unknown> | null;
  @IsOptional()
  @IsBoolean()
  keepCurrentActiveOrganization?: boolean;
}

export class CheckSlugRequest {
  @ApiProperty({ type: String })
  @IsSlug()
  slug: string;
}

export class SetActiveRequest {
  /** null: none any more. */
  @IsOptional()
  @IsString()
  organizationId?: string | null;
  @IsOptional()
  @IsString()
  organizationSlug?: string;
}

export class FullOrganizationQuery {
  @IsOptional()
  @IsString()
  organizationId?: string;
  @IsOptional()
  @IsString()
  organizationSlug?: string;
}

/** AUTH_FACTS §9, Org; `metadata` is JSON text. */
export class AuthOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  @ApiProperty({ type: String, nullable: true })
  metadata: string | null;
  createdAt: string;
}

export class Member {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  @ApiProperty({ type: String, nullable: true })
  teamId: string | null;
  createdAt: string;
}

export class MemberUser {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

export class MemberWithUser extends Member {
  user: MemberUser;
}

export class FoundedOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  metadata: Record<string, unknown> | null;
  createdAt: string;
  members: Member[];
}

/** Invitations and teams come with a later issue: there are none. */
export class FullOrganization extends AuthOrganization {
  members: MemberWithUser[];
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  invitations: never[];
  @ApiProperty({ type: 'array', items: { type: 'object' }, nullable: true })
  teams: never[] | null;
}

function isOnPlatform(url: unknown, platform: SocialLink['platform']): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const hosts = Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform] : [];
  const { hostname } = new URL(url);
  return platform === 'other' || hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
