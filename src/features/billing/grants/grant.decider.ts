import { NotFound } from '../../../kernel/errors.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { MeterCredit } from '../benefits/benefit.events.ts';
import { earnedUnits } from '../pricing/meter-credits.ts';
import type { Period } from '../pricing/proration.ts';
import type { AccessEvent } from './access/access.events.ts';
import type {
  ChooseGrantAccount,
  CycleGrant,
  GrantBenefit,
  GrantedPeriod,
  RecordAccessOutcome,
  RetryGrant,
  RevokeGrant,
  UpdateGrant,
} from './grant.commands.ts';
import { GrantRevoked } from './grant.errors.ts';
import type { GrantEvent } from './grant.events.ts';
import {
  grantsAfter,
  isLive,
  keyFieldsOf,
  liveIn,
  NO_GRANTS,
  scopeKeyOf,
  type Grant,
  type GrantsState,
} from './grants-state.rules.ts';
import { creditedBy, licenseKeyIdOf } from './held.rules.ts';
import { follow, record, request, retry, unwanted, want } from './access/remote-grants.rules.ts';

type OfPurchase = IntentOf<GrantBenefit | UpdateGrant | CycleGrant | RevokeGrant>;
/** About all grants at once: they share what is outside Tillbook. */
type OfAccess = IntentOf<RetryGrant | ChooseGrantAccount | RecordAccessOutcome>;

/** Whether one customer has one benefit, per purchase. Repeated commands change nothing (docs/BILLING.md#grant-states). */
export const grantDecider: Decider<OfPurchase | OfAccess, GrantsState, GrantEvent | AccessEvent> = {
  category: 'grants',
  initial: NO_GRANTS,
  // A customer may buy the same benefit for ever.
  snapshot: { version: 5 },

  decide(intent, state) {
    switch (intent.type) {
      case 'RetryGrant':
        return retry(state, intent.machineNow);
      case 'ChooseGrantAccount':
        return choose(intent.data, state, intent.machineNow);
      case 'RecordAccessOutcome':
        return record(intent.data, state, intent.machineNow);
      default:
        return ofPurchase(intent, state);
    }
  },

  evolve: grantsAfter,
};

function ofPurchase(intent: OfPurchase, state: GrantsState): (GrantEvent | AccessEvent)[] {
  const { now, machineNow } = intent;
  const known = state.grants[scopeKeyOf(intent.data.scope)];
  switch (intent.type) {
    case 'GrantBenefit': {
      const { remote, period, ...data } = intent.data;
      if (isLive(known)) return [];
      return remote ? request({ ...data, remote }, known, state, machineNow) : [grant(data, known, now, period)];
    }
    case 'UpdateGrant': {
      const { remote } = intent.data;
      // What was credited stays as it is.
      if (!isLive(known) || known.benefitType === 'meter_credit') return [];
      return remote ? follow(remote, state, machineNow) : [update(intent.data, known)];
    }
    case 'CycleGrant':
      return known?.status === 'granted' ? [cycle(intent.data, known, now)] : [];
    case 'RevokeGrant':
      return isLive(known) ? revoke(intent.data, known, state, machineNow) : [];
  }
}

/**
 * A license key that was revoked is not given again: the customer gets a new one. A period's credits are given once, and by a product that a change
 * within the period has brought for what is left of it.
 */
function grant(
  { credit, ...data }: Omit<GrantBenefit['data'], 'remote' | 'period'>,
  known: Grant | undefined,
  now: Instant,
  period?: GrantedPeriod,
): GrantEvent {
  const grantId = known?.grantId ?? data.grantId;
  if (credit) {
    const isAgain = known !== undefined && period !== undefined && hasCredited(known, credit, period);
    const left = period ? { ...credit, units: credit.units - earnedUnits(credit.units, period, period.since) } : credit;
    const properties = isAgain ? known.properties : creditedBy(left, now);
    const during = period && { during: { start: period.since, end: period.end } };
    // A product that is changed when the period is over gives what the next one does.
    const given = left.units > 0 && { credit: left, ...during, ...(isAgain && { isAgain }) };
    return { type: 'BenefitGranted', data: { ...data, grantId, properties, ...given } };
  }
  const isKey = data.benefitType === 'license_keys';
  const key = isKey ? { license_key_id: licenseKeyIdOf(grantId, known?.times ?? 0) } : undefined;
  return { type: 'BenefitGranted', data: { ...data, grantId, properties: key ?? data.properties } };
}

function hasCredited({ properties, creditedFrom }: Grant, credit: MeterCredit, { start }: Period): boolean {
  return properties.last_credited_meter_id === credit.meterId && creditedFrom !== undefined && creditedFrom >= start;
}

/** A license key keeps its id, and has the new terms of its benefit. */
function update({ properties: held }: UpdateGrant['data'], known: Grant): GrantEvent {
  const { benefitType } = known;
  const properties = benefitType === 'license_keys' ? known.properties : held;
  return { type: 'BenefitGrantUpdated', data: { ...keyFieldsOf(known), benefitType, properties } };
}

/** The order of a change to another interval pays a period whose credits were given with the change. */
function cycle({ orderId, credit, period }: CycleGrant['data'], known: Grant, now: Instant): GrantEvent {
  const cycled = { ...keyFieldsOf(known), orderId };
  const isCredited = credit && period !== undefined && hasCredited(known, credit, period);
  if (!credit || isCredited) return { type: 'BenefitGrantCycled', data: cycled };
  const properties = creditedBy(credit, now);
  const formerMeterId = known.properties.last_credited_meter_id;
  const former = formerMeterId !== undefined && formerMeterId !== credit.meterId && { formerMeterId };
  const during = period && { during: { start: period.start, end: period.end } };
  return { type: 'BenefitGrantCycled', data: { ...cycled, properties, credit, ...during, ...former } };
}

/** What is outside Tillbook stays as long as another purchase gives it. */
function revoke(
  { reason }: RevokeGrant['data'],
  known: Grant,
  state: GrantsState,
  at: Instant,
): (GrantEvent | AccessEvent)[] {
  const isHeld = known.status === 'granted' && Object.keys(known.properties).length > 0;
  const held = isHeld && { properties: known.properties };
  const revoked: GrantEvent = { type: 'BenefitGrantRevoked', data: { ...keyFieldsOf(known), reason, ...held } };
  return liveIn(state).length === 1 ? [revoked, ...unwanted(known, state, at)] : [revoked];
}

/** @throws NotFound · GrantRevoked */
function choose(
  { grantId, access, linkId }: ChooseGrantAccount['data'],
  state: GrantsState,
  at: Instant,
): (GrantEvent | AccessEvent)[] {
  const chosen = Object.values(state.grants).find((one) => one.grantId === grantId);
  if (!chosen) throw new NotFound();
  if (!isLive(chosen)) throw new GrantRevoked();
  return want({ access, linkId }, state, at);
}
