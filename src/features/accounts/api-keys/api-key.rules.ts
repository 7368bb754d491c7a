import { addSeconds, msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { GivenSettings } from './api-key.commands.ts';
import {
  ExpiresTooLate,
  ExpiresTooSoon,
  InvalidMetadata,
  InvalidNameLength,
  InvalidPrefixLength,
  RefillIncomplete,
} from './api-key.errors.ts';
import type { ApiKeySettings } from './api-key.events.ts';

const DAY = 86_400;
const MAX_DAYS = 365;
const MAX_LENGTH = 32;

/** The settings of a key unless others are given (docs/IDENTITY.md#using-a-key): 10 uses a day. */
const DEFAULTS: ApiKeySettings = {
  name: null,
  enabled: true,
  expiresAt: null,
  remaining: null,
  refillAmount: null,
  refillInterval: null,
  rateLimitEnabled: true,
  rateLimitTimeWindow: DAY * 1000,
  rateLimitMax: 10,
  permissions: null,
  metadata: null,
};

/** The given settings, checked, with `expiresAt` for `expiresIn`. @throws in the contract's order */
function settingsOf(given: GivenSettings, now: Instant): Partial<ApiKeySettings> {
  const { expiresIn, metadata, ...others } = given;
  checkMetadata(metadata);
  if (expiresIn != null && expiresIn < DAY) throw new ExpiresTooSoon();
  if (expiresIn != null && expiresIn > MAX_DAYS * DAY) throw new ExpiresTooLate();
  return {
    ...withoutUndefined(others),
    ...(expiresIn !== undefined && { expiresAt: expiresIn === null ? null : addSeconds(now, expiresIn) }),
    ...(metadata !== undefined && { metadata: metadata as ApiKeySettings['metadata'] }),
  };
}

/** A new key's settings. */
export function firstSettings(given: GivenSettings, prefix: string | null, now: Instant): ApiKeySettings {
  checkMetadata(given.metadata);
  checkRefill(given);
  const settings = { ...DEFAULTS, ...settingsOf(given, now) };
  if (prefix !== null && (prefix.length < 1 || prefix.length > MAX_LENGTH)) throw new InvalidPrefixLength();
  checkName(settings.name);
  // With a refill and no `remaining`, it starts as after a refill.
  return { ...settings, remaining: settings.remaining ?? settings.refillAmount };
}

/** The settings that an update changes: those given. */
export function changedSettings(given: GivenSettings, before: ApiKeySettings, now: Instant): Partial<ApiKeySettings> {
  checkName(given.name);
  const changes = settingsOf(given, now);
  checkRefill({ ...before, ...changes });
  return changes;
}

function checkMetadata(metadata: unknown): void {
  if (metadata == null) return;
  if (typeof metadata !== 'object' || Array.isArray(metadata)) throw new InvalidMetadata();
}

function checkRefill({ refillAmount, refillInterval }: Pick<GivenSettings, 'refillAmount' | 'refillInterval'>): void {
  if (refillAmount != null && refillInterval == null) throw new RefillIncomplete('refillInterval', 'refillAmount');
  if (refillInterval != null && refillAmount == null) throw new RefillIncomplete('refillAmount', 'refillInterval');
}

function checkName(name: string | null | undefined): void {
  if (name != null && (name.length < 1 || name.length > MAX_LENGTH)) throw new InvalidNameLength();
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>;
}

/** Whether a key's permissions contain all that are wanted. */
export function permits(
  permissions: ApiKeySettings['permissions'],
  wanted: Readonly<Record<string, readonly string[]>>,
): boolean {
  return Object.entries(wanted).every(([resource, actions]) =>
    actions.every(
      (action) =>
        permissions !== null && Object.hasOwn(permissions, resource) && permissions[resource]!.includes(action),
    ),
  );
}

export function hasExpired({ expiresAt }: Pick<ApiKeySettings, 'expiresAt'>, now: Instant): boolean {
  return expiresAt !== null && msOf(expiresAt) <= msOf(now);
}
