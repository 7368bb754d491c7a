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

/** Of one range or period, in minor units of one currency. */
export class FigureTotals {
  /** Paid in the range. */
  orders: number;
  /** Of orders paid in the range, after discount and without tax: the sum of the four parts below. */
  revenue: number;
  /** All revenue until the end of the range. */
  cumulative_revenue: number;
  /** Revenue per order, rounded. */
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
  /** Started, not ended and not past due at the end of the range. */
  active_subscriptions: number;
  /** Of active subscriptions; yearly amounts count a twelfth. */
  monthly_recurring_revenue: number;
  /** At the end of the range. */
  past_due_subscriptions: number;
  /** Per month, of past-due subscriptions. */
  past_due_amount: number;
}

/** Checkouts that were opened in a range, whatever their currency. */
export class FigureCheckouts {
  opened: number;
  /** Of those opened, also if they succeeded later. */
  succeeded: number;
}

/** What is true now, from the subscriptions themselves. */
export class FigureStanding {
  active_subscriptions: number;
  monthly_recurring_revenue: number;
  past_due_subscriptions: number;
  past_due_amount: number;
  /** Active subscriptions whose period ends in `upcoming`, and that renew then. */
  upcoming_renewals: number;
  /** Their prices per period, before discount and tax. */
  upcoming_renewals_amount: number;
}

export class CurrencyFigures {
  currency: string;
  now: FigureStanding;
  totals: FigureTotals;
  /** Of the range before. */
  previous: FigureTotals;
  /** As the answer's `periods`. */
  periods: FigureTotals[];
}

export class Figures extends FigureSpan {
  /** The IANA name of the zone whose days these are. */
  time_zone: string;
  @ApiProperty({ enum: FIGURE_INTERVALS })
  interval: FigureInterval;
  /** The day of the first paid order; null before it. */
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
