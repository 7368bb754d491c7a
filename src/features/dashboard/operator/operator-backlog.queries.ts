import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { DueItems } from '../../../app/work/due-items.ts';
import { FailingWork } from '../../../app/work/failing-work.ts';
import { redactAddresses } from '../../../app/log.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, EVENT_STORE } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { kindOf } from '../../../kernel/ports/job-queue.ts';
import { eventOf, type WaitingKey } from '../../../kernel/reacting/waiting-steps.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { grantReviewProjection } from '../../billing/grants/grant-review.projection.ts';
import { WebhookBacklog } from '../../delivery/webhooks/webhook-backlog.queries.ts';
import type {
  OperatorDeliveries,
  OperatorDueItems,
  OperatorGrantReviews,
  OperatorStep,
  OperatorSteps,
  OperatorWork,
} from './operator.dto.ts';

/** A screen names each one; more would not help. */
const MOST = 100;
const MOST_DUE = 50;
const MOST_ENDPOINTS = 50;
const MOST_OF_AN_ERROR = 500;

/** What is not done, of all organizations: ids, times and errors, and no personal data. */
@Injectable()
export class OperatorBacklogQueries {
  constructor(
    private readonly runtime: Runtime,
    private readonly failing: FailingWork,
    private readonly due: DueItems,
    private readonly backlog: WebhookBacklog,
    private readonly documents: Documents,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async steps(): Promise<OperatorSteps> {
    const { processes } = this.runtime;
    const here = processes.running.flatMap((runner) => runner.waiting);
    const waiting = [...here, ...(await processes.waitingElsewhere())];
    const parked = waiting.filter(isParked);
    const shown = [...parked, ...waiting.filter((one) => !isParked(one))].slice(0, MOST);
    const items = await Promise.all(shown.map((one) => this.step(one)));
    return { items, total: waiting.length, parked: parked.length };
  }

  async work(): Promise<OperatorWork> {
    const failing = await this.failing.list();
    const items = failing.slice(0, MOST).map(({ job, attempts, error, nextAttemptAt }) => ({
      ...{ job, kind: kindOf(job), attempts, error: shortened(error), next_attempt_at: nextAttemptAt },
    }));
    return { items, total: failing.length };
  }

  async dueItems(): Promise<OperatorDueItems> {
    const [overdue, next] = await Promise.all([this.due.overdue(), this.due.next(MOST_DUE)]);
    const now = this.clock.now();
    return {
      kinds: [...overdue].map(([kind, count]) => ({ kind, overdue: count })),
      items: next.map(({ kind, entity, organization_id, dueAt }) => ({
        ...{ kind, entity, organization_id: organization_id || null, due_at: dueAt, overdue: dueAt <= now },
      })),
    };
  }

  async deliveries(): Promise<OperatorDeliveries> {
    const endpoints = await this.backlog.list(MOST_ENDPOINTS);
    const ids = endpoints.map(({ organizationId }) => organizationId);
    const organizations = await this.documents.getMany(organizationProjection, ids, 'any');
    return {
      items: endpoints.map(({ id, organizationId, host, messages, failing, ...endpoint }) => ({
        ...{ id, organization_id: organizationId, host, messages, failing },
        organization: organizations.get(organizationId)?.name ?? null,
        failing_since: endpoint.failingSince,
        oldest_at: endpoint.oldest,
        next_attempt_at: endpoint.nextAttempt,
        last_http_code: endpoint.httpCode,
      })),
    };
  }

  async grantReviews(): Promise<OperatorGrantReviews> {
    const sort = [{ field: 'started_at', direction: 'asc' }] as const;
    const found = await this.documents.find(grantReviewProjection, { sort, limit: MOST, counted: true }, 'any');
    const ids = found.items.map(({ organization_id }) => organization_id);
    const organizations = await this.documents.getMany(organizationProjection, ids, 'any');
    return {
      items: found.items.map(({ product_id: _, benefit_id: __, ...review }) => ({
        ...review,
        organization: organizations.get(review.organization_id)?.name ?? null,
      })),
      total: found.total,
    };
  }

  private async step({ process, key, events }: WaitingKey): Promise<OperatorStep> {
    const first = events[0]!;
    const event = await eventOf(this.store, first);
    const { id: event_id, stream, revision, attempts, nextAt, error } = first;
    return {
      ...{ process, key, parked: nextAt === null, attempts, events: events.length, error: shortened(error) },
      ...{ event_id, stream, revision, next_attempt_at: nextAt || null },
      event_type: event?.type ?? null,
      organization_id: event?.metadata.organizationId ?? null,
      recorded_at: event?.metadata.recordedAt ?? null,
    };
  }
}

function isParked({ events: [first] }: WaitingKey): boolean {
  return first!.nextAt === null;
}

/** Errors may quote what they are about. */
function shortened(error: string): string {
  return redactAddresses(error).slice(0, MOST_OF_AN_ERROR);
}
