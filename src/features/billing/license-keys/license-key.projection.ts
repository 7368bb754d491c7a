import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { subjectOf, typesOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';
import { licenseKeyEvents, type LicenseKeyEvent, type LicenseKeyStatus } from './license-key.events.ts';
import { statusAfter } from './license-key-status.rules.ts';

export interface LicenseKeyActivationDocument {
  id: string;
  license_key_id: string;
  label: string;
  meta: Metadata;
  created_at: Instant;
  modified_at: Instant | null;
}

/** A license key in wire form, without the key itself and what is counted of it. */
export interface LicenseKeyDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  customer_id: string;
  benefit_id: string;
  grant_id: string;
  prefix: string | null;
  rotation: number;
  digest: string;
  display_key: string;
  /** The end of the key in small letters, for search. */
  key_end: string;
  status: LicenseKeyStatus;
  limit_activations: number | null;
  limit_usage: number | null;
  expires_at: Instant | null;
  /** What the seller has set, at a count of `from`. */
  usage: { count: number; from: number };
  activations: LicenseKeyActivationDocument[];
  subjects: string[];
}

export const licenseKeyProjection: Projection<LicenseKeyDocument, LicenseKeyEvent> = {
  name: 'license_keys',
  version: 2,
  indexes: [
    ['organization_id', 'benefit_id', 'created_at'],
    ['organization_id', 'customer_id', 'created_at'],
    ['organization_id', 'digest'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at'],
    filters: ['benefit_id', 'customer_id', 'status', 'key_end'],
  },
  maps: ['meta'],
  handles: typesOf(licenseKeyEvents),
  targets: (event) => [event.data.licenseKeyId],

  evolve(document, event) {
    if (event.type === 'LicenseKeyIssued') return issued(event.data, event.metadata.occurredAt);
    if (!document) return undefined;
    return {
      ...document,
      modified_at: event.metadata.occurredAt,
      ...changed(document, event, event.metadata.occurredAt),
      status: statusAfter(document.status, event),
    };
  },

  blank(document) {
    const activations = document.activations.map((activation) => ({ ...activation, label: '', meta: {} }));
    return { ...document, activations };
  },
};

type Handled<T extends LicenseKeyEvent['type']> = Extract<LicenseKeyEvent, { type: T }>['data'];

function issued(data: Handled<'LicenseKeyIssued'>, at: Instant): LicenseKeyDocument {
  return {
    id: data.licenseKeyId,
    created_at: at,
    modified_at: null,
    organization_id: data.organizationId,
    customer_id: data.customerId,
    benefit_id: data.benefitId,
    grant_id: data.grantId,
    prefix: data.prefix,
    ...codeFields(data),
    status: 'granted',
    ...limitFields(data),
    usage: { count: 0, from: 0 },
    activations: [],
    subjects: [subjectOf.customer(data.customerId)],
  };
}

function changed(
  document: LicenseKeyDocument,
  event: Exclude<LicenseKeyEvent, { type: 'LicenseKeyIssued' }>,
  at: Instant,
): Partial<LicenseKeyDocument> {
  switch (event.type) {
    case 'LicenseKeyTermsApplied':
      return limitFields(event.data);
    case 'LicenseKeyChanged': {
      const { usage = document.usage } = event.data;
      const { limit_activations, limit_usage, expires_at } = document;
      const before = { limitActivations: limit_activations, limitUsage: limit_usage, expiresAt: expires_at };
      return { usage, ...limitFields({ ...before, ...event.data }) };
    }
    case 'LicenseKeyRotated':
      return codeFields(event.data);
    case 'LicenseKeyRevoked':
      return {};
    case 'LicenseKeyActivated': {
      const { activationId: id, licenseKeyId: license_key_id, label, meta } = event.data;
      const activation = { id, license_key_id, label, meta, created_at: at, modified_at: null };
      return { activations: [...document.activations, activation] };
    }
    case 'LicenseKeyDeactivated':
      return { activations: document.activations.filter(({ id }) => id !== event.data.activationId) };
  }
}

function codeFields({
  rotation,
  digest,
  displayKey,
}: Pick<Handled<'LicenseKeyRotated'>, 'rotation' | 'digest' | 'displayKey'>) {
  return { rotation, digest, display_key: displayKey, key_end: displayKey.slice(-6).toLowerCase() };
}

function limitFields({
  limitActivations,
  limitUsage,
  expiresAt,
}: Pick<Handled<'LicenseKeyTermsApplied'>, 'limitActivations' | 'limitUsage' | 'expiresAt'>) {
  return { limit_activations: limitActivations, limit_usage: limitUsage, expires_at: expiresAt };
}
