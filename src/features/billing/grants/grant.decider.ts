import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { CycleGrant, GrantBenefit, RevokeGrant } from './grant.commands.ts';
import type { GrantEvent, GrantScope } from './grant.events.ts';

type GrantIntent = IntentOf<GrantBenefit | CycleGrant | RevokeGrant>;

interface Grant {
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

/** Grants of one customer and benefit, by subscription or order id. */
interface GrantsState {
  grants: Readonly<Record<string, Grant & { granted: boolean }>>;
}

/** Whether one customer has one benefit, per purchase. Repeated commands change nothing (docs/BILLING.md#grant-states). */
export const grantDecider: Decider<GrantIntent, GrantsState, GrantEvent> = {
  category: 'grants',
  initial: { grants: {} },
  // A customer may buy the same benefit for ever.
  snapshot: { version: 1 },

  decide(intent, { grants }) {
    const known = grants[keyOf(intent.data.scope)];
    switch (intent.type) {
      case 'GrantBenefit':
        return known?.granted ? [] : grant(intent.data, known);
      case 'CycleGrant':
        return known?.granted ? [cycle(intent.data, known)] : [];
      case 'RevokeGrant':
        return known?.granted ? [revoke(intent.data, known)] : [];
    }
  },

  evolve({ grants }, { type, data }) {
    const { grantId, organizationId, customerId, benefitId, scope } = data;
    const granted = type !== 'BenefitGrantRevoked';
    return {
      grants: { ...grants, [keyOf(scope)]: { grantId, organizationId, customerId, benefitId, scope, granted } },
    };
  },
};

function grant(data: GrantBenefit['data'], known: Grant | undefined): GrantEvent[] {
  const grantId = known?.grantId ?? data.grantId;
  return [{ type: 'BenefitGranted', data: { ...data, grantId, properties: {} } }];
}

function cycle(
  { orderId }: CycleGrant['data'],
  { grantId, organizationId, customerId, benefitId, scope }: Grant,
): GrantEvent {
  return { type: 'BenefitGrantCycled', data: { grantId, organizationId, customerId, benefitId, scope, orderId } };
}

function revoke(
  { reason }: RevokeGrant['data'],
  { grantId, organizationId, customerId, benefitId, scope }: Grant,
): GrantEvent {
  return { type: 'BenefitGrantRevoked', data: { grantId, organizationId, customerId, benefitId, scope, reason } };
}

function keyOf({ subscriptionId, orderId }: GrantScope): string {
  return subscriptionId ?? orderId;
}
