import { Body, Post } from '@nestjs/common';
import { BillingController, Scopes, ShowsSecret } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { CustomerSession, CustomerSessionCreate } from './customer-sessions.dto.ts';
import { CustomerSessionPresenter } from './customer-sessions.queries.ts';
import { CustomerSessions } from './customer-sessions.service.ts';

@BillingController('customer-sessions')
export class CustomerSessionsController {
  constructor(
    private readonly sessions: CustomerSessions,
    private readonly customers: CustomerReader,
    private readonly presenter: CustomerSessionPresenter,
  ) {}

  /** Lets the seller sign their customer in to the portal. */
  @Post()
  @ShowsSecret()
  @Scopes('customer_sessions:write')
  async create(
    @Body() body: CustomerSessionCreate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<CustomerSession> {
    const customer = await this.named(body, caller);
    const scope = { organizationId: customer.organization_id, customerId: customer.id, checkoutId: null };
    return this.presenter.present(await this.sessions.open(scope, context), customer);
  }

  private async named(body: CustomerSessionCreate, caller: Caller): Promise<CustomerDocument> {
    const { customer_id: id, customer_external_id: externalId } = body;
    const place = id == null && externalId != null ? 'body.customer_external_id' : 'body.customer_id';
    if (id == null && externalId == null) throw InvalidInput.at(place, 'Field required', 'missing');
    if (id != null && externalId != null)
      throw InvalidInput.at('body.customer_external_id', 'Name the customer by one id alone.');
    const customer =
      id != null
        ? await this.customers.folded(id.toLowerCase(), caller)
        : await this.customers.ofExternal(externalId!, caller);
    if (!customer || customer.deleted_at !== null) throw InvalidInput.at(place, 'Customer does not exist.');
    return customer;
  }
}
