import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';
import { REFUND_REASONS, type RefundReason } from './refund.events.ts';

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
/** More than any order: the contract's integers have 32 bits. */
const MOST = 2_147_483_647;

export class RefundCreate {
  /** A paid order. */
  @IsUUID()
  order_id: string;
  @IsIn(REFUND_REASONS)
  @ApiProperty({ enum: REFUND_REASONS })
  reason: RefundReason;
  /** Minor units, without tax: the share of the tax is added. */
  @IsInt()
  @Min(1)
  @Max(MOST)
  amount: number;
  /** Not shown to the customer. */
  @IsOptional()
  @IsString()
  @MaxLength(5_000)
  @EmptyIsNull()
  comment?: string | null;
  /** Revokes what the order granted once the refund has succeeded; only for one-time products. */
  @IsOptional()
  @IsBoolean()
  revoke_benefits?: boolean;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

/** Amounts in minor units. */
export class Refund {
  created_at: string;
  modified_at: string | null;
  id: string;
  @ApiMetadata()
  metadata: Metadata;
  @ApiProperty({ enum: REFUND_STATUSES })
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  @ApiProperty({ enum: REFUND_REASONS })
  reason: RefundReason;
  /** Without tax. */
  amount: number;
  tax_amount: number;
  currency: string;
  organization_id: string;
  order_id: string;
  subscription_id: string | null;
  customer_id: string;
  revoke_benefits: boolean;
  /** Refunds are never part of a dispute. */
  @ApiProperty({ type: String, nullable: true })
  dispute: null;
  /** Not in the contract, like all that follows. */
  payment_id: string;
  /** Refunded to the card. */
  payment_amount: number;
  /** Refunded as credit to the customer's account. */
  balance_amount: number;
  comment: string | null;
  failure_code: string | null;
  failure_message: string | null;
  /** It had succeeded before the processor reported that it failed. */
  reversed: boolean;
  /** Such as `CN-2026-00001`; null until the refund has succeeded. */
  credit_note_number: string | null;
}

export class RefundList {
  items: Refund[];
  pagination: Pagination;
}
