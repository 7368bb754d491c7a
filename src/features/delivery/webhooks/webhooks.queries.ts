import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import { DEFAULT_VERSION } from '../../../app/http/api-version.rules.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/lists/list.ts';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { byState } from '../../../app/http/lists/filters.ts';
import { msOf, toInstant, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import {
  endpointProjection,
  type EndpointDocument,
  type ReplayProgress,
} from './endpoints/webhook-endpoint.projection.ts';
import { secretEntry } from './webhook.events.ts';
import { attemptCollection, type AttemptDocument } from './sending/webhook-attempts.projection.ts';
import { aboutOf } from './messages/webhook-about.rules.ts';
import { WebhookBacklog } from './webhook-backlog.queries.ts';
import { formatted } from './messages/webhook-format.rules.ts';
import { noProgress, outcomeOf, type EndpointProgress } from './sending/webhook-progress.rules.ts';
import { maskedHeaders, secondsOf } from './messages/signature.ts';
import { WebhookSlots } from './sending/webhook-slots.service.ts';
import { WebhookTexts, type StoredBody } from './webhook-texts.service.ts';
import { WebhookProgress } from './sending/webhook-progress.service.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookMessage, WebhookReplay } from './webhooks.dto.ts';

/** Endpoints on the wire, with their secrets for callers who may write them. */
@Injectable()
export class EndpointPresenter {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    private readonly backlog: WebhookBacklog,
  ) {}

  async present(document: EndpointDocument, caller: Caller): Promise<WebhookEndpoint> {
    return (await this.presentAll([document], caller))[0]!;
  }

  async presentAll(documents: readonly EndpointDocument[], caller: Caller): Promise<WebhookEndpoint[]> {
    const shown = documents.filter(({ organization_id }) => scopesIn(caller, organization_id).has('webhooks:write'));
    const [secrets, waiting] = await Promise.all([
      this.vault.getMany(shown.map(({ secret_id }) => secretEntry(secret_id))),
      this.backlog.waitingFor(documents.map(({ id }) => id)),
    ]);
    return documents.map((document) => {
      const { secret_id, since: _, stopped_replays: __, disabled_at, replay, ...endpoint } = document;
      const secret = shown.includes(document) ? secrets.get(secretEntry(secret_id)) : undefined;
      const state = { enabled: disabled_at === null, disabled_at, replay: replay && presentReplay(replay) };
      return {
        ...endpoint,
        ...state,
        waiting: waiting.get(document.id) ?? 0,
        secret: secret?.value ?? null,
        uses_standard_webhook_signature: true,
      };
    });
  }
}

function presentReplay(replay: ReplayProgress): WebhookReplay {
  const { position: _, from_event_id: __, through_event_id: ___, ...shown } = replay;
  return shown;
}

@Injectable()
export class EndpointQueries {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: EndpointPresenter,
  ) {}

  /** @throws NotFound */
  async get(endpointId: string, caller: Caller): Promise<WebhookEndpoint> {
    return this.presenter.present(await this.documents.demand(endpointProjection, endpointId, caller), caller);
  }

  async list(list: ListRequest, caller: Caller): Promise<Page<WebhookEndpoint>> {
    const { items, total } = await this.documents.list(endpointProjection, list, caller);
    return pageOf(await this.presenter.presentAll(items, caller), total, list.limit);
  }
}

/** Of the bodies of a page, as they are stored: nearly twice what is answered. */
const PAGE_BYTES = 8_000_000;

/** Stands for conditions that depend on the time of the request; no document has it. */
export const OUTCOME = 'outcome';
export const OUTCOMES = ['succeeded', 'failed', 'waiting'] as const;

/** Of attempts. `waiting`: the message is to be sent again. */
function outcomesAt(machineNow: Instant): Record<(typeof OUTCOMES)[number], Where> {
  return {
    succeeded: { eq: ['succeeded', true] },
    failed: { eq: ['succeeded', false] },
    waiting: { gt: ['next_attempt_at', machineNow] },
  };
}

