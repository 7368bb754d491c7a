import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { CycleGrant, GrantBenefit, RevokeGrant, UpdateGrant } from './grant.commands.ts';
import type { GrantEvent, GrantProperties, GrantScope } from './grant.events.ts';
import { licenseKeyIdOf } from './held.rules.ts';

type GrantIntent = IntentOf<GrantBenefit | UpdateGrant | CycleGrant | RevokeGrant>;

interface Key {
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

interface Grant extends Key {
  benefitType: string;
  properties: GrantProperties;
  granted: boolean;
  /** How often it has been granted. */
  times: number;
}

/** Grants of one customer and benefit, by subscription or order id. */
interface GrantsState {
  grants: Readonly<Record<string, Grant>>;
}

/** Whether one customer has one benefit, per purchase. Repeated commands change nothing (docs/BILLING.md#grant-states). */
export const grantDecider: Decider<GrantIntent, GrantsState, GrantEvent> = {
  category: 'grants',
  initial: { grants: {} },
  // A customer may buy the same benefit for ever.
  snapshot: { version: 2 },

  decide(intent, { grants }) {
    const known = grants[keyOf(intent.data.scope)];
    switch (intent.type) {
      case 'GrantBenefit':
        return known?.granted ? [] : [grant(intent.data, known)];
      case 'UpdateGrant':
        return known?.granted ? [update(intent.data, known)] : [];
      case 'CycleGrant':
        return known?.granted ? [cycle(intent.data, known)] : [];
      case 'RevokeGrant':
        return known?.granted ? [revoke(intent.data, known)] : [];
    }
  },

  evolve({ grants }, { type, data }) {
    const key = keyOf(data.scope);
    const known = grants[key];
    const { benefitType, properties } = 'benefitType' in data ? data : (known ?? UNKNOWN);
    const times = (known?.times ?? 0) + (type === 'BenefitGranted' ? 1 : 0);
    const granted = type !== 'BenefitGrantRevoked';
    return { grants: { ...grants, [key]: { ...keyFieldsOf(data), benefitType, properties, granted, times } } };
  },
};

const UNKNOWN = { benefitType: 'custom', properties: {} };

/** A license key that was revoked is not given again: the customer gets a new one. */
function grant(data: GrantBenefit['data'], known: Grant | undefined): GrantEvent {
  const grantId = known?.grantId ?? data.grantId;
  const isKey = data.benefitType === 'license_keys';
  const properties = isKey ? { license_key_id: licenseKeyIdOf(grantId, known?.times ?? 0) } : data.properties;
  return { type: 'BenefitGranted', data: { ...data, grantId, properties } };
}

/** A license key keeps its id, and has the new terms of its benefit. */
function update({ properties: held }: UpdateGrant['data'], known: Grant): GrantEvent {
  const { benefitType } = known;
  const properties = benefitType === 'license_keys' ? known.properties : held;
  return { type: 'BenefitGrantUpdated', data: { ...keyFieldsOf(known), benefitType, properties } };
}

function cycle({ orderId }: CycleGrant['data'], known: Grant): GrantEvent {
  return { type: 'BenefitGrantCycled', data: { ...keyFieldsOf(known), orderId } };
}

function revoke({ reason }: RevokeGrant['data'], known: Grant): GrantEvent {
  const held = Object.keys(known.properties).length > 0 && { properties: known.properties };
  return { type: 'BenefitGrantRevoked', data: { ...keyFieldsOf(known), reason, ...held } };
}

function keyFieldsOf({ grantId, organizationId, customerId, benefitId, scope }: Key): Key {
  return { grantId, organizationId, customerId, benefitId, scope };
}

function keyOf({ subscriptionId, orderId }: GrantScope): string {
  return subscriptionId ?? orderId;
}
