import { IsOptional, IsUUID } from 'class-validator';

export class FirstStepsQuery {
  /** Required for users; tokens and keys belong to one. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

/** The newest of each, which the next step uses; null if there is none or the caller may not read it. */
export class FirstStepsDto {
  product_id: string | null;
  /** One that can still be paid, or else one that was. */
  checkout_id: string | null;
  /** A paid order. */
  order_id: string | null;
  /** Whether there are further paid orders: the first steps are no longer needed. */
  has_more_orders: boolean;
}
