import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { GrantEvent } from './grant.events.ts';
import {
  CreditMeter,
  CycleCredits,
  MeasureSubscription,
  TakeCreditsBack,
} from '../customer-meters/customer-meter.commands.ts';
import type { CreditedTime } from '../customer-meters/customer-meter.events.ts';

type Granted = Extract<GrantEvent, { type: 'BenefitGranted' }>['data'];
type CreditCause = Extract<GrantEvent, { type: 'BenefitGranted' | 'BenefitGrantCycled' | 'BenefitGrantRevoked' }>;

/**
 * Credits meters as grants say (docs/BILLING.md#credits). What a subscription's own events have begun or ended is cut before its grants
 * change credits: otherwise the cut would end new credits, or a last bill lack those that were revoked.
 */
export const meterCreditsProcess = reactingTo<GrantEvent>()({
  name: 'meter-credits',
  group: 'subscriptions',
  on: {
    BenefitGranted(data) {
      if (!data.credit) return [];
      const { meterId, units, rollover } = data.credit;
      const credited = { units, rollover, ...timeOf(data), ...(data.isAgain && { isAgain: true as const }) };
      return [...measured(data), send(CreditMeter, { ...of(data, meterId), ...credited })];
    },
    BenefitGrantCycled(data) {
      const { credit, formerMeterId, orderId } = data;
      if (!credit) return [];
      const { meterId, units, rollover } = credit;
      const former = formerMeterId && { ...of(data, formerMeterId), orderId, credit: null };
      return [
        ...measured(data),
        ...(former ? [send(CycleCredits, former, 'former')] : []),
        send(CycleCredits, { ...of(data, meterId), orderId, credit: { units, rollover, ...timeOf(data) } }),
      ];
    },
    BenefitGrantRevoked(data, { metadata }) {
      const meterId = data.properties?.last_credited_meter_id;
      if (meterId === undefined) return [];
      const goesOn = data.reason === 'benefit_removed' && { endsAt: metadata.occurredAt };
      return [...measured(data), send(TakeCreditsBack, { ...of(data, meterId), ...goesOn })];
    },
  },
});

function of({ organizationId, customerId, grantId }: CreditCause['data'], meterId: string) {
  return { organizationId, customerId, meterId, grantId };
}

function timeOf({ scope: { subscriptionId }, during }: Pick<Granted, 'scope' | 'during'>): { during?: CreditedTime } {
  return subscriptionId !== null && during ? { during: { ...during, subscriptionId } } : {};
}

function measured({ scope: { subscriptionId } }: CreditCause['data']): Step[] {
  return subscriptionId === null ? [] : [send(MeasureSubscription, { subscriptionId })];
}
