import { creditedUnits, creditsAfter, NO_CREDITS, type Credits } from '../pricing/meter-credits.ts';
import {
  billingsAfter,
  type CreditedTime,
  type CustomerMeterEvent,
  type MeterBiller,
  type MeterBilling,
} from './customer-meter.events.ts';

/** The part of a period that was measured at one price; none if nobody billed it. */
export interface Stretch {
  /** The cut that it ends with. */
  periodId: string;
  billing: MeterBilling | null;
}

/** A period that was closed. */
export interface ClosedPeriod {
  periodId: string;
  /** In their order; the last one ends with the period. */
  stretches: readonly Stretch[];
  credits: Credits;
  isBilled: boolean;
  /** What is left of credits that expire continues, too. */
  keepsCredits: boolean;
  /** The next one has what it is to bill of this one's usage. */
  isKept: boolean;
  /** What is left of it continues in the next one. */
  isCarried: boolean;
  /** The credits that continue, too, because so many of its usage events were voided. */
  returned?: { voids: number; units: number };
}

/** What a grant has credited last. */
export interface GrantCredit {
  units: number;
  rollover: boolean;
  /** If the grant is a subscription's. */
  during?: CreditedTime;
  /** In the period that is open. */
  isCurrent: boolean;
  /** What was there to be taken back, once it is; bills had used the rest. */
  returned?: number;
}

export interface CustomerMeter {
  /** In the order in which they began; the first one bills. */
  billings: readonly MeterBiller[];
  credits: Credits;
  /** Of the open period, those whose price has changed since. */
  stretches: readonly Stretch[];
  /** The last ones, the newest last. */
  closed: readonly ClosedPeriod[];
  /** By grant. */
  credited: Readonly<Record<string, GrantCredit>>;
  /** By external id's digest, the event that changed last what is linked. */
  linked: Readonly<Record<string, string>>;
}

/** Cuts, periods and grants that are remembered: commands may be repeated and credits taken back, but not after so many others. */
const REMEMBERED = 24;
const REMEMBERED_GRANTS = 200;

export const NO_CUSTOMER_METER: CustomerMeter = {
  billings: [],
  credits: NO_CREDITS,
  stretches: [],
  closed: [],
  credited: {},
  linked: {},
};

/** The state after an event. */
export function customerMeterAfter(state: CustomerMeter, { type, data }: CustomerMeterEvent): CustomerMeter {
  switch (type) {
    case 'MeterPriceSet':
      return { ...state, billings: billingsAfter(state.billings, data) };
    case 'MeterPeriodClosed': {
      const { periodId, billing, credits } = data;
      const stretches = [...state.stretches, { periodId, billing }];
      if (data.ends === 'price') return { ...state, stretches: stretches.slice(-REMEMBERED) };
      const keepsCredits = data.keepsCredits === true;
      const is = { isBilled: billing !== null, keepsCredits, isKept: false, isCarried: false };
      const period = { periodId, stretches, credits, ...is };
      const credited = keepsCredits ? state.credited : mapped(state.credited, (one) => ({ ...one, isCurrent: false }));
      const closed = [...state.closed, period].slice(-REMEMBERED);
      return { ...state, credits: NO_CREDITS, stretches: [], closed, credited };
    }
    case 'MeterCredited': {
      const { units, rollover, grantId, periodId, during, voids } = data;
      const credits = creditsAfter(state.credits, data);
      if (voids !== undefined)
        return { ...state, credits, closed: withPeriod(state.closed, periodId, returning({ voids, units })) };
      if (grantId === null) return { ...state, credits, closed: withPeriod(state.closed, periodId, carried) };
      const returned = units < 0 ? creditedUnits(state.credits) - creditedUnits(credits) : undefined;
      return {
        ...state,
        credits,
        credited: creditedAfter(state.credited, grantId, { units, rollover, during, returned }),
      };
    }
    case 'MeterUsageKept':
      return { ...state, closed: withPeriod(state.closed, data.periodId, kept) };
    case 'MeterUsageCarried':
      return { ...state, closed: withPeriod(state.closed, data.periodId, carried) };
    case 'MeterUsageLinked':
      return { ...state, linked: { ...state.linked, [data.owner]: data.until } };
  }
}

type PeriodChange = (period: ClosedPeriod) => ClosedPeriod;

function withPeriod(closed: readonly ClosedPeriod[], periodId: string | null, change: PeriodChange): ClosedPeriod[] {
  return closed.map((period) => (period.periodId === periodId ? change(period) : period));
}

const kept: PeriodChange = (period) => ({ ...period, isKept: true });

const carried: PeriodChange = (period) => ({ ...period, isCarried: true });

function returning({ voids, units }: { voids: number; units: number }): PeriodChange {
  return (period) => ({ ...period, returned: { voids, units: (period.returned?.units ?? 0) + units } });
}

/** The oldest of too many grants are forgotten: a customer may buy credits for ever. */
function creditedAfter(
  credited: CustomerMeter['credited'],
  grantId: string,
  { units, rollover, during, returned }: Omit<GrantCredit, 'isCurrent'>,
): CustomerMeter['credited'] {
  const others = Object.entries(credited).filter(([id]) => id !== grantId);
  const one = {
    units,
    rollover,
    isCurrent: true,
    ...(during && { during }),
    ...(returned !== undefined && { returned }),
  };
  return Object.fromEntries([...others.slice(1 - REMEMBERED_GRANTS), [grantId, one]]);
}

function mapped<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
