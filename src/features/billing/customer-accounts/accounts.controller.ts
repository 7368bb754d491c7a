import { Get } from '@nestjs/common';
import { BillingController, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { CustomerAccount, CustomerBalance } from './accounts.dto.ts';
import { AccountQueries } from './accounts.queries.ts';

@DashboardController('customers')
export class AccountsController {
  constructor(private readonly accounts: AccountQueries) {}

  @Get(':id/account')
  @Scopes('orders:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomerAccount> {
    return this.accounts.of(id, caller);
  }
}

@BillingController('customers')
export class CustomerBalancesController {
  constructor(private readonly accounts: AccountQueries) {}

  /** In the organization's currency; `balances` has all currencies. */
  @Get(':id/balance')
  @Scopes('customers:read', 'customers:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomerBalance> {
    return this.accounts.balanceOf(id, caller);
  }
}
