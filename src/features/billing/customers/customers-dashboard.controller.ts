import { Body, Get, HttpCode, Post, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { Filters, type FilterRequest } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RefuseCustomerErasure } from './customer.commands.ts';
import { CustomerExport } from './customer-export.service.ts';
import { customerList } from './customers.controller.ts';
import { ErasureRefusal } from './customers.dto.ts';

/** Exports the rows of `GET /v1/customers`, with the same filters, and answers customers who ask to be erased. */
@AlsoImpersonated()
@DashboardController('customers')
@Scopes('customers:read', 'customers:write')
export class CustomersDashboardController {
  constructor(
    private readonly exported: CustomerExport,
    private readonly commands: Commands,
  ) {}

  @Get('export')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  export(@Filters(customerList) asked: FilterRequest, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.exported.file(asked, caller);
  }

  /** Keeps a customer who has asked to be erased, and mails them the reason. */
  @Post(':id/erasure-refusal')
  @HttpCode(204)
  @Answers(429)
  @Scopes('customers:write')
  async refuseErasure(
    @Id() customerId: string,
    @Body() { reason }: ErasureRefusal,
    @Ctx() context: Context,
  ): Promise<void> {
    await this.commands.execute(new RefuseCustomerErasure({ customerId, reason }, context));
  }
}
