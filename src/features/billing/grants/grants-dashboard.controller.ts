import { HttpCode, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RetryGrant } from './grant.commands.ts';
import { GrantQueries } from './grants.queries.ts';

@AlsoImpersonated()
@DashboardController('grants')
export class GrantsDashboardController {
  constructor(
    private readonly commands: Commands,
    private readonly grants: GrantQueries,
  ) {}

  /** Has Discord or GitHub called again about what failed; nothing, if nothing has. */
  @Post(':id/retry')
  @HttpCode(202)
  @Scopes('benefits:write')
  async retry(@Id() id: string, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<void> {
    const { customer_id: customerId, benefit_id: benefitId } = await this.grants.get(id, caller);
    await this.commands.execute(new RetryGrant({ customerId, benefitId }, context));
  }
}
