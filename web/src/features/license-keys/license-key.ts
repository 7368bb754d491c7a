import type { LicenseKeyFields } from '@/api/license-keys';
import type { LicenseKey } from '@/api/types';
import { wholeIn } from '@/lib/typed-number';
import { lastOfDay, localDay } from '@/lib/zone';

/** "12 of 100"; without a limit, "12". */
export function usageWords({ usage, limit_usage }: Pick<LicenseKey, 'usage' | 'limit_usage'>): string {
  return limit_usage === null ? String(usage) : `${usage} of ${limit_usage}`;
}

/** What is entered; numbers are text until they are sent, and empty ones are no limit. */
export interface LicenseKeyValues {
  activations: string;
  limitUsage: string;
  usage: string;
  /** A day in the organization's zone, or '' for never. */
  expires: string;
}

type Limits = Pick<LicenseKey, 'limit_activations' | 'limit_usage' | 'usage' | 'expires_at'>;

export function valuesOf({ limit_activations, limit_usage, usage, expires_at }: Limits): LicenseKeyValues {
  return {
    activations: String(limit_activations ?? ''),
    limitUsage: String(limit_usage ?? ''),
    usage: String(usage),
    expires: expires_at ? localDay(expires_at) : '',
  };
}

/** Only what was changed: usage goes on while the form is open, and an expiry has a time of day. */
export function changesOf(values: LicenseKeyValues, was: LicenseKeyValues): LicenseKeyFields {
  const { activations, limitUsage, usage, expires } = values;
  return {
    ...(activations !== was.activations && { limit_activations: numberOf(activations) }),
    ...(limitUsage !== was.limitUsage && { limit_usage: numberOf(limitUsage) }),
    ...(usage !== was.usage && { usage: wholeIn(usage) }),
    ...(expires !== was.expires && { expires_at: expires === '' ? null : lastOfDay(expires) }),
  };
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : wholeIn(text);
}
