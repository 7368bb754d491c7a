import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { CustomerLinkedAccounts } from './linked-accounts.dto.ts';
import { LinkedAccountReader } from './linked-accounts.queries.ts';

@DashboardController('customers/:id/linked-accounts')
@Scopes('customers:read', 'customers:write')
export class LinkedAccountsDashboardController {
  constructor(private readonly accounts: LinkedAccountReader) {}

  @Get()
  list(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomerLinkedAccounts> {
    return this.accounts.shown(id, caller);
  }
}
