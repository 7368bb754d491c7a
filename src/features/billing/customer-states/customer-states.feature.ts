import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { customerStateProjection } from './customer-state.projection.ts';
import { CustomerStatesController } from './customer-states.controller.ts';
import { CustomerStatePresenter, CustomerStateQueries, CustomerStateWebhook } from './customer-states.queries.ts';
import { unannouncedUsageProjection } from './unannounced-usage.projection.ts';
import { AnnounceUsage } from './usage-announcement.commands.ts';
import { usageAnnouncementDecider } from './usage-announcement.decider.ts';
import { usageAnnouncementEvents, usageAnnouncementStream } from './usage-announcement.events.ts';
import { usageAnnouncements } from './usage-announcement.webhooks.ts';
import { UsageAnnouncementWorker } from './usage-announcement.worker.ts';

const announceHandlers = handlersOf(
  usageAnnouncementDecider,
  ({ customerId, from }) => usageAnnouncementStream(customerId, from),
  AnnounceUsage,
);

/** Customers with their subscriptions and grants. Listed after `customers`, whose route must match first for the external id `state`. */
export const customerStates: Feature = {
  controllers: [CustomerStatesController],
  providers: [
    CustomerStatePresenter,
    CustomerStateQueries,
    CustomerStateWebhook,
    UsageAnnouncementWorker,
    ...announceHandlers,
  ],
  events: usageAnnouncementEvents,
  deciders: [usageAnnouncementDecider],
  projections: [customerStateProjection, unannouncedUsageProjection],
  webhooks: { presenters: {}, customerState: CustomerStateWebhook, announcements: usageAnnouncements },
};
