import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { AccountLimits } from '../../../app/http/callers/account-limits.ts';
import { tooManyCalls } from '../../../app/http/errors.ts';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { Commands } from '../../../app/commands.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { ResendCustomerMail } from './customer-mail.commands.ts';
import { CustomerMailList, CustomerMailsQuery, ResentMail } from './customer-mails.dto.ts';
import { CustomerMailQueries } from './customer-mails.queries.ts';

/** The mails that a customer was sent, but for those with codes. */
@AlsoImpersonated()
@DashboardController('customers/:id/mails')
export class CustomerMailsController {
  constructor(
    private readonly mails: CustomerMailQueries,
    private readonly limits: AccountLimits,
    private readonly commands: Commands,
  ) {}

  @Get()
  @Scopes('customers:read', 'customers:write')
  list(
    @Id() customerId: string,
    @Query() query: CustomerMailsQuery,
    @CallerOf() caller: Caller,
  ): Promise<CustomerMailList> {
    return this.mails.of(customerId, query, caller);
  }

  /** Sends it again as it was, to the address that the customer has now. */
  @Post(':mail_id/resend')
  @HttpCode(202)
  @Answers(409)
  @Scopes('customers:write')
  async resend(
    @Id() customerId: string,
    @Id('mail_id') emailId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<ResentMail> {
    await this.mails.demand(customerId, emailId, caller);
    await this.limits.demand('resent-mail', customerId, tooManyCalls);
    return { id: await this.commands.execute(new ResendCustomerMail({ customerId, emailId }, context)) };
  }
}
