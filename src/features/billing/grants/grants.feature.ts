import type { Feature } from '../../../app/feature.ts';
import { accessEvents } from './access/access.events.ts';
import { accessProjection } from './access/access.projection.ts';
import { AccessService } from './access/access.service.ts';
import { AccessWorker } from './access/access.worker.ts';
import { GrantStreams } from './grant-streams.service.ts';
import { GrantHolders } from './grant-holders.service.ts';
import { grantReviewDecider } from './grant-review.decider.ts';
import { grantReviewEvents } from './grant-review.events.ts';
import { grantReviewProcess } from './grant-review.process.ts';
import { grantReviewProjection } from './grant-review.projection.ts';
import { GrantReviewsController } from './grant-reviews.controller.ts';
import { grantReviewHandlers } from './grant-reviews.handlers.ts';
import { GrantReviewQueries } from './grant-reviews.queries.ts';
import { grantEvents } from './grant.events.ts';
import { grantsProcess } from './grant.process.ts';
import { grantProjection } from './grant.projection.ts';
import { grantAnnouncements } from './grant.webhooks.ts';
import { GrantsDashboardController } from './grants-dashboard.controller.ts';
import { BenefitGrantsController, GrantsController } from './grants.controller.ts';
import { grantHandlers } from './grants.handlers.ts';
import { GrantPresenter, GrantQueries, GrantReader, GrantWebhookPresenter, HeldPresenter } from './grants.queries.ts';
import { GrantService } from './grants.service.ts';
import { purchaseProjection } from './purchase.projection.ts';
import { grantDecider } from './grant.decider.ts';
import { meterCreditsProcess } from './meter-credits.process.ts';
import { PretendMembersController } from './pretend-members.controller.ts';

export const grants: Feature = {
  controllers: [
    BenefitGrantsController,
    GrantsController,
    GrantsDashboardController,
    GrantReviewsController,
    PretendMembersController,
  ],
  providers: [
    GrantReader,
    HeldPresenter,
    GrantPresenter,
    GrantWebhookPresenter,
    GrantQueries,
    AccessService,
    AccessWorker,
    GrantService,
    GrantStreams,
    GrantHolders,
    GrantReviewQueries,
    ...grantHandlers,
    ...grantReviewHandlers,
  ],
  events: { ...grantEvents, ...accessEvents, ...grantReviewEvents },
  deciders: [grantDecider, grantReviewDecider],
  projections: [grantProjection, accessProjection, purchaseProjection, grantReviewProjection],
  processes: [grantsProcess, grantReviewProcess, meterCreditsProcess],
  states: { grants: grantProjection },
  webhooks: { presenters: { benefit_grant: GrantWebhookPresenter }, announcements: grantAnnouncements },
};
