import { Get } from '@nestjs/common';
import { AlsoLimited, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { PortalDownloads } from './portal-downloads.queries.ts';
import { PortalDownloadList } from './portal.dto.ts';

export const portalDownloadList: ListSpec = {
  sorting: { granted_at: 'granted_at' },
  defaultSorting: ['-granted_at'],
  filters: { benefit_id: anyId('benefit_id') },
};

/** The files that a customer's purchases give them, each with a link (docs/BILLING.md#downloads). */
@BillingController('customer-portal/downloadables')
export class PortalDownloadsController {
  constructor(private readonly downloads: PortalDownloads) {}

  @Get()
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(@List(portalDownloadList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalDownloadList> {
    return this.downloads.of(list, caller);
  }
}
