import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { CustomerDownloadQueries } from './customer-downloads.queries.ts';
import { CustomerDownloads } from './downloads.dto.ts';

@DashboardController('customers')
export class DownloadsDashboardController {
  constructor(private readonly downloads: CustomerDownloadQueries) {}

  @Get(':id/downloads')
  @Scopes('customers:read', 'customers:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomerDownloads> {
    return this.downloads.of(id, caller);
  }
}
