import { isDeepStrictEqual } from 'node:util';
import { NotFound } from '../../../kernel/errors.ts';
import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { Metadata } from '../metadata.ts';
import type {
  ActivateLicenseKey,
  ApplyLicenseKeyTerms,
  DeactivateLicenseKey,
  IssueLicenseKey,
  RecordLicenseKeyUse,
  RevokeLicenseKey,
  RotateLicenseKey,
  UpdateLicenseKey,
} from './license-key.commands.ts';
import { ActivationNotPermitted, InvalidLicenseKey } from './license-key.errors.ts';
import type { LicenseKeyEvent, LicenseKeyStatus, LicenseKeyUseEvent } from './license-key.events.ts';
import { statusAfter } from './license-key-status.rules.ts';

type DataOf<T extends LicenseKeyEvent['type']> = Extract<LicenseKeyEvent, { type: T }>['data'];
type Code = Pick<DataOf<'LicenseKeyIssued'>, 'rotation' | 'digest' | 'displayKey'>;
type Terms = Pick<DataOf<'LicenseKeyIssued'>, (typeof TERMS)[number]>;

const TERMS = ['expiresAt', 'limitActivations', 'limitUsage'] as const;

/** The terms and the code of a key that is issued. */
export type Issued = IssueLicenseKey['data'] & Code & Terms & { prefix: string | null };

type LicenseKeyIntent =
  | IntentWith<IssueLicenseKey, Issued>
  | IntentWith<ApplyLicenseKeyTerms, Terms>
  /** `used`: what is counted so far. */
  | IntentWith<UpdateLicenseKey, UpdateLicenseKey['data'] & { used: number }>
  | IntentWith<RotateLicenseKey, Code>
  | IntentOf<RevokeLicenseKey | ActivateLicenseKey | DeactivateLicenseKey>;

export interface LicenseKey extends Code, Terms {
  about: Pick<Issued, 'licenseKeyId' | 'organizationId' | 'customerId'>;
  benefitId: string;
  prefix: string | null;
  issuedAt: Instant;
  status: LicenseKeyStatus;
  /** What the seller has set for this key: the benefit's terms change it no longer. */
  own: readonly (keyof Terms)[];
  /** The usage that the seller has set, at a count of `from`; the count itself is not in the log. */
  usage: { count: number; from: number };
  /** By id: what each was activated with. */
  activations: Readonly<Record<string, Metadata>>;
}

export type LicenseKeyState = { status: 'absent' } | { status: 'issued'; key: LicenseKey };

/** A license key and its activations (docs/BILLING.md#license-keys). */
export const licenseKeyDecider: Decider<LicenseKeyIntent, LicenseKeyState, LicenseKeyEvent> = {
  category: 'licensekey',
  initial: { status: 'absent' },
  // As many as the highest limit: all devices of a company may be activated on one day.
  edits: { types: ['LicenseKeyActivated', 'LicenseKeyChanged', 'LicenseKeyRotated'], perDay: 1_000 },

  decide(intent, state) {
    switch (intent.type) {
      case 'IssueLicenseKey':
        return state.status === 'absent'
          ? [{ type: 'LicenseKeyIssued', data: { ...intent.data, issuedAt: intent.now } }]
          : [];
      case 'ApplyLicenseKeyTerms':
        return applyTerms(intent.data, known(state));
      case 'RevokeLicenseKey':
        return revoke(state);
      case 'UpdateLicenseKey':
        return update(intent.data, known(state));
      case 'RotateLicenseKey':
        return [{ type: 'LicenseKeyRotated', data: { ...known(state).about, ...codeOf(intent.data) } }];
      case 'ActivateLicenseKey':
        return activate(intent.data, intent.now, known(state));
      case 'DeactivateLicenseKey':
        return deactivate(intent.data, known(state));
    }
  },

  evolve(state, event) {
    if (event.type === 'LicenseKeyIssued') return { status: 'issued', key: issued(event.data) };
    if (state.status === 'absent') return state;
    const { key } = state;
    return { status: 'issued', key: { ...changed(key, event), status: statusAfter(key.status, event) } };
  },
};

function issued(data: DataOf<'LicenseKeyIssued'>): LicenseKey {
  const { licenseKeyId, organizationId, customerId, benefitId, prefix, issuedAt } = data;
  const about = { licenseKeyId, organizationId, customerId };
  const counts = { usage: { count: 0, from: 0 }, activations: {} };
  const of = { about, benefitId, prefix, issuedAt };
  return { ...of, status: 'granted', own: [], ...counts, ...codeOf(data), ...termsOf(data) };
}

function changed(key: LicenseKey, event: Exclude<LicenseKeyEvent, { type: 'LicenseKeyIssued' }>): LicenseKey {
  switch (event.type) {
    case 'LicenseKeyTermsApplied':
      return { ...key, ...termsOf(event.data) };
    case 'LicenseKeyChanged': {
      const { licenseKeyId: _, organizationId: __, customerId: ___, ...changes } = event.data;
      const own = TERMS.filter((term) => term in changes || key.own.includes(term));
      return { ...key, ...changes, own };
    }
    case 'LicenseKeyRotated':
      return { ...key, ...codeOf(event.data) };
    case 'LicenseKeyRevoked':
      return key;
    case 'LicenseKeyActivated': {
      const { activationId, conditions } = event.data;
      return { ...key, activations: { ...key.activations, [activationId]: conditions } };
    }
    case 'LicenseKeyDeactivated': {
      const { [event.data.activationId]: _, ...activations } = key.activations;
      return { ...key, activations };
    }
  }
}

