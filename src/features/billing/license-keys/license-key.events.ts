import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `licensekey-{UUIDv7}` grows with activations and the seller's changes. */
export const licenseKeyStream = (licenseKeyId: string): string => `licensekey-${licenseKeyId}`;

/** Its uses in one month are a stream of their own: an event per hour, at most 744. */
export const licenseKeyUseStream = (licenseKeyId: string, hour: Instant): string =>
  `licensekeyuse-${licenseKeyId}_${hour.slice(0, 7)}`;

export type LicenseKeyStatus = 'granted' | 'revoked' | 'disabled';

interface AboutKey {
  licenseKeyId: string;
  organizationId: string;
  customerId: string;
}

/** The key itself is computed from its id and rotation, and never stored (docs/SECURITY.md#license-keys). */
interface Code {
  /** Counts the keys that it has had, from 0. */
  rotation: number;
  /** Keyed, to find it by the key. */
  digest: string;
  /** Its last six characters, behind asterisks. */
  displayKey: string;
}

interface Limits {
  expiresAt: Instant | null;
  limitActivations: number | null;
  limitUsage: number | null;
}

const aboutCustomer = ({ customerId }: AboutKey): string => subjectOf.customer(customerId);

export const licenseKeyEvents = {
  LicenseKeyIssued: event<
    AboutKey & Code & Limits & { benefitId: string; grantId: string; prefix: string | null; issuedAt: Instant }
  >(),
  /** The benefit has other terms now: its keys have them too, except what the seller has set for this one. Its status stays. */
  LicenseKeyTermsApplied: event<AboutKey & Limits>({ internal: true }),
  /** By the seller; only what has changed. `usage` starts another count. */
  LicenseKeyChanged: event<
    AboutKey & Partial<Limits> & { status?: LicenseKeyStatus; usage?: { count: number; from: number } }
  >(),
  /** It has another key, and the one before no longer works. */
  LicenseKeyRotated: event<AboutKey & Code>(),
  /** What it came with has ended. */
  LicenseKeyRevoked: event<AboutKey>(),
  LicenseKeyActivated: event<AboutKey & { activationId: string; label: string; conditions: Metadata; meta: Metadata }>({
    personal: [{ subject: aboutCustomer, fields: { label: '', conditions: {}, meta: {} } }],
  }),
  LicenseKeyDeactivated: event<AboutKey & { activationId: string }>(),
};

export const licenseKeyUseEvents = {
  /** Validations in the hour that began at `hour`, and the usage that they have added. */
  LicenseKeyUsed: event<AboutKey & { hour: Instant; validations: number; usage: number }>({ internal: true }),
};

export type LicenseKeyEvent = EventsOf<typeof licenseKeyEvents>;
export type LicenseKeyUseEvent = EventsOf<typeof licenseKeyUseEvents>;
