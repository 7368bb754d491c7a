import { Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { LicenseKeyChecks } from './license-key-checks.service.ts';
import { ActivateLicenseKey, DeactivateLicenseKey } from './license-key.commands.ts';
import type { LicenseKey } from './license-key.decider.ts';
import { licenseKeyProjection } from './license-key.projection.ts';
import type {
  LicenseKeyActivate,
  LicenseKeyActivationRead,
  LicenseKeyDeactivate,
  LicenseKeyValidate,
  ValidatedLicenseKey,
} from './license-keys.dto.ts';
import { LicenseKeyPresenter, LicenseKeyReader } from './license-keys.queries.ts';

/** What software asks of a license key that was found, on a customer's machine or on the seller's server. */
@Injectable()
export class LicenseKeyAnswers {
  constructor(
    private readonly commands: Commands,
    private readonly checks: LicenseKeyChecks,
    private readonly reader: LicenseKeyReader,
    private readonly presenter: LicenseKeyPresenter,
  ) {}

  async validate(key: LicenseKey, body: LicenseKeyValidate): Promise<ValidatedLicenseKey> {
    const asked = {
      activationId: body.activation_id?.toLowerCase() ?? null,
      conditions: body.conditions ?? {},
      benefitId: body.benefit_id?.toLowerCase() ?? null,
      customerId: body.customer_id?.toLowerCase() ?? null,
    };
    await this.checks.validate(key, asked, body.increment_usage ?? 0);
    return this.presenter.validated(await this.reader.folded(key.about.licenseKeyId), asked.activationId);
  }

  async activate(key: LicenseKey, body: LicenseKeyActivate, context: Context): Promise<LicenseKeyActivationRead> {
    const { licenseKeyId } = key.about;
    const activationId = deriveUuid(context.requestId, 'activation');
    const { label, conditions = {}, meta = {} } = body;
    const data = { licenseKeyId, activationId, label, conditions, meta };
    const { history } = await this.commands.execute(new ActivateLicenseKey(data, within(key, context)));
    return this.presenter.activation(project(licenseKeyProjection, history)!, activationId);
  }

  async deactivate(key: LicenseKey, body: LicenseKeyDeactivate, context: Context): Promise<void> {
    const { licenseKeyId } = key.about;
    const activationId = body.activation_id.toLowerCase();
    await this.commands.execute(new DeactivateLicenseKey({ licenseKeyId, activationId }, within(key, context)));
  }
}

/** Whoever calls: who knows a key may change what it is activated on. */
function within({ about }: LicenseKey, context: Context): Context {
  return { ...context, scope: { organizationIds: [about.organizationId] } };
}
