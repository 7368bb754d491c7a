import { Get, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { BillingController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../../app/http/request-state.ts';
import { PortalExport } from './portal-export.dto.ts';
import { PortalExports } from './portal-export.service.ts';

/** Not in the contract: what is known of a customer, for themselves. */
@BillingController('customer-portal/customers/me/export')
export class PortalExportController {
  constructor(private readonly exports: PortalExports) {}

  /** A file that browsers save. */
  @Get()
  @ApiOkResponse({ type: PortalExport })
  @Scopes('customer_portal:read', 'customer_portal:write')
  async get(@CallerOf() caller: Caller): Promise<StreamableFile> {
    const text = JSON.stringify(await this.exports.of(caller), null, 2);
    const disposition = 'attachment; filename="my-data.json"';
    return new StreamableFile(Buffer.from(text), { type: 'application/json; charset=utf-8', disposition });
  }
}
