import { Body, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Public, ShowsSecret } from '../../../app/http/api.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { CustomerSessions } from '../customer-sessions/customer-sessions.service.ts';
import { RequestPortalCode } from './portal-code.commands.ts';
import { InvalidPortalCode } from './portal-code.errors.ts';
import { PortalCodeLimits } from './portal-code-limits.service.ts';
import { PortalCodeAuthenticate, PortalCodeAuthenticated, PortalCodeRequest } from './portal-codes.dto.ts';
import { PortalCodes } from './portal-codes.service.ts';

/** Signs customers in to the portal with a code by mail (docs/BILLING.md#customer-portal). */
@BillingController('customer-portal/customer-session')
export class PortalCodesController {
  constructor(
    private readonly commands: Commands,
    private readonly codes: PortalCodes,
    private readonly limits: PortalCodeLimits,
    private readonly customers: CustomerReader,
    private readonly sessions: CustomerSessions,
  ) {}

  /** Answers the same whether or not a customer has the address. */
  @Post('request')
  @HttpCode(202)
  @Answers(429)
  @Public()
  async request(
    @Body() body: PortalCodeRequest,
    @Req() { ip }: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<void> {
    const holder = holderOf(body);
    await this.limits.demand('portal-code', ip, holder);
    await this.commands.execute(new RequestPortalCode(holder, context));
  }

  @Post('authenticate')
  @HttpCode(200)
  @Answers(401, 429)
  @Public()
  @ShowsSecret()
  async authenticate(
    @Body() body: PortalCodeAuthenticate,
    @Req() { ip }: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<PortalCodeAuthenticated> {
    const holder = holderOf(body);
    await this.limits.demand('portal-code-try', ip, holder);
    if (!(await this.codes.use(holder, body.code, context.requestId))) throw new InvalidPortalCode();
    const { organizationId, email } = holder;
    const customer = await this.customers.byEmail(organizationId, email);
    if (!customer || customer.deleted_at !== null) throw new InvalidPortalCode();
    const scope = { organizationId, customerId: customer.id, checkoutId: null };
    return { token: (await this.sessions.open(scope, context)).token };
  }
}

function holderOf({ organization_id, email }: PortalCodeRequest) {
  return { organizationId: organization_id.toLowerCase(), email: normalEmail(email) };
}
