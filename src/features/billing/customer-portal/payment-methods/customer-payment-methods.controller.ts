import { Get, Param } from '@nestjs/common';
import { BillingController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { List, type ListRequest } from '../../../../app/http/lists/list.ts';
import { CallerOf } from '../../../../app/http/request-state.ts';
import { Id } from '../../../../app/http/validation.ts';
import { CustomerQueries, CustomerReader } from '../../customers/customers.queries.ts';
import { portalPaymentMethodList } from './portal-payment-methods.controller.ts';
import { PortalPaymentMethods } from './portal-payment-methods.queries.ts';
import { CustomerPaymentMethodList } from '../portal.dto.ts';

/** The saved payment methods of a customer, as their portal shows them, for the seller. */
@BillingController('customers')
@Scopes('customers:read', 'customers:write')
export class CustomerPaymentMethodsController {
  constructor(
    private readonly customers: CustomerQueries,
    private readonly reader: CustomerReader,
    private readonly methods: PortalPaymentMethods,
  ) {}

  @Get('external/:external_id/payment-methods')
  async listExternal(
    @Param('external_id') externalId: string,
    @List(portalPaymentMethodList) list: ListRequest,
    @CallerOf() caller: Caller,
  ): Promise<CustomerPaymentMethodList> {
    return this.list(await this.reader.idOfExternal(externalId, caller), list, caller);
  }

  @Get(':id/payment-methods')
  async list(
    @Id() id: string,
    @List(portalPaymentMethodList) list: ListRequest,
    @CallerOf() { organizationIds }: Caller,
  ): Promise<CustomerPaymentMethodList> {
    await this.customers.get(id, { organizationIds });
    const { items, pagination } = await this.methods.of(list, { id, organizationIds });
    return { items: items.map((method) => ({ ...method, is_default: method.default })), pagination };
  }
}