function applyTerms(terms: Terms, key: LicenseKey): LicenseKeyEvent[] {
  const own = Object.fromEntries(key.own.map((term) => [term, key[term]]));
  const applied: Terms = { ...termsOf(terms), ...own };
  if (TERMS.every((term) => applied[term] === key[term])) return [];
  return [{ type: 'LicenseKeyTermsApplied', data: { ...key.about, ...applied } }];
}

function revoke(state: LicenseKeyState): LicenseKeyEvent[] {
  const { about, status } = known(state);
  return status === 'revoked' ? [] : [{ type: 'LicenseKeyRevoked', data: about }];
}

function update(
  { status, usage, limitActivations, limitUsage, expiresAt, used }: UpdateLicenseKey['data'] & { used: number },
  key: LicenseKey,
): LicenseKeyEvent[] {
  const changes = {
    ...(status !== undefined && status !== key.status && { status }),
    ...(limitActivations !== undefined && limitActivations !== key.limitActivations && { limitActivations }),
    ...(limitUsage !== undefined && limitUsage !== key.limitUsage && { limitUsage }),
    ...(expiresAt !== undefined && expiresAt !== key.expiresAt && { expiresAt }),
    ...(usage !== undefined && usage !== usageOf(key, used) && { usage: { count: usage, from: used } }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'LicenseKeyChanged', data: { ...key.about, ...changes } }];
}

function activate(
  { activationId, label, conditions, meta }: ActivateLicenseKey['data'],
  now: Instant,
  key: LicenseKey,
): LicenseKeyEvent[] {
  if (activationId in key.activations) return [];
  refuseInvalid(key, now);
  const { limitActivations: limit } = key;
  if (limit === null) throw new ActivationNotPermitted('License key does not require activation');
  if (Object.keys(key.activations).length >= limit)
    throw new ActivationNotPermitted('License key activation limit already reached');
  return [{ type: 'LicenseKeyActivated', data: { ...key.about, activationId, label, conditions, meta } }];
}

function deactivate({ activationId }: DeactivateLicenseKey['data'], key: LicenseKey): LicenseKeyEvent[] {
  if (!(activationId in key.activations)) throw new InvalidLicenseKey();
  return [{ type: 'LicenseKeyDeactivated', data: { ...key.about, activationId } }];
}

/** @throws InvalidLicenseKey it is not granted, or has expired */
function refuseInvalid({ status, expiresAt }: LicenseKey, now: Instant): void {
  if (status !== 'granted') throw new InvalidLicenseKey('License key is no longer active.');
  if (expiresAt !== null && msOf(expiresAt) <= msOf(now)) throw new InvalidLicenseKey('License key has expired.');
}

/** What a validation asks for besides the key. */
export interface Asked {
  activationId: string | null;
  conditions: Metadata;
  benefitId: string | null;
  customerId: string | null;
}

/** The contract's checks, in its order. @throws InvalidLicenseKey */
export function validate(key: LicenseKey, asked: Asked, now: Instant): void {
  refuseInvalid(key, now);
  if (asked.activationId !== null) {
    const conditions = key.activations[asked.activationId];
    if (conditions === undefined) throw new InvalidLicenseKey();
    if (Object.keys(conditions).length > 0 && !isDeepStrictEqual(conditions, asked.conditions))
      throw new InvalidLicenseKey('License key does not match required conditions');
  }
  if (asked.benefitId !== null && asked.benefitId !== key.benefitId)
    throw new InvalidLicenseKey('License key does not match given benefit.');
  if (asked.customerId !== null && asked.customerId !== key.about.customerId)
    throw new InvalidLicenseKey('License key does not match given user.');
}

/** @param used what is counted of it */
export function usageOf({ usage }: Pick<LicenseKey, 'usage'>, used: number): number {
  return usage.count + used - usage.from;
}

function known(state: LicenseKeyState): LicenseKey {
  if (state.status === 'absent') throw new NotFound();
  return state.key;
}

function codeOf({ rotation, digest, displayKey }: Code): Code {
  return { rotation, digest, displayKey };
}

function termsOf({ expiresAt, limitActivations, limitUsage }: Terms): Terms {
  return { expiresAt, limitActivations, limitUsage };
}

/** A month of one key's uses; each hour is recorded once. */
export interface LicenseKeyUseState {
  hours: readonly Instant[];
}

export const licenseKeyUseDecider: Decider<
  IntentWith<RecordLicenseKeyUse, LicenseKeyUseEvent['data']>,
  LicenseKeyUseState,
  LicenseKeyUseEvent
> = {
  category: 'licensekeyuse',
  initial: { hours: [] },
  decide: ({ data }, { hours }) => (hours.includes(data.hour) ? [] : [{ type: 'LicenseKeyUsed', data }]),
  evolve: ({ hours }, { data }) => ({ hours: [...hours, data.hour] }),
};
