import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { accessOf } from './held.rules.ts';
import { RemotePlaces } from '../remote-access/remote-places.service.ts';
import { PretendMembers } from './grants.dto.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';

const MOST_SHOWN = 100;

/** What a benefit does at a pretend platform, so that a seller can see it without keys. */
@DashboardController('benefits')
@Scopes('benefits:read', 'benefits:write')
export class PretendMembersController {
  constructor(
    private readonly benefits: BenefitReader,
    private readonly places: RemotePlaces,
  ) {}

  @Get(':id/pretend-members')
  async members(@Id() id: string, @CallerOf() caller: Caller): Promise<PretendMembers> {
    const benefit = await this.benefits.folded(id, caller);
    if (!benefit || benefit.deleted_at !== null) throw new NotFound();
    const access = accessOf(benefit.terms);
    return { usernames: (access && (await this.places.membersOf(access, MOST_SHOWN))) ?? null };
  }
}
