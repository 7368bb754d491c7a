import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { CustomerAccount } from './accounts.dto.ts';
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
