import { IsOptional, IsUUID } from 'class-validator';

export class FirstStepsQuery {
  /** Required of users; tokens and keys belong to one. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

/** The newest of each, with which the next step goes on; null where there is none, or the caller may not read it. */
export class FirstStepsDto {
  product_id: string | null;
  /** One that can still be paid, or else one that was. */
  checkout_id: string | null;
  /** A paid order. */
  order_id: string | null;
  /** Whether there are more paid orders: the shop is past its beginning. */
  has_more_orders: boolean;
}
