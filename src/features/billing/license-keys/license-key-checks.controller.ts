import { Body, HttpCode, Ip, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Public } from '../../../app/http/api.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { LicenseKeyChecks } from './license-key-checks.service.ts';
import type { LicenseKey } from './license-key.decider.ts';
import { ActivateLicenseKey, DeactivateLicenseKey } from './license-key.commands.ts';
import { licenseKeyProjection } from './license-key.projection.ts';
import {
  LicenseKeyActivate,
  LicenseKeyActivationRead,
  LicenseKeyDeactivate,
  LicenseKeyValidate,
  ValidatedLicenseKey,
} from './license-keys.dto.ts';
import { LicenseKeyPresenter, LicenseKeyReader } from './license-keys.queries.ts';

/** For the seller's software, wherever it runs: who knows a license key may check it, and activate it within its limits. */
@BillingController('customer-portal/license-keys')
export class LicenseKeyChecksController {
  constructor(
    private readonly commands: Commands,
    private readonly checks: LicenseKeyChecks,
    private readonly reader: LicenseKeyReader,
    private readonly presenter: LicenseKeyPresenter,
  ) {}

  @Post('validate')
  @HttpCode(200)
  @Answers(400, 404, 429)
  @Public()
  async validate(@Body() body: LicenseKeyValidate, @Ip() address: string): Promise<ValidatedLicenseKey> {
    const key = await this.checks.named(body, address);
    const asked = {
      activationId: body.activation_id?.toLowerCase() ?? null,
      conditions: body.conditions ?? {},
      benefitId: body.benefit_id?.toLowerCase() ?? null,
      customerId: body.customer_id?.toLowerCase() ?? null,
    };
    await this.checks.validate(key, asked, body.increment_usage ?? 0);
    return this.presenter.validated(await this.reader.folded(key.about.licenseKeyId), asked.activationId);
  }

  @Post('activate')
  @HttpCode(200)
  @Answers(403, 404, 429)
  @Public()
  async activate(
    @Body() body: LicenseKeyActivate,
    @Ctx() context: Context,
    @Ip() address: string,
  ): Promise<LicenseKeyActivationRead> {
    const key = await this.checks.named(body, address);
    const { licenseKeyId } = key.about;
    const activationId = deriveUuid(context.requestId, 'activation');
    const { label, conditions = {}, meta = {} } = body;
    const data = { licenseKeyId, activationId, label, conditions, meta };
    const { history } = await this.commands.execute(new ActivateLicenseKey(data, within(key, context)));
    return this.presenter.activation(project(licenseKeyProjection, history)!, activationId);
  }

  @Post('deactivate')
  @HttpCode(204)
  @Answers(404, 429)
  @Public()
  async deactivate(@Body() body: LicenseKeyDeactivate, @Ctx() context: Context, @Ip() address: string): Promise<void> {
    const key = await this.checks.named(body, address);
    const { licenseKeyId } = key.about;
    const activationId = body.activation_id.toLowerCase();
    await this.commands.execute(new DeactivateLicenseKey({ licenseKeyId, activationId }, within(key, context)));
  }
}

/** Whoever calls: who knows a key may change what it is activated on. */
function within({ about }: LicenseKey, context: Context): Context {
  return { ...context, scope: { organizationIds: [about.organizationId] } };
}
