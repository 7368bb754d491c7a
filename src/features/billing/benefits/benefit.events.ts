import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { RepositoryPermission } from '../remote-access/remote-access.rules.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `benefit-{UUIDv7}` grows with the seller's changes. */
export const benefitStream = (benefitId: string): string => `benefit-${benefitId}`;

/** How long a license key is valid, in calendar units. */
export interface LicenseKeyTerm {
  ttl: number;
  timeframe: 'year' | 'month' | 'day';
}

/** The terms of the license keys that a benefit gives; null: without limit. */
export interface LicenseKeyTerms {
  prefix: string | null;
  expires: LicenseKeyTerm | null;
  activations: { limit: number; enableCustomerAdmin: boolean } | null;
  limitUsage: number | null;
}

/** Units of a meter that are paid for with the benefit: once for a one-time product, in each period for a subscription (docs/BILLING.md#credits). */
export interface MeterCredit {
  meterId: string;
  units: number;
  /** What is left of them continues in the next period. */
  rollover: boolean;
}

/** Properties by type of benefit. */
export type BenefitProperties =
  | { type: 'custom'; note: string | null }
  /** `archived`: by file, those that are no longer downloaded. */
  | { type: 'downloadables'; files: string[]; archived: Record<string, boolean> }
  | ({ type: 'license_keys' } & LicenseKeyTerms)
  | ({ type: 'meter_credit' } & MeterCredit)
  /** A role in a server. */
  | { type: 'discord'; guildId: string; roleId: string }
  /** A place among the collaborators of a repository. `installationId`: of our app, which the organization has shown to be theirs. */
  | {
      type: 'github_repository';
      installationId: string;
      owner: string;
      name: string;
      permission: RepositoryPermission;
    };

export type BenefitType = BenefitProperties['type'];

export const benefitEvents = {
  BenefitCreated: event<{
    benefitId: string;
    organizationId: string;
    description: string;
    properties: BenefitProperties;
    metadata: Metadata;
  }>(),
  BenefitUpdated: event<{
    benefitId: string;
    description?: string;
    properties?: BenefitProperties;
    metadata?: Metadata;
    /** What those who have the benefit hold is changed too. */
    changesGrants?: true;
  }>(),
  BenefitDeleted: event<{ benefitId: string; organizationId: string }>(),
};

export type BenefitEvent = EventsOf<typeof benefitEvents>;
