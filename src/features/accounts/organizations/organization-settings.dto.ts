import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, Equals, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IfGiven } from '../accounts.dto.ts';
import { OPTIONAL_MAILS, type OptionalMail } from './organization.events.ts';

export const PRORATIONS = ['invoice', 'prorate'] as const;
const BEHAVIORS = [...PRORATIONS, 'next_period'] as const;
const UNPAID_ACTIONS = ['cancel', 'unpaid'] as const;
const MAX_GRACE_DAYS = 90;

export class OrganizationFeatureSettings {
  @IfGiven()
  @IsBoolean()
  issue_funding_enabled?: boolean;
  @IfGiven()
  @IsBoolean()
  usage_based_billing_enabled?: boolean;
}

export class FeatureSettingsAnswer {
  issue_funding_enabled: boolean;
  usage_based_billing_enabled: boolean;
}

export class OrganizationSubscriptionSettings {
  @IsBoolean()
  allow_multiple_subscriptions: boolean;
  @IsBoolean()
  allow_customer_updates: boolean;
  @ApiProperty({ enum: PRORATIONS })
  @IsIn(PRORATIONS)
  proration_behavior: (typeof PRORATIONS)[number];
  /** Newer clients send it with the others; only false. */
  @ApiProperty({ required: false })
  @IfGiven()
  @Equals(false, { message: 'Trials are not refused to people who had one before: it can only be false' })
  prevent_trial_abuse?: boolean;
}

export class SubscriptionSettingsAnswer {
  allow_multiple_subscriptions: boolean;
  allow_customer_updates: boolean;
  @ApiProperty({ enum: PRORATIONS })
  proration_behavior: (typeof PRORATIONS)[number];
  /** The name of `billing_settings.benefit_grace_days` in newer clients. */
  benefit_revocation_grace_period: number;
  /** Trials are not refused to people who had one before. */
  prevent_trial_abuse: boolean;
}

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

export class BillingSettingsAnswer {
  @ApiProperty({ enum: BEHAVIORS, nullable: true })
  upgrade_behavior: (typeof BEHAVIORS)[number] | null;
  @ApiProperty({ enum: BEHAVIORS, nullable: true })
  downgrade_behavior: (typeof BEHAVIORS)[number] | null;
  benefit_grace_days: number;
  @ApiProperty({ enum: UNPAID_ACTIONS })
  unpaid_action: (typeof UNPAID_ACTIONS)[number];
}

export class OrganizationMailSettings {
  /** The kinds of mails to customers that are not sent. */
  @IsArray()
  @ArrayMaxSize(OPTIONAL_MAILS.length)
  @IsIn(OPTIONAL_MAILS, { each: true })
  @ApiProperty({ enum: OPTIONAL_MAILS, isArray: true })
  off: OptionalMail[];
}

export class MailSettingsAnswer {
  /** The kinds of mails to customers that are not sent. */
  @ApiProperty({ enum: OPTIONAL_MAILS, isArray: true })
  off: readonly OptionalMail[];
}
