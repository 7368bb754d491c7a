import type { Instant } from '../../../kernel/ports/clock.ts';
import type { AccessEvent } from './access/access.events.ts';
import type { GrantEvent, GrantError, GrantProperties, GrantScope } from './grant.events.ts';
import { accessAfter, isAccessEvent, NO_ACCESS, type AccessState } from './access/held-access.rules.ts';

export interface GrantKey {
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

export interface Grant extends GrantKey {
  benefitType: string;
  properties: GrantProperties;
  /** `requested`: its purchase gives it, but what is outside Tillbook is not given so far. */
  status: 'requested' | 'granted' | 'revoked';
  error: GrantError | null;
  /** Of the account that has it outside Tillbook; null if it is not there. */
  linkId: string | null;
  /** It was granted until its account no longer worked. */
  isSuspended: boolean;
  /** Its organization was told of it, also if only that its customer has to act. */
  isAnnounced: boolean;
  /** How often it has been granted. */
  times: number;
  /** Of a subscription: from when on it has credited a period last. */
  creditedFrom?: Instant;
}

/** Grants of one customer and benefit, by subscription or order id, and the access outside Tillbook that they share. */
export interface GrantsState {
  grants: Readonly<Record<string, Grant>>;
  access: AccessState;
}

export const NO_GRANTS: GrantsState = { grants: {}, access: NO_ACCESS };

export function grantsAfter({ grants, access }: GrantsState, event: GrantEvent | AccessEvent): GrantsState {
  if (isAccessEvent(event)) return { grants, access: accessAfter(access, event) };
  const key = scopeKeyOf(event.data.scope);
  return { grants: { ...grants, [key]: grantAfter(grants[key], event) }, access };
}

/** The same for the decider and every read model (docs/BILLING.md#grant-states). */
export const STATUS_AFTER = {
  BenefitGrantRequested: 'requested',
  BenefitGranted: 'granted',
  BenefitGrantUpdated: 'granted',
  BenefitGrantFailed: 'requested',
  BenefitGrantSuspended: 'requested',
  BenefitGrantCycled: 'granted',
  BenefitGrantRevoked: 'revoked',
} as const satisfies Record<GrantEvent['type'], Grant['status']>;

/** Since when it is granted, if it is. @param before whether and since when it was */
export function grantedAtAfter(
  type: GrantEvent['type'],
  before: Instant | null | undefined,
  at: Instant,
): Instant | null {
  if (STATUS_AFTER[type] !== 'granted') return null;
  return type === 'BenefitGranted' ? at : (before ?? at);
}

function grantAfter(known: Grant | undefined, { type, data }: GrantEvent): Grant {
  const { benefitType, properties } = { ...UNKNOWN, ...known, ...data };
  const isAnnouncement =
    type === 'BenefitGranted' ||
    (type === 'BenefitGrantRequested' && data.error !== undefined) ||
    (type === 'BenefitGrantFailed' && data.isFirst === true);
  const creditedFrom = 'during' in data && data.during ? data.during.start : known?.creditedFrom;
  const isHeld = type === 'BenefitGranted' || type === 'BenefitGrantUpdated';
  return {
    ...keyFieldsOf(data),
    ...{ benefitType, properties, status: STATUS_AFTER[type] },
    error: 'error' in data ? (data.error ?? null) : null,
    linkId: isHeld ? (data.linkId ?? null) : (known?.linkId ?? null),
    isSuspended:
      type === 'BenefitGrantSuspended' || (STATUS_AFTER[type] === 'requested' && known?.isSuspended === true),
    isAnnounced: isAnnouncement || (STATUS_AFTER[type] !== 'revoked' && known?.isAnnounced === true),
    times: (known?.times ?? 0) + (type === 'BenefitGranted' ? 1 : 0),
    ...(creditedFrom !== undefined && { creditedFrom }),
  };
}

const UNKNOWN = { benefitType: 'custom', properties: {} };

export function isLive(grant: Grant | undefined): grant is Grant {
  return grant !== undefined && grant.status !== 'revoked';
}

export function liveIn({ grants }: GrantsState): Grant[] {
  return Object.values(grants).filter(isLive);
}

export function keyFieldsOf({ grantId, organizationId, customerId, benefitId, scope }: GrantKey): GrantKey {
  return { grantId, organizationId, customerId, benefitId, scope };
}

export function scopeKeyOf({ subscriptionId, orderId }: GrantScope): string {
  return subscriptionId ?? orderId;
}
