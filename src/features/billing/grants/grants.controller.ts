import { Get } from '@nestjs/common';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId, flag } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { externalCustomerFilter } from '../customers/customers.queries.ts';
import { BenefitGrantList } from './grants.dto.ts';
import { GrantQueries } from './grants.queries.ts';

export const grantList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
  filters: { is_granted: flag('is_granted'), customer_id: anyId('customer_id'), ...externalCustomerFilter },
};

export const benefitGrantList: ListSpec = {
  ...grantList,
  filters: { ...grantList.filters, benefit_id: anyId('benefit_id') },
};

/** The grants of all benefits. */
@BillingController('benefit-grants')
export class BenefitGrantsController {
  constructor(private readonly grants: GrantQueries) {}

  @Get()
  @Scopes('benefits:read', 'benefits:write')
  list(@List(benefitGrantList) list: ListRequest, @CallerOf() caller: Caller): Promise<BenefitGrantList> {
    return this.grants.list(list, caller);
  }
}

@BillingController('benefits/:id/grants')
export class GrantsController {
  constructor(private readonly grants: GrantQueries) {}

  @Get()
  @Scopes('benefits:read', 'benefits:write')
  list(@Id() id: string, @List(grantList) list: ListRequest, @CallerOf() caller: Caller): Promise<BenefitGrantList> {
    return this.grants.ofBenefit(id, list, caller);
  }
}
