import { Inject, type Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { seedOf } from '../../../kernel/ids.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { startContext, type Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import type { LicenseKeyTerms } from '../benefits/benefit.events.ts';
import { LicenseKeyCodes } from './license-key-codes.service.ts';
import { limitsAt } from '../benefits/license-key-terms.rules.ts';
import { LicenseKeyUses } from './license-key-uses.service.ts';
import {
  ActivateLicenseKey,
  ApplyLicenseKeyTerms,
  DeactivateLicenseKey,
  IssueLicenseKey,
  RecordLicenseKeyUse,
  RevokeLicenseKey,
  RotateLicenseKey,
  UpdateLicenseKey,
} from './license-key.commands.ts';
import { licenseKeyDecider, licenseKeyUseDecider, type LicenseKeyState } from './license-key.decider.ts';
import { licenseKeyStream, licenseKeyUseStream, type LicenseKeyEvent } from './license-key.events.ts';

type Changed = Executed<LicenseKeyState, LicenseKeyEvent>;

@Handles(IssueLicenseKey)
export class IssueLicenseKeyHandler {
  constructor(
    private readonly executor: Executor,
    private readonly benefits: BenefitReader,
    private readonly codes: LicenseKeyCodes,
  ) {}

  async execute(command: IssueLicenseKey): Promise<void> {
    const { licenseKeyId, organizationId, benefitId } = command.data;
    const context = { ...command.context, organizationId };
    const { prefix, ...terms } = await termsOf(this.benefits, benefitId, organizationId);
    const code = codeFieldsOf(this.codes, { id: licenseKeyId, rotation: 0, prefix });
    const issued = { ...command.data, prefix, ...code, ...limitsAt({ prefix, ...terms }, context.now) };
    const issue = command.with(issued, { context, step: 'IssueLicenseKey' });
    await this.executor.execute(licenseKeyDecider, licenseKeyStream(licenseKeyId), issue);
  }
}

@Handles(ApplyLicenseKeyTerms)
export class ApplyLicenseKeyTermsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly benefits: BenefitReader,
  ) {}

  async execute(command: ApplyLicenseKeyTerms): Promise<void> {
    const stream = licenseKeyStream(command.data.licenseKeyId);
    const { state } = await this.executor.state(licenseKeyDecider, stream, command.context.scope);
    if (state.status === 'absent') throw new NotFound();
    const { about, benefitId, issuedAt } = state.key;
    const terms = await termsOf(this.benefits, benefitId, about.organizationId);
    await this.executor.execute(licenseKeyDecider, stream, command.with(limitsAt(terms, issuedAt)));
  }
}

/** Usage that the seller sets starts at what is counted now; what is counted meanwhile is added to it. */
@Handles(UpdateLicenseKey)
export class UpdateLicenseKeyHandler {
  constructor(
    private readonly executor: Executor,
    private readonly uses: LicenseKeyUses,
  ) {}

  async execute(command: UpdateLicenseKey): Promise<Changed> {
    const { licenseKeyId } = command.data;
    const used = (await this.uses.of([licenseKeyId])).get(licenseKeyId)?.used ?? 0;
    const update = command.with({ ...command.data, used });
    return this.executor.execute(licenseKeyDecider, licenseKeyStream(licenseKeyId), update);
  }
}

@Handles(RotateLicenseKey)
export class RotateLicenseKeyHandler {
  constructor(
    private readonly executor: Executor,
    private readonly codes: LicenseKeyCodes,
  ) {}

  async execute(command: RotateLicenseKey): Promise<Changed> {
    const { licenseKeyId: id } = command.data;
    const stream = licenseKeyStream(id);
    const { state } = await this.executor.state(licenseKeyDecider, stream, command.context.scope);
    if (state.status === 'absent') throw new NotFound();
    const { prefix, rotation } = state.key;
    const code = codeFieldsOf(this.codes, { id, rotation: rotation + 1, prefix });
    return this.executor.execute(licenseKeyDecider, stream, command.with(code));
  }
}

@Handles(RecordLicenseKeyUse)
export class RecordLicenseKeyUseHandler {
  constructor(
    private readonly executor: Executor,
    private readonly uses: LicenseKeyUses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ data: { licenseKeyId } }: RecordLicenseKeyUse): Promise<void> {
    const { state } = await this.executor.state(licenseKeyDecider, licenseKeyStream(licenseKeyId), 'any');
    if (state.status === 'absent') return;
    const { about } = state.key;
    const hours = await this.uses.close(licenseKeyId);
    for (const hour of hours) {
      // The same for the same hour, so that it is recorded once, whichever process notices first that it is over.
      const seed = seedOf(msOf(hour.hour), `license-key-use:${licenseKeyId}`);
      const context = startContext({ kind: 'system', id: 'license-keys' }, this.clock, seed);
      const scoped = { ...context, organizationId: about.organizationId };
      const record = new RecordLicenseKeyUse({ licenseKeyId }, scoped).with({ ...about, ...hour });
      await this.executor.execute(licenseKeyUseDecider, licenseKeyUseStream(licenseKeyId, hour.hour), record);
    }
    if (hours.length > 0) await this.uses.recorded(licenseKeyId, hours);
  }
}

/** Of the benefit as it is now. @throws NotFound it gives no license keys */
async function termsOf(benefits: BenefitReader, benefitId: string, organizationId: string): Promise<LicenseKeyTerms> {
  const benefit = await benefits.folded(benefitId, { organizationIds: [organizationId] });
  if (benefit?.terms.type !== 'license_keys') throw new NotFound();
  return benefit.terms;
}

function codeFieldsOf(codes: LicenseKeyCodes, of: { id: string; rotation: number; prefix: string | null }) {
  const { digest, displayKey } = codes.of(of);
  return { rotation: of.rotation, digest, displayKey };
}

export const licenseKeyHandlers: Type[] = [
  IssueLicenseKeyHandler,
  ApplyLicenseKeyTermsHandler,
  UpdateLicenseKeyHandler,
  RotateLicenseKeyHandler,
  RecordLicenseKeyUseHandler,
  ...handlersOf(
    licenseKeyDecider,
    ({ licenseKeyId }: { licenseKeyId: string }) => licenseKeyStream(licenseKeyId),
    RevokeLicenseKey,
    ActivateLicenseKey,
    DeactivateLicenseKey,
  ),
];