@Injectable()
export class DeliveryQueries {
  constructor(
    private readonly documents: Documents,
    private readonly rows: WebhookProgress,
    private readonly texts: WebhookTexts,
    private readonly slots: WebhookSlots,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(list: ListRequest, scope: TenantScope): Promise<Page<WebhookDelivery>> {
    const outcomes = outcomesAt(this.clock.machineNow());
    const where = list.where.map((one) => byState(one, OUTCOME, outcomes));
    const { items, total } = await this.documents.list(attemptCollection, { ...list, where }, scope);
    return pageOf(await this.compose(items, scope), total, list.limit);
  }

  /** Of one endpoint, since a day: messages that were given up or are failing, without tests, and failed attempts. */
  async failuresOf(
    endpointId: string,
    since: Instant,
    scope: TenantScope,
  ): Promise<{ messages: number; attempts: number }> {
    const of: Where = { eq: ['endpoint_id', endpointId] };
    // A test says nothing of what the seller's systems missed.
    const givenUp: Where[] = [
      of,
      { eq: ['status', 'given_up'] },
      { gte: ['modified_at', since] },
      { eq: ['is_test', false] },
    ];
    const failed: Where[] = [of, { eq: ['succeeded', false] }, { gte: ['created_at', since] }];
    const [abandoned, attempts, rows] = await Promise.all([
      this.documents.find(webhookProjection, { where: { and: givenUp }, limit: 0, counted: true }, scope),
      this.documents.find(attemptCollection, { where: { and: failed }, limit: 0, counted: true }, scope),
      this.rows.of([endpointId]),
    ]);
    const { failing, outcomes } = rows.get(endpointId) ?? noProgress;
    const lost = outcomes.filter(({ result }) => result === 'abandoned').map(({ webhookId }) => webhookId);
    const unrecorded = [...(await this.documents.getMany(webhookProjection, lost, scope)).values()];
    const missed = unrecorded.filter(({ is_test }) => !is_test).length + Object.keys(failing).length;
    return { messages: abandoned.total + missed, attempts: attempts.total };
  }

  /** Of these attempts, in their order as many as a page may have; of the others, only the attempt is shown. The first always has its body. */
  private async bodiesOf(
    attempts: readonly AttemptDocument[],
    messages: ReadonlyMap<string, WebhookDocument>,
  ): Promise<{ bodies: Map<string, StoredBody>; omitted: ReadonlySet<string> }> {
    const sizes = await this.texts.sizesOf([...messages.values()]);
    let bytes = 0;
    const [shown, omitted] = [new Set<WebhookDocument>(), new Set<string>()];
    for (const { id, webhook_id } of attempts) {
      const message = messages.get(webhook_id);
      if (!message) continue;
      bytes += sizes.get(webhook_id)!;
      if (bytes <= PAGE_BYTES || shown.size === 0) shown.add(message);
      else omitted.add(id);
    }
    const organizationId = attempts[0]?.organization_id ?? '';
    return { bodies: await this.slots.whole(organizationId, () => this.texts.bodiesOf(shown)), omitted };
  }

  private async compose(attempts: readonly AttemptDocument[], scope: TenantScope): Promise<WebhookDelivery[]> {
    const ids = attempts.map(({ webhook_id }) => webhook_id);
    const endpointIds = attempts.map(({ endpoint_id }) => endpoint_id);
    const [messages, endpoints, rows, answers] = await Promise.all([
      this.documents.getMany(webhookProjection, ids, scope),
      this.documents.getMany(endpointProjection, endpointIds, scope),
      this.rows.of(endpointIds),
      this.texts.answersOf(attempts.map(({ id }) => id)),
    ]);
    const { bodies, omitted } = await this.bodiesOf(attempts, messages);
    return attempts.flatMap(({ webhook_id, endpoint_id, organization_id: _, wire_type: __, ...attempt }) => {
      const message = messages.get(webhook_id);
      // The log may be older than the attempts after a restore.
      if (!message) return [];
      const isOmitted = omitted.has(attempt.id);
      const body = isOmitted ? undefined : bodies.get(webhook_id);
      const payload = payloadOf(body, endpoints.get(endpoint_id));
      const isArchived = payload === null && !isOmitted;
      return {
        ...attempt,
        duration_ms: attempt.duration_ms ?? null,
        request_headers: requestHeadersOf(webhook_id, attempt),
        response: answers.get(attempt.id) ?? (isArchived ? null : ''),
        webhook_endpoint_id: endpoint_id,
        webhook_event: {
          id: message.id,
          event_id: message.event_id,
          created_at: message.created_at,
          type: message.wire_type,
          is_test: message.is_test,
          about: !message.is_test && body && 'text' in body ? aboutOf(body.text) : null,
          api_version: endpoints.get(endpoint_id)?.api_version ?? DEFAULT_VERSION,
          is_archived: isArchived,
          ...currentOutcome(message, rows.get(endpoint_id)),
          payload,
        },
      };
    });
  }
}

/** As they were sent, but for the signature. */
function requestHeadersOf(
  webhookId: string,
  { created_at, duration_ms = null }: Pick<AttemptDocument, 'created_at' | 'duration_ms'>,
): Record<string, string> | null {
  return duration_ms === null ? null : maskedHeaders(webhookId, secondsOf(toInstant(msOf(created_at) - duration_ms)));
}

/** As the log and the read model will have it, once the outcome is recorded. */
function currentOutcome(
  { id, round, modified_at, last_http_code, succeeded, skipped }: WebhookDocument,
  progress: EndpointProgress = noProgress,
): Pick<WebhookMessage, 'modified_at' | 'last_http_code' | 'succeeded' | 'skipped'> {
  const failing = progress.failing[id];
  if (failing?.round === round)
    return { modified_at: failing.lastAt, last_http_code: failing.httpCode, succeeded: null, skipped: false };
  const outcome = outcomeOf(progress, id, round);
  if (!outcome) return { modified_at, last_http_code, succeeded, skipped };
  const { at, httpCode, result, gone } = outcome;
  return { modified_at: at, last_http_code: httpCode, succeeded: result === 'delivered', skipped: gone === 'skipped' };
}

/** As it is sent; as it was built once the endpoint is deleted. */
function payloadOf(body: StoredBody | undefined, endpoint: EndpointDocument | undefined): string | null {
  const { format, api_version } = endpoint ?? { format: 'raw', api_version: DEFAULT_VERSION };
  return body && 'text' in body ? formatted(format, api_version, body.text) : null;
}
