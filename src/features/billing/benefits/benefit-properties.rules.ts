import { isDeepStrictEqual } from 'node:util';
import type { RepositoryPermission } from '../remote-access/remote-access.rules.ts';
import type { BenefitProperties } from './benefit.events.ts';

export type WireBenefitProperties =
  | { note: string | null }
  | { files: string[]; archived: Record<string, boolean> }
  | {
      prefix: string | null;
      expires: { ttl: number; timeframe: 'year' | 'month' | 'day' } | null;
      activations: { limit: number; enable_customer_admin: boolean } | null;
      limit_usage: number | null;
    }
  | { units: number; rollover: boolean; meter_id: string }
  /** A presenter signs its `guild_token`. */
  | { guild_id: string; role_id: string }
  | { repository_owner: string; repository_name: string; permission: RepositoryPermission };

/** Files that customers with the benefit can download. */
export function activeFilesOf({
  files,
  archived,
}: Pick<Extract<BenefitProperties, { type: 'downloadables' }>, 'files' | 'archived'>): string[] {
  return files.filter((file) => archived[file] !== true);
}

/** Whether what customers hold changes with the properties (docs/BILLING.md#grant-states). */
export function changesGrants(before: BenefitProperties, after: BenefitProperties): boolean {
  return !isDeepStrictEqual(heldOf(before), heldOf(after));
}

function heldOf(properties: BenefitProperties): unknown {
  switch (properties.type) {
    case 'downloadables':
      return activeFilesOf(properties);
    case 'license_keys': {
      const { expires, activations, limitUsage } = properties;
      return { expires, limit: activations?.limit, limitUsage };
    }
    case 'discord': {
      const { guildId, roleId } = properties;
      return { guildId, roleId };
    }
    case 'github_repository': {
      const { owner, name, permission } = properties;
      return { owner, name, permission };
    }
    // What was credited stays; the next period has the new units.
    case 'meter_credit':
    case 'custom':
      return null;
  }
}

/** As customers see them: without files that they can no longer download, and of other places only which they are. */
export function customersProperties(properties: BenefitProperties): object {
  switch (properties.type) {
    case 'downloadables':
      return { active_files: activeFilesOf(properties) };
    case 'discord':
      return { guild_id: properties.guildId };
    case 'github_repository':
      return { repository_owner: properties.owner, repository_name: properties.name };
    default:
      return wireProperties(properties);
  }
}

export function wireProperties(properties: BenefitProperties): WireBenefitProperties {
  switch (properties.type) {
    case 'custom':
      return { note: properties.note };
    case 'downloadables':
      return { files: properties.files, archived: properties.archived };
    case 'license_keys': {
      const { prefix, expires, activations, limitUsage: limit_usage } = properties;
      const { limit, enableCustomerAdmin: enable_customer_admin } = activations ?? {};
      const wired = limit === undefined ? null : { limit, enable_customer_admin: enable_customer_admin! };
      return { prefix, expires, activations: wired, limit_usage };
    }
    case 'meter_credit': {
      const { units, rollover, meterId: meter_id } = properties;
      return { units, rollover, meter_id };
    }
    case 'discord':
      return { guild_id: properties.guildId, role_id: properties.roleId };
    case 'github_repository': {
      const { owner: repository_owner, name: repository_name, permission } = properties;
      return { repository_owner, repository_name, permission };
    }
  }
}
