import { Get, HttpCode, Post } from '@nestjs/common';
import { Commands } from '../../../../app/commands.ts';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { AlsoLimited, Answers, BillingController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { tooManyCalls } from '../../../../app/http/errors.ts';
import { anyId } from '../../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../../app/http/request-state.ts';
import { Id } from '../../../../app/http/validation.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { RotateLicenseKey } from '../../license-keys/license-key.commands.ts';
import { licenseKeyProjection } from '../../license-keys/license-key.projection.ts';
import { PortalLicenseKey, PortalLicenseKeyList, PortalLicenseKeyWithActivations } from './portal-license-keys.dto.ts';
import { PortalLicenseKeys } from './portal-license-keys.queries.ts';

export const portalLicenseKeyList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
  filters: { benefit_id: anyId('benefit_id') },
};

/** A customer's own license keys (docs/BILLING.md#customer-portal). */
@BillingController('customer-portal/license-keys')
export class PortalLicenseKeysController {
  constructor(
    private readonly commands: Commands,
    private readonly licenseKeys: PortalLicenseKeys,
    private readonly limits: AccountLimits,
  ) {}

  @Get()
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  list(@List(portalLicenseKeyList) list: ListRequest, @CallerOf() caller: Caller): Promise<PortalLicenseKeyList> {
    return this.licenseKeys.of(list, caller);
  }

  @Get(':id')
  @AlsoLimited()
  @Scopes('customer_portal:read', 'customer_portal:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalLicenseKeyWithActivations> {
    return this.licenseKeys.one(id, caller);
  }
  /** Another key in place of one that became known; the one before no longer works. Its activations and limits stay. */
  @Post(':id/rotate')
  @HttpCode(200)
  @Answers(429)
  @AlsoLimited()
  @Scopes('customer_portal:write')
  async rotate(
    @Id() licenseKeyId: string,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<PortalLicenseKey> {
    await this.licenseKeys.demand(licenseKeyId, caller);
    await this.limits.demand('license-key-rotation', caller.id, tooManyCalls);
    const { history } = await this.commands.execute(new RotateLicenseKey({ licenseKeyId }, context));
    return this.licenseKeys.present(project(licenseKeyProjection, history)!, caller);
  }
}
