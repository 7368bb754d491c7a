import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { earnedUnits, expiringOf, rolloverOf } from '../pricing/meter-credits.ts';
import type {
  CarryCredits,
  CreditMeter,
  EndCreditPeriod,
  KeepUsage,
  LinkCustomerMeter,
  ReturnCredits,
  SetMeterPrice,
  TakeCreditsBack,
} from './customer-meter.commands.ts';
import type {
  AboutCustomerMeter,
  CustomerMeterEvent,
  MeterBilling,
  MeterPeriodClosed,
} from './customer-meter.events.ts';
import { isAdditive } from './metered-charges.rules.ts';
import {
  customerMeterAfter,
  NO_CUSTOMER_METER,
  type CustomerMeter,
  type GrantCredit,
} from './customer-meter-state.rules.ts';

type CustomerMeterIntent = IntentOf<
  | SetMeterPrice
  | EndCreditPeriod
  | KeepUsage
  | CarryCredits
  | CreditMeter
  | TakeCreditsBack
  | LinkCustomerMeter
  | ReturnCredits
>;

/** When a customer's usage of a meter is cut into periods, and what is credited (docs/BILLING.md#metered-usage). */
export const customerMeterDecider: Decider<CustomerMeterIntent, CustomerMeter, CustomerMeterEvent> = {
  category: 'customermeter',
  initial: NO_CUSTOMER_METER,
  // A period may end every month, and credits be bought, for ever.
  snapshot: { version: 7 },

  decide(intent, state) {
    switch (intent.type) {
      case 'SetMeterPrice':
        return setPrice(intent.data, state);
      case 'EndCreditPeriod':
        return endCreditPeriod(intent.data, state);
      case 'KeepUsage':
        return keep(intent.data, state);
      case 'CarryCredits':
        return carry(intent.data, state);
      case 'CreditMeter':
        return credit(intent.data, state);
      case 'TakeCreditsBack':
        return takeBack(intent.data, state);
      case 'ReturnCredits':
        return giveBack(intent.data, state);
      case 'LinkCustomerMeter': {
        const { owner, measured, since, until } = intent.data;
        if (state.linked[owner] === until) return [];
        return [{ type: 'MeterUsageLinked', data: { ...aboutOf(intent.data), owner, measured, since, until } }];
      }
    }
  },

  evolve: customerMeterAfter,
};

function setPrice(data: SetMeterPrice['data'], state: CustomerMeter): CustomerMeterEvent[] {
  if (isCut(state, data.periodId)) return [];
  const { subscriptionId, productId, price } = data;
  const before = state.billings[0];
  const own = state.billings.find((billing) => billing.subscriptionId === subscriptionId);
  const isSame = own?.price.id === price?.id;
  const set: CustomerMeterEvent[] = isSame
    ? []
    : [{ type: 'MeterPriceSet', data: { ...aboutOf(data), subscriptionId, productId, price, since: data.at } }];
  // What nobody has billed so far stays unbilled, also when somebody begins to bill the meter.
  if (!before)
    return price ? [closed(data, state, 'period', null, { billedFrom: data.at, keepsCredits: true }), ...set] : [];
  if (before.subscriptionId !== subscriptionId) return set;
  if (!data.endsPeriod && price !== null) {
    if (data.billsSoFar && isAdditive(data.func))
      return [closed(data, state, 'period', before, { keepsCredits: true }), ...set];
    return isSame ? [] : [closed(data, state, 'price', before), ...set];
  }
  // A change of product takes back what it no longer gives; only a new period ends credits.
  const keeps = data.endsPeriod ? {} : { keepsCredits: true as const };
  if (data.isBilled) {
    const taken = data.goesOn ? unearned(data, state) : [];
    const after = taken.reduce(customerMeterAfter, state);
    return [
      ...taken,
      closed(data, after, 'period', before, keeps),
      ...set,
      ...(data.endsPeriod ? [] : still(data, state, after)),
    ];
  }
  const billedFrom = billedNextFrom(data, state);
  return [closed(data, state, 'period', null, { ...keeps, ...(billedFrom !== undefined && { billedFrom }) }), ...set];
}

/** Takes back what a period of a subscription has credited, but not earned, if it ends before its time. */
export function unearned(
  { subscriptionId, at, ...about }: AboutCustomerMeter & { subscriptionId: string; at: Instant },
  { credited }: CustomerMeter,
): CustomerMeterEvent[] {
  return Object.entries(credited).flatMap(([grantId, last]) =>
    last.during?.subscriptionId === subscriptionId ? unearnedOf(about, grantId, last, at) : [],
  );
}

function unearnedOf(
  about: AboutCustomerMeter,
  grantId: string,
  { units, rollover, during, isCurrent, returned }: GrantCredit,
  at: Instant,
): CustomerMeterEvent[] {
  if (!during || !isCurrent || returned !== undefined || at >= during.end) return [];
  const taken = {
    units: earnedUnits(units, during, at) - units,
    rollover,
    grantId,
    periodId: null,
    isUnearned: true as const,
  };
  return [{ type: 'MeterCredited', data: { ...aboutOf(about), ...taken } }];
}

/** What was taken back of a period that goes on is for the rest of it, as long as its grant is not revoked. */
function still(
  { at, ...about }: SetMeterPrice['data'],
  before: CustomerMeter,
  after: CustomerMeter,
): CustomerMeterEvent[] {
  return Object.entries(before.credited).flatMap(([grantId, { rollover, during, returned }]): CustomerMeterEvent[] => {
    const units = after.credited[grantId]?.returned ?? 0;
    if (!during || units === 0 || returned !== undefined) return [];
    const rest = { units, rollover, grantId, periodId: null, during: { ...during, start: at } };
    return [{ type: 'MeterCredited', data: { ...aboutOf(about), ...rest } }];
  });
}

