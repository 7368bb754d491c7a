import { Delete, Get, HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Public, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { UnlinkCustomerAccount } from '../remote-access/linked-account.commands.ts';
import { AccountLinking } from '../remote-access/account-linking.service.ts';
import { AccountCallbackQuery, AuthorizeAccountQuery, AuthorizedAccount } from './portal-accounts.dto.ts';

/** A customer's accounts at Discord and GitHub (docs/BILLING.md#linked-accounts). */
@BillingController('customer-portal/oauth-accounts')
export class PortalAccountsController {
  constructor(
    private readonly linking: AccountLinking,
    private readonly commands: Commands,
  ) {}

  @Get('authorize')
  @Answers(403, 404)
  @Scopes('customer_portal:write')
  async authorize(
    @Query() query: AuthorizeAccountQuery,
    @CallerOf() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<AuthorizedAccount> {
    const { platform, customer_id, return_to: returnTo } = query;
    if (customer_id !== undefined && customer_id.toLowerCase() !== caller.id) throw new NotFound();
    const remembered = { platform, customerId: caller.id, organizationId: caller.organizationIds[0]! };
    return { url: await this.linking.authorizeUrl(remembered, returnTo, request) };
  }

  /** Where the platform sends the customer's browser back to; goes on to `return_to`. */
  @Get('callback')
  @Public()
  @Answers(302)
  async callback(
    @Query() query: AccountCallbackQuery,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    void reply.header('Cache-Control', 'no-store');
    redirect(reply, await this.linking.finish(query, request, context));
  }

  /** Not in the contract. What the account has access to is taken from it. */
  @Delete(':platform/:account_id')
  @HttpCode(204)
  @Answers(403, 404)
  @Scopes('customer_portal:write')
  async unlink(
    @Param('platform') platform: string,
    @Param('account_id') accountId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<void> {
    if (platform !== 'discord' && platform !== 'github') throw new NotFound();
    await this.commands.execute(new UnlinkCustomerAccount({ customerId: caller.id, platform, accountId }, context));
  }
}
