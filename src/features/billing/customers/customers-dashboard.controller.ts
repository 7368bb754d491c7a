import { Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { Filters, type FilterRequest } from '../../../app/http/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { CustomerExport } from './customer-export.service.ts';
import { customerList } from './customers.controller.ts';

/** Exports the rows of `GET /v1/customers`, with the same filters. */
@DashboardController('customers')
@Scopes('customers:read', 'customers:write')
export class CustomersDashboardController {
  constructor(private readonly exported: CustomerExport) {}

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  export(@Filters(customerList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.file(asked, caller);
  }
}
