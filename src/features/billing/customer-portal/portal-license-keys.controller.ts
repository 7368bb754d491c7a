import { Get } from '@nestjs/common';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { anyId } from '../../../app/http/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { PortalLicenseKeyList, PortalLicenseKeyWithActivations } from './portal-license-keys.dto.ts';
import { PortalLicenseKeys } from './portal-license-keys.queries.ts';

export const portalLicenseKeyList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
  filters: { benefit_id: anyId('benefit_id') },
};

/** A customer's own license keys (docs/BILLING.md#customer-portal). */
@BillingController('customer-portal/license-keys')
export class PortalLicenseKeysController {
  constructor(private readonly licenseKeys: PortalLicenseKeys) {}

  @Get()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(@List(portalLicenseKeyList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalLicenseKeyList> {
    return this.licenseKeys.of(list, caller);
  }

  @Get(':id')
  @Scopes('customer_portal:read', 'customer_portal:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalLicenseKeyWithActivations> {
    return this.licenseKeys.one(id, caller);
  }
}
