import { Get } from '@nestjs/common';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { externalCustomerFilter } from '../customers/customers.queries.ts';
import { CustomerMeter, CustomerMeterList } from './customer-meters.dto.ts';
import { CustomerMeterQueries } from './customer-meters.queries.ts';

/** Stands for the customers who have one of these external ids now. */

export const customerMeterList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    modified_at: 'modified_at',
    customer_id: 'customer_id',
    customer_name: 'customer_name',
    meter_id: 'meter_id',
    meter_name: 'meter_name',
    consumed_units: 'consumed_units',
    credited_units: 'credited_units',
    balance: 'balance',
  },
  defaultSorting: ['-modified_at'],
  filters: {
    customer_id: anyId('customer_id'),
    ...externalCustomerFilter,
    meter_id: anyId('meter_id'),
  },
};

@BillingController('customer-meters', 'usage')
@Scopes('customer_meters:read')
export class CustomerMetersController {
  constructor(private readonly customerMeters: CustomerMeterQueries) {}

  @Get()
  list(@List(customerMeterList) list: ListRequest, @CallerOf() caller: Caller): Promise<CustomerMeterList> {
    return this.customerMeters.list(list, caller);
  }

  @Get(':id')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomerMeter> {
    return this.customerMeters.get(id, caller);
  }
}
