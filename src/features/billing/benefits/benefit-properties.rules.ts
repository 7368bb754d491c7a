import { isDeepStrictEqual } from 'node:util';
import type { BenefitProperties } from './benefit.events.ts';

export type WireBenefitProperties =
  | { note: string | null }
  | { files: string[]; archived: Record<string, boolean> }
  | {
      prefix: string | null;
      expires: { ttl: number; timeframe: 'year' | 'month' | 'day' } | null;
      activations: { limit: number; enable_customer_admin: boolean } | null;
      limit_usage: number | null;
    };

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
    default:
      return null;
  }
}

/** As customers see them: without files that they can no longer download. */
export function customersProperties(properties: BenefitProperties): object {
  return properties.type === 'downloadables' ? { active_files: activeFilesOf(properties) } : wireProperties(properties);
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
  }
}
