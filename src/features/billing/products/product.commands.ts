import { command } from '../../../kernel/writing/command.ts';
import type { Metadata, Price, RecurringInterval } from './product.events.ts';

export class CreateProduct extends command('CreateProduct')<{
  productId: string;
  organizationId: string;
  name: string;
  description: string | null;
  recurringInterval: RecurringInterval | null;
  prices: Price[];
  metadata: Metadata;
}> {}
/** Only the given fields change. `prices` is the whole new list: an id keeps a price, what is not listed is archived. */
export class UpdateProduct extends command('UpdateProduct')<{
  productId: string;
  organizationIds: readonly string[];
  name?: string;
  description?: string | null;
  metadata?: Metadata;
  isArchived?: boolean;
  /** It can't change; sent so that another one is refused. */
  recurringInterval?: RecurringInterval;
  prices?: ({ id: string; amountType?: undefined } | Price)[];
}> {}
/** The benefits' existence is checked by the handler. */
export class ChangeProductBenefits extends command('ChangeProductBenefits')<{
  productId: string;
  organizationIds: readonly string[];
  benefitIds: string[];
}> {}
