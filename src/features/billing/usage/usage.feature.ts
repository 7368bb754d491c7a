import type { Feature } from '../../../app/feature.ts';
import { MeterQuantitiesController, MetersDashboardController } from './quantities/meter-quantities.controller.ts';
import { MeterQuantityQueries } from './quantities/meter-quantities.queries.ts';
import { meterTallyProjection } from './quantities/meter-tally.projection.ts';
import { PastUsage } from './remeasuring/past-usage.service.ts';
import { remeasuringDecider } from './remeasuring/remeasuring.decider.ts';
import { lookAgainDue } from './remeasuring/remeasuring.due.ts';
import { remeasuringEvents } from './remeasuring/remeasuring.events.ts';
import { remeasuringHandlers } from './remeasuring/remeasuring.handlers.ts';
import { remeasuringProcess } from './remeasuring/remeasuring.process.ts';
import { systemEventProjection } from './lists/system-event.projection.ts';
import { SystemEvents } from './lists/system-events.queries.ts';
import { EventTypesController, UsageController } from './usage.controller.ts';
import { usageEvents } from './usage.events.ts';
import { CompleteIngestHandler, IngestUsageHandler } from './usage.handlers.ts';
import { usageCompletingProcess, usageErasingProcess } from './usage.process.ts';
import { usageChunkProjection } from './usage-chunk.projection.ts';
import { usageCountProjection } from './lists/usage-count.projection.ts';
import { UsageCounts } from './lists/usage-counts.queries.ts';
import { UsageDashboardController } from './lists/usage-dashboard.controller.ts';
import { UsageDayQueries } from './lists/usage-days.queries.ts';
import { UsageEventPresenter } from './lists/usage-presenter.queries.ts';
import { UsageEventQueries } from './lists/usage-events.queries.ts';
import { UsageExternalIds } from './usage-external-ids.service.ts';
import { UsageLog } from './usage-log.service.ts';
import { UsageMeters } from './usage-meters.service.ts';
import { usageNameProjection } from './lists/usage-name.projection.ts';
import { usageStartProjection } from './usage-start.projection.ts';
import { UsageNameQueries } from './lists/usage-names.queries.ts';
import { usageVoidProjection } from './voids/usage-void.projection.ts';
import { UsageWindows } from './usage-windows.service.ts';
import { usageRecountsProcess } from './voids/usage-recounts.process.ts';
import { UsageRecounts } from './voids/usage-recounts.service.ts';
import { usageVoidHandlers } from './voids/usage-voids.handlers.ts';
import { UsageOwners } from './usage-owners.service.ts';
import { UsageRests } from './usage-rests.service.ts';

export const usage: Feature = {
  controllers: [
    EventTypesController,
    MeterQuantitiesController,
    MetersDashboardController,
    UsageController,
    UsageDashboardController,
  ],
  providers: [
    CompleteIngestHandler,
    IngestUsageHandler,
    MeterQuantityQueries,
    PastUsage,
    SystemEvents,
    UsageCounts,
    UsageDayQueries,
    UsageEventPresenter,
    UsageEventQueries,
    UsageExternalIds,
    UsageLog,
    UsageMeters,
    UsageNameQueries,
    UsageOwners,
    UsageRecounts,
    UsageRests,
    UsageWindows,
    ...remeasuringHandlers,
    ...usageVoidHandlers,
  ],
  events: { ...usageEvents, ...remeasuringEvents },
  deciders: [remeasuringDecider],
  processes: [remeasuringProcess, usageCompletingProcess, usageErasingProcess, usageRecountsProcess],
  dueItems: [lookAgainDue],
  projections: [
    meterTallyProjection,
    systemEventProjection,
    usageChunkProjection,
    usageCountProjection,
    usageNameProjection,
    usageStartProjection,
    usageVoidProjection,
  ],
};
