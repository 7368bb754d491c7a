import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min, MinLength } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { IsInstant } from '../../../app/http/instant.dto.ts';
import { ApiMetadata, IsMetadata } from '../billing.dto.ts';
import { Customer } from '../customers/customers.dto.ts';
import type { Metadata } from '../metadata.ts';
import type { OrderDocument } from '../orders/order.projection.ts';
import type { SubscriptionStatus } from '../subscriptions/subscription-status.rules.ts';
import type { LicenseKeyStatus } from './license-key.events.ts';

export const LICENSE_KEY_STATUSES = ['granted', 'revoked', 'disabled'] as const;
const MOST = 2 ** 31 - 1;

export class LicenseKeyActivationBase {
  id: string;
  license_key_id: string;
  label: string;
  @ApiMetadata()
  meta: Metadata;
  created_at: string;
  modified_at: string | null;
}

export class LicenseKeyRead {
  id: string;
  created_at: string;
  modified_at: string | null;
  organization_id: string;
  customer_id: string;
  customer: Customer;
  /** Keys are the customer's own: there are no members. */
  @ApiProperty({ type: String, nullable: true })
  member_id: null;
  @ApiProperty({ type: 'object', additionalProperties: false, nullable: true })
  member: null;
  benefit_id: string;
  key: string;
  /** Its end, behind asterisks. */
  display_key: string;
  @ApiProperty({ enum: LICENSE_KEY_STATUSES })
  status: LicenseKeyStatus;
  limit_activations: number | null;
  usage: number;
  limit_usage: number | null;
  validations: number;
  last_validated_at: string | null;
  expires_at: string | null;
}

export class LicenseKeyWithActivations extends LicenseKeyRead {
  activations: LicenseKeyActivationBase[];
}

/** What a license key was bought with, as it is now. */
export class LicenseKeySubscription {
  id: string;
  @ApiProperty({ enum: ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled'] })
  status: SubscriptionStatus;
  current_period_start: string;
  current_period_end: string;
  cancel_at_period_end: boolean;
  ends_at: string | null;
}

/** The order of a license key that was bought once. */
export class LicenseKeyOrder {
  id: string;
  created_at: string;
  @ApiProperty({ enum: ['pending', 'paid', 'refunded', 'partially_refunded', 'void'] })
  status: OrderDocument['status'];
  paid: boolean;
}

/** With what it was bought with: a subscription, or an order of its own. */
export class BoughtLicenseKey extends LicenseKeyRead {
  subscription_id: string | null;
  @ApiProperty({ type: LicenseKeySubscription, nullable: true })
  subscription: LicenseKeySubscription | null;
  order_id: string | null;
  @ApiProperty({ type: LicenseKeyOrder, nullable: true })
  order: LicenseKeyOrder | null;
}

export class LicenseKeyActivationRead extends LicenseKeyActivationBase {
  license_key: BoughtLicenseKey;
}

export class ValidatedLicenseKey extends BoughtLicenseKey {
  @ApiProperty({ type: LicenseKeyActivationBase, nullable: true })
  activation: LicenseKeyActivationBase | null;
}

export class LicenseKeyList {
  items: LicenseKeyRead[];
  pagination: Pagination;
}

/** Changes only what is given. The official client always sends `usage`, 0 unless it is told another. */
export class LicenseKeyUpdate {
  @IsOptional()
  @IsIn(LICENSE_KEY_STATUSES)
  status?: LicenseKeyStatus | null;
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MOST)
  usage?: number;
  /** null: it can't be activated. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000)
  limit_activations?: number | null;
  /** null: without limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST)
  limit_usage?: number | null;
  /** null: never. */
  @IsOptional()
  @IsInstant()
  expires_at?: string | null;
}

class NamedKey {
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  key: string;
  @IsUUID()
  organization_id: string;
}

export class LicenseKeyValidate extends NamedKey {
  @IsOptional()
  @IsUUID()
  activation_id?: string | null;
  @IsOptional()
  @IsUUID()
  benefit_id?: string | null;
  @IsOptional()
  @IsUUID()
  customer_id?: string | null;
  /** What the validation adds to the usage. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MOST)
  increment_usage?: number | null;
  /** Those that the activation was made with. */
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  conditions?: Metadata;
}

export class LicenseKeyActivate extends NamedKey {
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  label: string;
  /** Validations of the activation need the same. */
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  conditions?: Metadata;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  meta?: Metadata;
}

export class LicenseKeyDeactivate extends NamedKey {
  @IsUUID()
  activation_id: string;
}
