import { Body, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated, WhileImpersonating } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { jsonIfAsked } from '../../../app/http/lists/csv.ts';
import { between, search, type Filter } from '../../../app/http/lists/filters.ts';
import { Filters, List, type FilterRequest, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { addressOf } from '../address.ts';
import { CustomerExport } from './customer-export.service.ts';
import { CreateCustomer, DeleteCustomer, UpdateCustomer } from './customer.commands.ts';
import { customerProjection } from './customer.projection.ts';
import {
  Customer,
  CustomerCreate,
  CustomerDeletion,
  CustomerList,
  CustomerUpdate,
  CustomerUpdateExternalID,
} from './customers.dto.ts';
import { CUSTOMER_SEARCH, CustomerPresenter, CustomerQueries, CustomerReader } from './customers.queries.ts';

/** Matches the whole address, ignoring case. */
const byEmail: Filter = {
  where: (values) => [{ eq: ['email_key', normalEmail(values.at(-1)!)] }],
  schema: { type: 'string' },
};

export const customerList: ListSpec = {
  sorting: { created_at: 'created_at', email: 'email_lower', name: 'name_lower' },
  defaultSorting: ['-created_at'],
  filters: { email: byEmail, query: search(...CUSTOMER_SEARCH), ...between('created', 'created_at') },
  metadata: true,
};

@AlsoImpersonated()
@BillingController('customers')
export class CustomersController {
  constructor(
    private readonly commands: Commands,
    private readonly customers: CustomerQueries,
    private readonly exported: CustomerExport,
    private readonly reader: CustomerReader,
    private readonly presenter: CustomerPresenter,
  ) {}

  @Get()
  @Scopes('customers:read', 'customers:write')
  list(@List(customerList) list: ListRequest, @CallerOf() caller: Caller): Promise<CustomerList> {
    return this.customers.list(list, caller);
  }

  @Post()
  @Scopes('customers:write')
  create(@Body() body: CustomerCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Customer> {
    const organizationId = organizationOf(caller, body.organization_id);
    const data = {
      customerId: deriveUuid(context.requestId, 'customer'),
      organizationId,
      email: body.email,
      externalId: body.external_id ?? null,
      name: body.name ?? null,
      billingAddress: body.billing_address ? addressOf(body.billing_address) : null,
      taxId: body.tax_id ?? null,
      metadata: body.metadata ?? {},
    };
    return this.answer(new CreateCustomer(data, { ...context, organizationId }));
  }

  /** The file of `/api/dashboard/customers/export`; for whoever asks for JSON, as a JSON string. */
  @Get('export')
  @ApiProduces('application/json', 'text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Scopes('customers:read', 'customers:write')
  async export(
    @Filters(customerList) asked: FilterRequest,
    @CallerOf() caller: Caller,
    @Headers('accept') accept?: string,
  ): Promise<StreamableFile> {
    return jsonIfAsked(await this.exported.file(asked, caller), accept);
  }

  @Get('external/:external_id')
  @Scopes('customers:read', 'customers:write')
  async getExternal(@Param('external_id') externalId: string, @CallerOf() caller: Caller): Promise<Customer> {
    return this.get(await this.reader.idOfExternal(externalId, caller), caller);
  }

  @Patch('external/:external_id')
  @Scopes('customers:write')
  async updateExternal(
    @Param('external_id') externalId: string,
    @Body() body: CustomerUpdateExternalID,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<Customer> {
    return this.update(await this.reader.idOfExternal(externalId, caller), body, caller, context);
  }

  @Delete('external/:external_id')
  @HttpCode(204)
  @Scopes('customers:write')
  async deleteExternal(
    @Param('external_id') externalId: string,
    @Query() query: CustomerDeletion,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<void> {
    await this.delete(await this.reader.idOfExternal(externalId, caller), query, context);
  }

  @Get(':id')
  @Scopes('customers:read', 'customers:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Customer> {
    return this.customers.get(id, caller);
  }

  @Patch(':id')
  @Scopes('customers:write')
  async update(
    @Id() customerId: string,
    @Body() body: CustomerUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<Customer> {
    const { email, external_id, name, billing_address, tax_id, metadata } = body;
    if (email != null && caller.impersonator !== undefined) await this.demandEmail(customerId, email, caller);
    const data = {
      customerId,
      email: email ?? undefined,
      externalId: external_id ?? undefined,
      name,
      billingAddress: billing_address ? addressOf(billing_address) : billing_address,
      taxId: tax_id,
      metadata: metadata ?? undefined,
    };
    return this.answer(new UpdateCustomer(data, context));
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('customers:write')
  async delete(
    @Id() customerId: string,
    @Query() { anonymize }: CustomerDeletion,
    @Ctx() context: Context,
  ): Promise<void> {
    await this.commands.execute(new DeleteCustomer({ customerId, erase: anonymize ?? false }, context));
  }

  /** @throws WhileImpersonating the customer has another address: whoever has it gets into their portal */
  private async demandEmail(customerId: string, email: string, caller: Caller): Promise<void> {
    const customer = await this.reader.folded(customerId, caller);
    if (customer && customer.email_key !== normalEmail(email)) throw new WhileImpersonating();
  }

  private async answer(command: CreateCustomer | UpdateCustomer): Promise<Customer> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(customerProjection, history)!);
  }
}
