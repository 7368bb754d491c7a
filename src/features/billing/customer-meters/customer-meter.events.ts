import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { MeterAggregation } from '../meters/meter.events.ts';
import type { Decimal } from '../pricing/decimal.ts';
import type { Tally } from '../meters/tally.rules.ts';
import type { Credits } from '../pricing/meter-credits.ts';
import type { Period } from '../pricing/proration.ts';
import type { MeteredPrice } from '../products/product.events.ts';

/** `customermeter-{customerId}_{meterId}`: the periods and credits of one customer and meter, not what was measured. */
export const customerMeterStream = (customerId: string, meterId: string): string =>
  `customermeter-${customerId}_${meterId}`;

export interface AboutCustomerMeter {
  organizationId: string;
  customerId: string;
  meterId: string;
}

/** A subscription bills what the meter counts at this price. */
export interface MeterBilling {
  subscriptionId: string;
  productId: string;
  price: MeteredPrice;
}

/** Since when. */
export interface MeterBiller extends MeterBilling {
  since: Instant;
}

/** The time of a subscription that credits are for. */
export interface CreditedTime extends Period {
  subscriptionId: string;
}

/** What was reported under the digest of an external id that no customer had, in the period that is open there. */
export interface LinkedUsage {
  owner: string;
  /** By revision of the meter. */
  measured: LinkedMeasure[];
  /** The end of a period with which the open one begins; null: nothing was closed. */
  since: string | null;
  /** The event that changed it last. */
  until: string;
}

export interface LinkedMeasure {
  revision: number;
  func: MeterAggregation['func'];
  tally: Tally;
}

/** Of one owner key. */
export interface KeptUsage {
  owner: string;
  measured: LinkedMeasure[];
}

export const customerMeterEvents = {
  /** A subscription bills the meter by another price from now on, or no longer: null. Of several subscriptions, the first one bills it. */
  MeterPriceSet: event<
    AboutCustomerMeter & { subscriptionId: string; productId: string; price: MeteredPrice | null; since: Instant }
  >({ internal: true }),
  /**
   * A cut: usage that lies before it in the log belongs to what ends here, and later usage to what begins, on every rebuild. Either a whole
   * period ends, with which credits expire and consumption counts from 0 again, or only its price changes.
   */
  MeterPeriodClosed: event<
    AboutCustomerMeter & {
      /** Of this cut, and of what ends with it. */
      periodId: string;
      ends: 'period' | 'price';
      /** Under which the customer's usage is found: their id, and the digest of their external id (`keyOfOwner`). */
      owners: string[];
      /** What is billed, and by whom; null if it is not. */
      billing: MeterBilling | null;
      /** Which counts, and how it adds up. */
      revision: number;
      func: MeterAggregation['func'];
      /** That there were. */
      credits: Credits;
      /** Nobody bills what ends here, but a subscription what begins: from when on. What is dated since then goes on (`MeterUsageKept`). */
      billedFrom?: Instant;
      /** Credits that expire go on, too, as far as they are left: with another cut. */
      keepsCredits?: true;
    }
  >({ internal: true }),
  /** What lies before a cut in the log, but is dated from its `billedFrom` on: the period that begins there has it. */
  MeterUsageKept: event<AboutCustomerMeter & { periodId: string; owners: KeptUsage[] }>({ internal: true }),
  /**
   * Units that are paid for already: by a grant, or left from a period that was closed. Below 0: taken back. `isUnearned`: because a change has ended
   * their time early; what bills have counted of them is owed.
   */
  MeterCredited: event<
    AboutCustomerMeter & {
      units: number;
      rollover: boolean;
      grantId: string | null;
      /** If the grant is a subscription's. */
      during?: CreditedTime;
      /** The period that they are left from. */
      periodId: string | null;
      /** So many of its usage events are voided by now that had used them; missing: they were left when it closed. */
      voids?: number;
      isUnearned?: true;
    }
  >(),
  /** Usage that was voided after it was billed, as far as the period that was closed could not take it off: units below 0, which the next one begins with. */
  MeterUsageCarried: event<
    AboutCustomerMeter & { periodId: string; units: Decimal; revision: number; func: MeterAggregation['func'] }
  >({ internal: true }),
  /** Usage was reported under the customer's external id before they had it; again whenever that comes to something else. */
  MeterUsageLinked: event<AboutCustomerMeter & LinkedUsage>({ internal: true }),
};

export type CustomerMeterEvent = EventsOf<typeof customerMeterEvents>;
export type MeterUsageLinked = Extract<CustomerMeterEvent, { type: 'MeterUsageLinked' }>;
export type MeterUsageKept = Extract<CustomerMeterEvent, { type: 'MeterUsageKept' }>;
export type MeterPeriodClosed = Extract<CustomerMeterEvent, { type: 'MeterPeriodClosed' }>;

/** Who bills the meter, in the order in which they began; a subscription keeps its place when its price changes. */
export function billingsAfter(
  billings: readonly MeterBiller[],
  { subscriptionId, productId, price, since }: Extract<CustomerMeterEvent, { type: 'MeterPriceSet' }>['data'],
): MeterBiller[] {
  const isOwn = (billing: MeterBilling) => billing.subscriptionId === subscriptionId;
  if (!price) return billings.filter((billing) => !isOwn(billing));
  const set = { subscriptionId, productId, price };
  if (!billings.some(isOwn)) return [...billings, { ...set, since }];
  return billings.map((billing) => (isOwn(billing) ? { ...billing, ...set } : billing));
}
