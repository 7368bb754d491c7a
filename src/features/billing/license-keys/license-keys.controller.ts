import { Body, Get, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId, anyOf, type Filter } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RotateLicenseKey, UpdateLicenseKey } from './license-key.commands.ts';
import { licenseKeyProjection } from './license-key.projection.ts';
import {
  LICENSE_KEY_STATUSES,
  LicenseKeyActivationRead,
  LicenseKeyList,
  LicenseKeyRead,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
} from './license-keys.dto.ts';
import { LicenseKeyPresenter, LicenseKeyQueries, LicenseKeyReader } from './license-keys.queries.ts';

/** A whole key, or its last six characters. */
const byEnd: Filter = {
  where: (values) => [{ eq: ['key_end', values.at(-1)!.trim().slice(-6).toLowerCase()] }],
  schema: { type: 'string' },
};

export const licenseKeyList: ListSpec = {
  sorting: { created_at: 'created_at' },
  defaultSorting: ['-created_at'],
  filters: {
    benefit_id: anyId('benefit_id'),
    customer_id: anyId('customer_id'),
    status: anyOf('status', LICENSE_KEY_STATUSES),
    query: byEnd,
  },
};

@NotImpersonated()
@BillingController('license-keys')
export class LicenseKeysController {
  constructor(
    private readonly commands: Commands,
    private readonly licenseKeys: LicenseKeyQueries,
    private readonly reader: LicenseKeyReader,
    private readonly presenter: LicenseKeyPresenter,
  ) {}

  @Get()
  @Scopes('license_keys:read', 'license_keys:write')
  list(@List(licenseKeyList) list: ListRequest, @CallerOf() caller: Caller): Promise<LicenseKeyList> {
    return this.licenseKeys.list(list, caller);
  }

  @Get(':id')
  @Scopes('license_keys:read', 'license_keys:write')
  async get(@Id() id: string, @CallerOf() caller: Caller): Promise<LicenseKeyWithActivations> {
    return this.presenter.withActivations(await this.reader.get(id, caller));
  }

  @Get(':id/activations/:activation_id')
  @Scopes('license_keys:read', 'license_keys:write')
  async activation(
    @Id() id: string,
    @Id('activation_id') activationId: string,
    @CallerOf() caller: Caller,
  ): Promise<LicenseKeyActivationRead> {
    return this.presenter.activation(await this.reader.get(id, caller), activationId);
  }

  @Patch(':id')
  @Scopes('license_keys:write')
  update(@Id() licenseKeyId: string, @Body() body: LicenseKeyUpdate, @Ctx() context: Context): Promise<LicenseKeyRead> {
    const data = {
      licenseKeyId,
      status: body.status ?? undefined,
      usage: body.usage,
      limitActivations: body.limit_activations,
      limitUsage: body.limit_usage,
      expiresAt: body.expires_at,
    };
    return this.answer(new UpdateLicenseKey(data, context));
  }

  /** Not in the contract: the customer gets another key, and the one before no longer works. */
  @Post(':id/rotate')
  @Scopes('license_keys:write')
  rotate(@Id() licenseKeyId: string, @Ctx() context: Context): Promise<LicenseKeyRead> {
    return this.answer(new RotateLicenseKey({ licenseKeyId }, context));
  }

  private async answer(command: UpdateLicenseKey | RotateLicenseKey): Promise<LicenseKeyRead> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(licenseKeyProjection, history)!);
  }
}
