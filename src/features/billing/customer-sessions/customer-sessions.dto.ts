import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { SynonymOf } from '../../../app/http/synonyms.ts';
import { EmptyIsNull } from '../billing.dto.ts';
import { Customer } from '../customers/customers.dto.ts';

/** Names the customer by one of their ids. */
export class CustomerSessionCreate {
  @IsOptional()
  @IsUUID()
  customer_id?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  customer_external_id?: string | null;
  /** The name of `customer_external_id` in newer clients. */
  @SynonymOf('customer_external_id')
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  external_customer_id?: string | null;
}

export class CustomerSession {
  id: string;
  created_at: string;
  modified_at: string | null;
  /** `tb_cst_…`, shown once. */
  token: string;
  expires_at: string;
  /** Opens the customer portal with this session. */
  customer_portal_url: string;
  /** The portal has no button back to the seller. */
  @ApiProperty({ type: String, nullable: true })
  return_url: null;
  customer_id: string;
  customer: Customer;
}
