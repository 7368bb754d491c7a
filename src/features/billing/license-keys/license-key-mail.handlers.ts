import type { Type } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { Addressees } from '../customer-mails/addressees.service.ts';
import { LicenseKeyCodes } from './license-key-codes.service.ts';
import { SendLicenseKeyMail } from './license-key.commands.ts';
import { licenseKeyStream, type LicenseKeyEvent } from './license-key.events.ts';
import { licenseKeyMail } from './license-key.mails.ts';
import { licenseKeyProjection } from './license-key.projection.ts';

/** One mail per key. */
@Handles(SendLicenseKeyMail)
export class SendLicenseKeyMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly addressees: Addressees,
    private readonly benefits: BenefitReader,
    private readonly codes: LicenseKeyCodes,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { licenseKeyId: id, rotation }, context }: SendLicenseKeyMail): Promise<void> {
    const key = project(licenseKeyProjection, await this.executor.load<LicenseKeyEvent>(licenseKeyStream(id), 'any'));
    if (key?.status !== 'granted' || key.rotation !== rotation) return;
    const { organization_id: organizationId, customer_id: customerId, benefit_id, prefix } = key;
    const [addressee, benefit] = await Promise.all([
      this.addressees.find({ organizationId, customerId }, licenseKeyMail),
      this.benefits.folded(benefit_id, { organizationIds: [organizationId] }),
    ]);
    if (!addressee || !benefit) return;
    const { address, names, timeZone } = addressee;
    const mail = mailOf(licenseKeyMail, {
      emailId: deriveUuid(context.requestId, 'license-key'),
      ...address,
      values: {
        ...names,
        description: benefit.description,
        displayKey: key.display_key,
        rotation,
        limitActivations: key.limit_activations,
        limitUsage: key.limit_usage,
        expiresAt: key.expires_at,
        timeZone,
      },
      token: this.codes.of({ id, rotation, prefix }).code,
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

export const licenseKeyMailHandlers: Type[] = [SendLicenseKeyMailHandler];
