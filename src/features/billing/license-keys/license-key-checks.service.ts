import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { VisitLimit } from '../../../app/http/callers/visit-limit.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { LicenseKeyUses } from './license-key-uses.service.ts';
import { usageOf, validate, type Asked, type LicenseKey } from './license-key.decider.ts';
import { InvalidLicenseKey, LicenseKeyUsedUp } from './license-key.errors.ts';
import { LicenseKeyReader } from './license-keys.queries.ts';
import { LIMITS } from '../../../limits.ts';

interface NamedKey {
  key: string;
  organization_id: string;
}

/** What anybody may ask about a license key that they know (docs/BILLING.md#license-keys). */
@Injectable()
export class LicenseKeyChecks {
  constructor(
    private readonly keys: LicenseKeyReader,
    private readonly uses: LicenseKeyUses,
    private readonly limit: VisitLimit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The key that a stranger names; wrong ones count as visits.
   * @throws InvalidLicenseKey · WireError 429
   */
  async named({ key, organization_id }: NamedKey, address: string): Promise<LicenseKey> {
    await this.limit.demand(address, 'license-key', LIMITS.address.licenseKeyChecks);
    try {
      return await this.keys.byCode(key, organization_id.toLowerCase());
    } catch (error) {
      if (error instanceof InvalidLicenseKey) await this.limit.demand(address, 'unknown-license-key');
      throw error;
    }
  }

  /** The key that a seller names. @throws InvalidLicenseKey also for another organization's */
  async owned({ key, organization_id }: NamedKey, { organizationIds }: Caller): Promise<LicenseKey> {
    const organizationId = organization_id.toLowerCase();
    if (!organizationIds.includes(organizationId)) throw new InvalidLicenseKey();
    return this.keys.byCode(key, organizationId);
  }

  /** Counts a validation. @throws InvalidLicenseKey · LicenseKeyUsedUp */
  async validate(key: LicenseKey, asked: Asked, increment: number): Promise<void> {
    validate(key, asked, this.clock.now());
    const { about, limitUsage, usage } = key;
    const most = limitUsage === null ? null : limitUsage - usage.count + usage.from;
    if (await this.uses.count(about.licenseKeyId, increment, most)) return;
    const used = (await this.uses.of([about.licenseKeyId])).get(about.licenseKeyId)?.used ?? 0;
    throw new LicenseKeyUsedUp(Math.max(0, limitUsage! - usageOf(key, used)));
  }
}
