import { Body, HttpCode, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { AccountLimits } from '../../../app/http/callers/account-limits.ts';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { tooManyCalls } from '../../../app/http/errors.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { ChangeEmailByCode, SendEmailCode } from '../portal-codes/portal-code.commands.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalCustomer, PortalEmailChange, PortalEmailConfirm } from './portal.dto.ts';

/** Not in the contract: another address, which a code that is mailed to it proves (docs/SECURITY.md#portal-codes). */
@BillingController('customer-portal/customers/me/email-change')
export class PortalEmailController {
  constructor(
    private readonly commands: Commands,
    private readonly customers: PortalCustomers,
    private readonly limits: AccountLimits,
  ) {}

  /** Answers the same whether or not another customer has the address. */
  @Post()
  @HttpCode(202)
  @Answers(429)
  @Scopes('customer_portal:write')
  async request(
    @Body() { email }: PortalEmailChange,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<void> {
    await this.customers.demandUpdates(caller);
    if ((await this.customers.demand(caller)).email_key === normalEmail(email))
      throw InvalidInput.at('body.email', 'This is your address already.');
    await this.limits.demand('portal-email', caller.id, tooManyCalls);
    await this.commands.execute(new SendEmailCode(about(caller, email), context));
  }

  @Post('confirm')
  @HttpCode(200)
  @Answers(429)
  @Scopes('customer_portal:write')
  async confirm(
    @Body() { email, code }: PortalEmailConfirm,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalCustomer> {
    await this.customers.demandUpdates(caller);
    await this.limits.demand('portal-email-try', caller.id, tooManyCalls);
    const { history } = await this.commands.execute(new ChangeEmailByCode({ ...about(caller, email), code }, context));
    return this.customers.present(project(customerProjection, history)!, caller);
  }
}

function about({ id: customerId, organizationIds }: Caller, email: string) {
  return { customerId, organizationId: organizationIds[0]!, email };
}
