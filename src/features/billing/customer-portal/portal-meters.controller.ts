import { Get } from '@nestjs/common';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { PortalCustomerMeter, PortalCustomerMeterList } from './portal-meters.dto.ts';
import { PortalMeters } from './portal-meters.queries.ts';

export const portalMeterList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    modified_at: 'modified_at',
    meter_id: 'meter_id',
    meter_name: 'meter_name',
    consumed_units: 'consumed_units',
    credited_units: 'credited_units',
    balance: 'balance',
  },
  defaultSorting: ['-modified_at'],
  filters: { meter_id: anyId('meter_id') },
  search: true,
};

/** A customer's own usage. */
@BillingController('customer-portal/meters', 'usage')
@Scopes('customer_portal:read', 'customer_portal:write')
export class PortalMetersController {
  constructor(private readonly meters: PortalMeters) {}

  @Get()
  list(@List(portalMeterList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalCustomerMeterList> {
    return this.meters.of(list, caller);
  }

  @Get(':id')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalCustomerMeter> {
    return this.meters.one(id, caller);
  }
}
