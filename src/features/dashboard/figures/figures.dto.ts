import { ApiProperty } from '@nestjs/swagger';
import { FIGURE_INTERVALS, type FigureInterval } from './figure.rules.ts';

/** Whole days in the organization's time zone, both inclusive. */
export class FigureSpan {
  @ApiProperty({ format: 'date' })
  start_date: string;
  @ApiProperty({ format: 'date' })
  end_date: string;
}

export class FigurePeriod extends FigureSpan {
  /** Whether it has not ended yet. */
  is_running: boolean;
}

/** The figures of one range or period, in minor units of one currency. */
export class FigureTotals {
  /** Paid in the range. */
  orders: number;
  /** Of orders paid in the range, less what was refunded in it, after discount and without tax: the sum of the four parts below. */
  revenue: number;
  /** All revenue up to the end of the range. */
  cumulative_revenue: number;
  /** What was taken off the revenue: refunds that succeeded in the range, less those reversed in it. */
  refunded_amount: number;
  /** Of orders paid in the range, before refunds; rounded. */
  average_order_value: number;
  one_time_products: number;
  one_time_products_revenue: number;
  /** Started in the range. */
  new_subscriptions: number;
  new_subscriptions_revenue: number;
  renewed_subscriptions: number;
  renewed_subscriptions_revenue: number;
  subscription_updates_revenue: number;
  /** Ended in the range. */
  ended_subscriptions: number;
  /** Started, not ended and not past due at the end of the range, trials included. */
  active_subscriptions: number;
  /** Of active subscriptions without trials, after discount and before tax; yearly amounts count as a twelfth. */
  monthly_recurring_revenue: number;
  /** At the end of the range. */
  past_due_subscriptions: number;
  /** Per month, of past-due subscriptions. */
  past_due_amount: number;
}

/** Checkouts that were opened in a range, in all currencies. */
export class FigureCheckouts {
  opened: number;
  /** How many of those succeeded, by now. */
  succeeded: number;
}

/** The current state, from the subscriptions themselves. */
export class FigureStanding {
  active_subscriptions: number;
  monthly_recurring_revenue: number;
  past_due_subscriptions: number;
  past_due_amount: number;
  /** Active subscriptions that renew in `upcoming`, or whose trial ends in it. */
  upcoming_renewals: number;
  /** What they cost per period, after the discount of now and before tax. */
  upcoming_renewals_amount: number;
}

export class CurrencyFigures {
  currency: string;
  now: FigureStanding;
  totals: FigureTotals;
  /** Totals of the previous range. */
  previous: FigureTotals;
  /** One per period of the answer's `periods`. */
  periods: FigureTotals[];
}

export class Figures extends FigureSpan {
  /** The IANA name of the zone whose days these are. */
  time_zone: string;
  @ApiProperty({ enum: FIGURE_INTERVALS })
  interval: FigureInterval;
  /** The day of the first paid order; null if there is none. */
  @ApiProperty({ format: 'date', nullable: true, type: String })
  first_sale_date: string | null;
  /** Today and the six days after it. */
  upcoming: FigureSpan;
  /** As many days as the range has. */
  previous: FigureSpan;
  periods: FigurePeriod[];
  checkouts: FigureCheckouts;
  previous_checkouts: FigureCheckouts;
  /** The organization's own currency first. */
  currencies: CurrencyFigures[];
}
