import { Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { CustomerState } from './customer-states.dto.ts';
import { CustomerStateQueries } from './customer-states.queries.ts';

@BillingController('customers')
@Scopes('customers:read', 'customers:write')
@ApiTags('Customers')
export class CustomerStatesController {
  constructor(
    private readonly states: CustomerStateQueries,
    private readonly customers: CustomerReader,
  ) {}

  @Get('external/:external_id/state')
  async getExternal(@Param('external_id') externalId: string, @CallerOf() caller: Caller): Promise<CustomerState> {
    return this.states.get(await this.customers.idOfExternal(externalId, caller), caller);
  }

  @Get(':id/state')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomerState> {
    return this.states.get(id, caller);
  }
}
