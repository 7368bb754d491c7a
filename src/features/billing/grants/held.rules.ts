import type { Instant } from '../../../kernel/ports/clock.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { activeFilesOf } from '../benefits/benefit-properties.rules.ts';
import type { BenefitProperties, MeterCredit } from '../benefits/benefit.events.ts';
import type { RemoteAccess } from '../remote-access/remote-access.rules.ts';
import type { GrantProperties } from './grant.events.ts';

/** The id of the grant of a benefit by a purchase: a subscription, or the order of a one-time product. */
export function grantIdOf(purchaseId: string, benefitId: string): string {
  return deriveUuid(purchaseId, `grant:${benefitId}`);
}

/** @param times how often the grant was granted before: each time gives another key */
export function licenseKeyIdOf(grantId: string, times: number): string {
  return deriveUuid(grantId, `license-key:${times}`);
}

/** What a customer holds by a benefit, but for a license key or credits, which are each grant's own. */
export function heldOf(benefit: BenefitProperties): GrantProperties {
  if (benefit.type === 'downloadables') return { files: activeFilesOf(benefit) };
  const access = accessOf(benefit);
  return access ? propertiesOf(access) : {};
}

/** What a benefit credits; undefined if that is nothing. */
export function creditOf(benefit: BenefitProperties): MeterCredit | undefined {
  if (benefit.type !== 'meter_credit') return undefined;
  const { meterId, units, rollover } = benefit;
  return { meterId, units, rollover };
}

/** What a grant says once it has credited this, in the contract's words. */
export function creditedBy({ meterId, units }: MeterCredit, at: Instant): GrantProperties {
  return { last_credited_meter_id: meterId, last_credited_units: units, last_credited_at: at };
}

/** What a benefit gives outside Tillbook; undefined if that is nothing. */
export function accessOf(benefit: BenefitProperties): RemoteAccess | undefined {
  switch (benefit.type) {
    case 'discord':
      return { platform: 'discord', guildId: benefit.guildId, roleId: benefit.roleId };
    case 'github_repository': {
      const { installationId, owner, name, permission } = benefit;
      return { platform: 'github', installationId, owner, name, permission };
    }
    default:
      return undefined;
  }
}

/** What a customer holds by it, in the contract's words. */
export function propertiesOf(access: RemoteAccess): GrantProperties {
  switch (access.platform) {
    case 'discord':
      return { guild_id: access.guildId, role_id: access.roleId };
    case 'github':
      return { repository_owner: access.owner, repository_name: access.name, permission: access.permission };
  }
}
