import { ApiProperty } from '@nestjs/swagger';

/** Amounts in minor units of the requested currency. */
export class MetricsTotals {
  /** Paid in the period. */
  orders: number;
  /** Of orders paid in the period, after discount and without tax. */
  revenue: number;
  /** All revenue until the end of the period. */
  cumulative_revenue: number;
  /** Revenue per order, rounded. */
  average_order_value: number;
  one_time_products: number;
  one_time_products_revenue: number;
  /** Started in the period. */
  new_subscriptions: number;
  new_subscriptions_revenue: number;
  renewed_subscriptions: number;
  renewed_subscriptions_revenue: number;
  /** Started, not ended and not past due at the end of the period. */
  active_subscriptions: number;
  /** Of active subscriptions; yearly amounts count a twelfth. */
  monthly_recurring_revenue: number;
  /** Opened in the period. */
  checkouts: number;
  /** Succeeded in the period. */
  succeeded_checkouts: number;
  /** From 0 to 1. */
  @ApiProperty({ format: 'double' })
  checkouts_conversion: number;
}

export class MetricPeriod extends MetricsTotals {
  /** Start of the period. */
  timestamp: string;
}

export class Metric {
  slug: string;
  display_name: string;
  @ApiProperty({ enum: ['scalar', 'currency', 'percentage'] })
  type: 'scalar' | 'currency' | 'percentage';
}

export class Metrics {
  orders: Metric;
  revenue: Metric;
  cumulative_revenue: Metric;
  average_order_value: Metric;
  one_time_products: Metric;
  one_time_products_revenue: Metric;
  new_subscriptions: Metric;
  new_subscriptions_revenue: Metric;
  renewed_subscriptions: Metric;
  renewed_subscriptions_revenue: Metric;
  active_subscriptions: Metric;
  monthly_recurring_revenue: Metric;
  checkouts: Metric;
  succeeded_checkouts: Metric;
  checkouts_conversion: Metric;
}

export class MetricsResponse {
  periods: MetricPeriod[];
  /** Sums, except for cumulative revenue, active subscriptions and monthly recurring revenue, which are those of the last period. */
  totals: MetricsTotals;
  metrics: Metrics;
}

export class MetricsIntervalLimit {
  /** From the start date to the end date. */
  min_days: number;
  max_days: number;
}

export class MetricsIntervalsLimits {
  hour: MetricsIntervalLimit;
  day: MetricsIntervalLimit;
  week: MetricsIntervalLimit;
  month: MetricsIntervalLimit;
  year: MetricsIntervalLimit;
}

export class MetricsLimits {
  /** `YYYY-MM-DD`. */
  min_date: string;
  intervals: MetricsIntervalsLimits;
}
