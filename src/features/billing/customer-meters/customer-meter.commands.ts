import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { MeterAggregation } from '../meters/meter.events.ts';
import type { Decimal } from '../pricing/decimal.ts';
import type { MeteredPrice } from '../products/product.events.ts';
import type { CustomerMeter } from './customer-meter-state.rules.ts';
import type {
  AboutCustomerMeter,
  CreditedTime,
  CustomerMeterEvent,
  KeptUsage,
  LinkedUsage,
} from './customer-meter.events.ts';

type Changed = Executed<CustomerMeter, CustomerMeterEvent>;

/** Where a period is cut. */
export interface Cut {
  /** The same for the same cut, however often it is asked for. */
  periodId: string;
  owners: string[];
  revision: number;
  func: MeterAggregation['func'];
}

/** Closes the periods of meters that a subscription's events end, and records what it is billed for. */
export class MeasureSubscription extends command('MeasureSubscription')<{ subscriptionId: string }> {}

/** What a subscription bills a meter by, from now on. */
export class SetMeterPrice extends command('SetMeterPrice')<
  AboutCustomerMeter &
    Cut & {
      subscriptionId: string;
      productId: string;
      /** null: it bills the meter no longer. */
      price: MeteredPrice | null;
      /** Whether a period ends in any case. */
      endsPeriod: boolean;
      /** Whether a count or a sum is billed in any case; credits that are left stay. Others are billed once for the period. */
      billsSoFar: boolean;
      /** Whether the period that ends is billed. */
      isBilled: boolean;
      /** Whether the subscription does: what ends before its time leaves the credits that it has earned. */
      goesOn: boolean;
      /** When what begins begins. */
      at: Instant;
    },
  Changed
> {}

/** Ends the period of a grant's credits, as a subscription's renewal does, and credits what its next period gives. */
export class CycleCredits extends command('CycleCredits')<
  AboutCustomerMeter & {
    grantId: string;
    /** That has paid the next period. */
    orderId: string;
    /** null: the grant credits the meter no longer. */
    credit: { units: number; rollover: boolean; during?: CreditedTime } | null;
  }
> {}

/** Ends the period with which a grant's credits expire, unless a subscription bills the meter: then its periods count. */
export class EndCreditPeriod extends command('EndCreditPeriod')<
  AboutCustomerMeter &
    Cut & {
      grantId: string;
      /** When the next one begins; missing: now. */
      at?: Instant;
    },
  Changed
> {}

/** Counts in the period that begins with a cut what it is to bill, but was reported before. */
export class KeepUsage extends command('KeepUsage')<AboutCustomerMeter & { periodId: string; owners: KeptUsage[] }> {}

/** Continues in the next period what is left of one that was closed: of its credits, and of voided usage. */
export class CarryCredits extends command('CarryCredits')<
  AboutCustomerMeter &
    Omit<Cut, 'owners'> & {
      consumed: Decimal;
      /** Voided usage that the period could not take off: below 0, or 0. */
      carried: Decimal;
    },
  Changed
> {}

/** Credits that voided usage of a closed period had used and that would have continued. */
export class ReturnCredits extends command('ReturnCredits')<
  AboutCustomerMeter & {
    periodId: string;
    /** How many usage events: what fewer came to changes nothing any more. */
    voids: number;
    /** Of all of them. */
    units: number;
  },
  Changed
> {}

export class CreditMeter extends command('CreditMeter')<
  AboutCustomerMeter & {
    grantId: string;
    units: number;
    rollover: boolean;
    /** If the grant is a subscription's. */
    during?: CreditedTime;
    /** What was taken back of the grant's credits at most. */
    isAgain?: true;
  },
  Changed
> {}
/** What a grant has credited last. */
export class TakeCreditsBack extends command('TakeCreditsBack')<
  AboutCustomerMeter & {
    grantId: string;
    /** If its subscription goes on without it: what its time has earned until then stays. */
    endsAt?: Instant;
  },
  Changed
> {}

/** Lists for a customer what was reported under the digest of their external id before they were known to have it. */
export class LinkCustomerMeter extends command('LinkCustomerMeter')<AboutCustomerMeter & LinkedUsage, Changed> {}
