import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { AlsoLimited, Answers, BillingController, Public, Scopes } from '../../../app/http/api.ts';
import { AnswersPrices } from '../../../app/http/api-version.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId, anyOf } from '../../../app/http/lists/filters.ts';
import { List, valuesOf, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { ChooseDefaultPaymentMethod } from '../saved-methods/saved-method.commands.ts';
import { addressOf } from '../address.ts';
import { UpdateCustomer } from '../customers/customer.commands.ts';
import { customerProjection, type CustomerDocument } from '../customers/customer.projection.ts';
import { taxIdOf, taxNumberError, type TaxId } from '../tax-id.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalGrantAccounts } from './portal-grant-accounts.service.ts';
import { PortalGrants } from './portal-grants.queries.ts';
import {
  GRANT_TYPES,
  PortalCustomer,
  PortalCustomerUpdate,
  PortalGrant,
  PortalGrantList,
  PortalGrantUpdate,
  PortalOrganization,
} from './portal.dto.ts';
import { PortalOrganizations } from './portal.queries.ts';

export const portalGrantList: ListSpec = {
  sorting: {
    granted_at: 'granted_at',
    type: 'benefit_type',
    organization: 'organization_id',
    // The benefits of a product are granted in its order.
    product_benefit: 'granted_at',
  },
  defaultSorting: ['-granted_at'],
  filters: {
    type: anyOf('benefit_type', GRANT_TYPES),
    benefit_id: anyId('benefit_id'),
    order_id: anyId('order_id'),
    subscription_id: anyId('subscription_id'),
  },
};

/** The customer of a session (docs/BILLING.md#customer-portal). */
@BillingController('customer-portal/customers')
export class PortalCustomersController {
  constructor(
    private readonly commands: Commands,
    private readonly customers: PortalCustomers,
  ) {}

  @Get('me')
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  get(@CallerOf() caller: Caller): Promise<PortalCustomer> {
    return this.customers.get(caller);
  }

  @Patch('me')
  @Answers(404)
  @Scopes('customer_portal:write')
  async update(
    @Body() body: PortalCustomerUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalCustomer> {
    await this.customers.demandUpdates(caller);
    const data = changesOf(body, await this.customers.demand(caller));
    const { default_payment_method_id: paymentMethodId } = body;
    if (paymentMethodId != null)
      await this.commands.execute(
        new ChooseDefaultPaymentMethod(
          { customerId: caller.id, paymentMethodId: paymentMethodId.toLowerCase() },
          context,
        ),
      );
    const { history } = await this.commands.execute(new UpdateCustomer(data, context));
    return this.customers.present(project(customerProjection, history)!, caller);
  }
}

function changesOf(
  { email, name, billing_address: address, tax_id: number }: PortalCustomerUpdate,
  customer: CustomerDocument,
): UpdateCustomer['data'] {
  if (email != null && normalEmail(email) !== customer.email_key)
    throw InvalidInput.at('body.email', 'Change your e-mail address with a code that is mailed to the new one.');
  const country = (address ?? customer.billing_address)?.country;
  return {
    customerId: customer.id,
    ...(name !== undefined && { name }),
    ...(address !== undefined && { billingAddress: address && addressOf(address) }),
    ...(number !== undefined && { taxId: number === null ? null : taxIdIn(country, number) }),
  };
}

function taxIdIn(country: string | undefined, number: string): TaxId {
  if (country === undefined) throw InvalidInput.at('body.tax_id', 'A tax id needs a billing address.');
  const taxId = taxIdOf(country, number);
  if (!taxId) throw InvalidInput.at('body.tax_id', taxNumberError(country, number));
  return taxId;
}

/** What a customer's purchases have granted them. */
@BillingController('customer-portal/benefit-grants')
export class PortalGrantsController {
  constructor(
    private readonly grants: PortalGrants,
    private readonly accounts: PortalGrantAccounts,
  ) {}

  @Get()
  @ApiQuery({ name: 'checkout_id', required: false, schema: { type: 'array', items: { type: 'string' } } })
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(
    @List(portalGrantList) list: ListRequest,
    @Query('checkout_id') checkoutId: string | string[] | undefined,
    @CallerOf() caller: Caller,
  ): Promise<PortalGrantList> {
    return this.grants.of(list, checkoutId === undefined ? undefined : idsIn(checkoutId), caller);
  }

  @Get(':id')
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalGrant> {
    return this.grants.one(id, caller);
  }

  @Patch(':id')
  @Scopes('customer_portal:write')
  @Answers(403)
  async update(
    @Id() id: string,
    @Body() body: PortalGrantUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalGrant> {
    await this.accounts.choose(id, body, caller, context);
    return this.grants.one(id, caller);
  }
}

function idsIn(given: string | string[]): string[] {
  const ids = valuesOf(given).map((id) => id.toLowerCase());
  if (!ids.every(isUuid)) throw InvalidInput.at('query.checkout_id', 'Input should be a valid UUID', 'uuid_parsing');
  return ids;
}

/** The seller of a portal, for everyone who opens it. */
@AnswersPrices()
@BillingController('customer-portal/organizations')
export class PortalOrganizationsController {
  constructor(private readonly organizations: PortalOrganizations) {}

  @Get(':slug')
  @Public()
  get(@Param('slug') slug: string): Promise<PortalOrganization> {
    return this.organizations.get(slug);
  }
}
