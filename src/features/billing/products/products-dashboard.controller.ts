import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { ArchivedPrices } from './products.dto.ts';
import { ArchivedPriceQueries } from './products.queries.ts';

/** What the contract does not show of a product. */
@DashboardController('products')
export class ProductsDashboardController {
  constructor(private readonly prices: ArchivedPriceQueries) {}

  @Get(':id/archived-prices')
  @Scopes('products:read', 'products:write')
  archivedPrices(@Id() id: string, @CallerOf() caller: Caller): Promise<ArchivedPrices> {
    return this.prices.of(id, caller);
  }
}
