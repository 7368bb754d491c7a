import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { BENEFIT_MODELS, BENEFIT_SCHEMA, type Benefit } from '../benefits/benefits.dto.ts';
import { Customer } from '../customers/customers.dto.ts';

export class BenefitGrantError {
  message: string;
  /** `BenefitActionRequiredError`: the customer has to link an account. `BenefitServiceError`: the seller has to change something. */
  type: string;
  timestamp: string;
}

@ApiExtraModels(...BENEFIT_MODELS)
export class BenefitGrant {
  created_at: string;
  modified_at: string | null;
  id: string;
  granted_at: string | null;
  is_granted: boolean;
  revoked_at: string | null;
  is_revoked: boolean;
  subscription_id: string | null;
  order_id: string | null;
  customer_id: string;
  benefit_id: string;
  /** Why it is not granted; null also while that is under way. */
  error: BenefitGrantError | null;
  customer: Customer;
  @ApiProperty(BENEFIT_SCHEMA)
  benefit: Benefit;
  @ApiProperty({ type: 'object', additionalProperties: true })
  properties: Record<string, unknown>;
}

/** A grant in webhooks. */
export class BenefitGrantWebhook extends BenefitGrant {
  @ApiProperty({ type: 'object', additionalProperties: true })
  previous_properties: Record<string, unknown>;
}

export class BenefitGrantList {
  items: BenefitGrant[];
  pagination: Pagination;
}

/** A change that reaches its customers one after the other. */
class RunningGrantReview {
  id: string;
  @ApiProperty({ enum: ['align', 'update', 'revoke'] })
  kind: 'align' | 'update' | 'revoke';
  product_id: string | null;
  benefit_id: string | null;
  /** Purchases of the product, or grants of the benefit. */
  done: number;
  /** When it started. */
  total: number;
  started_at: string;
  modified_at: string;
}

export class RunningGrantReviews {
  items: RunningGrantReview[];
}

/** Of the sandbox: who has access at a pretend platform. */
export class PretendMembers {
  /** At most 100; null if the benefit gives no access to one. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true })
  usernames: string[] | null;
}
