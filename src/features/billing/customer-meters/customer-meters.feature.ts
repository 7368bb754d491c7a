import type { Feature } from '../../../app/feature.ts';
import { customerMeterDecider } from './customer-meter.decider.ts';
import { customerMeterEvents } from './customer-meter.events.ts';
import { customerMeterProjection } from './customer-meter.projection.ts';
import { customerMeterAnnouncements } from './customer-meter.webhooks.ts';
import { CustomerMetersController } from './customer-meters.controller.ts';
import { customerMeterHandlers } from './customer-meters.handlers.ts';
import { CustomerMeterPresenter, CustomerMeterQueries, CustomerMeterReader } from './customer-meters.queries.ts';
import { MeterPeriods } from './meter-periods.service.ts';
import { SubscriptionMeters } from './subscription-meters.queries.ts';
import { usageLinkProjection } from './usage-links.projection.ts';
import { UsageLinkWorker } from './usage-links.worker.ts';
import { UsagePreviews } from './usage-previews.service.ts';

export const customerMeters: Feature = {
  controllers: [CustomerMetersController],
  providers: [
    CustomerMeterPresenter,
    CustomerMeterReader,
    CustomerMeterQueries,
    MeterPeriods,
    SubscriptionMeters,
    UsagePreviews,
    UsageLinkWorker,
    ...customerMeterHandlers,
  ],
  events: customerMeterEvents,
  deciders: [customerMeterDecider],
  projections: [customerMeterProjection, usageLinkProjection],
  webhooks: { presenters: {}, announcements: customerMeterAnnouncements },
};