/** From when on a subscription bills the meter, if a period of another ends without a bill; undefined if none does. */
function billedNextFrom({ price, at }: SetMeterPrice['data'], { billings }: CustomerMeter): Instant | undefined {
  if (price !== null) return at;
  const next = billings[1];
  return next && (next.since > at ? next.since : at);
}

function endCreditPeriod(data: EndCreditPeriod['data'], state: CustomerMeter): CustomerMeterEvent[] {
  const last = state.credited[data.grantId];
  const isEarly = data.at !== undefined && last?.during !== undefined && data.at < last.during.end;
  const isOver = last?.isCurrent === true && last.returned === undefined && !isEarly;
  if (isCut(state, data.periodId) || state.billings.length > 0 || !isOver) return [];
  return [closed(data, state, 'period', null)];
}

function closed(
  data: SetMeterPrice['data'] | EndCreditPeriod['data'],
  { credits }: CustomerMeter,
  ends: 'period' | 'price',
  billing: MeterBilling | null,
  more: Pick<MeterPeriodClosed['data'], 'billedFrom' | 'keepsCredits'> = {},
): CustomerMeterEvent {
  const { periodId, owners, revision, func } = data;
  const billed = billing && {
    subscriptionId: billing.subscriptionId,
    productId: billing.productId,
    price: billing.price,
  };
  const period = { periodId, ends, owners, billing: billed, revision, func, credits };
  return { type: 'MeterPeriodClosed', data: { ...aboutOf(data), ...period, ...more } };
}

/** Once per period. */
function keep(data: KeepUsage['data'], { closed: periods }: CustomerMeter): CustomerMeterEvent[] {
  const { periodId, owners } = data;
  const period = periods.find((one) => one.periodId === periodId);
  if (!period || period !== periods.at(-1) || period.isKept || owners.length === 0) return [];
  return [{ type: 'MeterUsageKept', data: { ...aboutOf(data), periodId, owners } }];
}

/** Once per period. */
function carry(data: CarryCredits['data'], { closed: periods }: CustomerMeter): CustomerMeterEvent[] {
  const { periodId, consumed, carried, revision, func } = data;
  const period = periods.find((one) => one.periodId === periodId);
  if (!period || period.isCarried) return [];
  const events: CustomerMeterEvent[] = [];
  const credit = (units: number, rollover: boolean) => {
    const credited = { ...aboutOf(data), units, rollover, grantId: null, periodId };
    if (units > 0) events.push({ type: 'MeterCredited', data: credited });
  };
  // Credits of a period before the last one have expired with the last one.
  if (period === periods.at(-1)) {
    if (period.keepsCredits) credit(expiringOf(period.credits, consumed), false);
    credit(rolloverOf(period.credits, consumed), true);
  }
  if (carried !== '0')
    events.push({ type: 'MeterUsageCarried', data: { ...aboutOf(data), periodId, units: carried, revision, func } });
  return events;
}

/** What bills have used of a period's credits is not credited again. A period that begins before the last one is over leaves what that has earned. */
function credit(
  { grantId, units: given, rollover, during, isAgain, ...about }: CreditMeter['data'],
  { credited }: CustomerMeter,
): CustomerMeterEvent[] {
  const last = credited[grantId];
  const units = isAgain ? Math.min(given, last?.returned ?? given) : given;
  if (units === 0) return [];
  const taken = last && during ? unearnedOf(about, grantId, last, during.start) : [];
  const added = { units, rollover, grantId, periodId: null, ...(during && { during }) };
  return [...taken, { type: 'MeterCredited', data: { ...aboutOf(about), ...added } }];
}

/** What has expired with its period is gone: the units that are there now are of others. What was had in full expires with the period that is billed. */
function takeBack(
  { grantId, endsAt, ...about }: TakeCreditsBack['data'],
  { credited, billings }: CustomerMeter,
): CustomerMeterEvent[] {
  const last = credited[grantId];
  if (!last || last.returned !== undefined || !(last.isCurrent || last.rollover)) return [];
  if (endsAt !== undefined && last.during && (endsAt < last.during.end || billings.length > 0))
    return unearnedOf(about, grantId, last, endsAt);
  const taken = { units: -last.units, rollover: last.rollover, grantId, periodId: null };
  return [{ type: 'MeterCredited', data: { ...aboutOf(about), ...taken } }];
}

/** Credits end with the subscription that bills the meter. */
function giveBack(
  { periodId, voids, units, ...about }: ReturnCredits['data'],
  state: CustomerMeter,
): CustomerMeterEvent[] {
  const period = state.closed.find((one) => one.periodId === periodId);
  const returned = period?.returned ?? { voids: 0, units: 0 };
  if (!period || state.billings.length === 0 || voids <= returned.voids || units === returned.units) return [];
  const credit = { units: units - returned.units, rollover: true, grantId: null, periodId, voids };
  return [{ type: 'MeterCredited', data: { ...aboutOf(about), ...credit } }];
}

function isCut({ stretches, closed: periods }: CustomerMeter, cut: string): boolean {
  return [...stretches, ...periods.flatMap((period) => period.stretches)].some(({ periodId }) => periodId === cut);
}

function aboutOf({ organizationId, customerId, meterId }: AboutCustomerMeter): AboutCustomerMeter {
  return { organizationId, customerId, meterId };
}
