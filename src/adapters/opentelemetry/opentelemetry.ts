import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Link,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { withTimeout } from '../../kernel/coordination/waiting.ts';
import { newUuid } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { AppendedEvent, Note, Operation, OperationKind, Place, Telemetry } from '../../kernel/ports/telemetry.ts';
import { Durations } from './durations.ts';
import { exportersTo } from './exporters.ts';
import { Outcome } from './outcome.ts';
import { callerIn, contextOf, traceIdOf } from './span-contexts.ts';
import { SpanIds, type ChosenIds } from './span-ids.ts';

const SCOPE = 'tillbook';
/** An unavailable collector does not keep the program from ending. */
const CLOSED_WITHIN_MS = 3_000;
/** Of one span: a batch of events may belong to hundreds of traces. */
const MAX_LINKS = 32;

const SPAN_KINDS: Partial<Record<OperationKind, SpanKind>> = {
  request: SpanKind.SERVER,
  step: SpanKind.CONSUMER,
  work: SpanKind.CONSUMER,
  call: SpanKind.CLIENT,
};

export interface OpenTelemetryOptions {
  /** URL of a collector, without the path of a signal. */
  endpoint: string;
  /** Share of traces that are sent, from 0 to 1. */
  share: number;
  /** Which part of the program this process runs. */
  role: string;
}

type PlaceOfTask = Exclude<Place, { appends: AppendedEvent }>;

/** Where a span is in the traces. */
interface Location extends ChosenIds {
  parent?: SpanContext;
  linked: readonly SpanContext[];
}

/**
 * Sends spans and metrics to a collector. Nothing is registered globally, so that several programs in one process, as in tests, stay apart.
 * Whether a trace is sent depends on its id alone, so all processes decide alike. What the collector cannot take in time is dropped.
 */
export class OpenTelemetry implements Telemetry {
  private readonly running = new AsyncLocalStorage<SpanContext>();
  private readonly ids = new SpanIds();
  private readonly traces: TracerProvider;
  private readonly metrics: MeterProvider;
  private readonly tracer: Tracer;
  private readonly durations: Durations;

  constructor({ endpoint, share, role }: OpenTelemetryOptions, log: Log) {
    const own = { 'service.name': 'tillbook', 'service.instance.id': newUuid(), 'tillbook.role': role };
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES have the last word.
    const resource = defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] }));
    const exporters = exportersTo(endpoint, log);
    this.traces = new TracerProvider({
      resource,
      idGenerator: this.ids,
      sampler: new TraceIdRatioBasedSampler(share),
      spanProcessors: [new BatchSpanProcessor({ exporter: exporters.spans })],
    });
    this.metrics = new MeterProvider({
      resource,
      readers: [new PeriodicExportingMetricReader({ exporter: exporters.metrics })],
    });
    this.tracer = this.traces.getTracer(SCOPE);
    this.durations = new Durations(this.metrics.getMeter(SCOPE));
  }

  measure<T>(operation: Operation, task: (note: Note) => Promise<T>): Promise<T> {
    const { place } = operation;
    if (typeof place === 'object' && 'appends' in place) return this.measureAppend(operation, place.appends, task);
    return this.measureTask(operation, place, task);
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    const closed = Promise.allSettled([this.traces.shutdown(), this.metrics.shutdown()]);
    await withTimeout<unknown>(closed, CLOSED_WITHIN_MS, () => undefined);
  }

  private async measureTask<T>(
    operation: Operation,
    place: PlaceOfTask | undefined,
    task: (note: Note) => Promise<T>,
  ): Promise<T> {
    const outcome = new Outcome(operation);
    const span = this.start(operation, await this.locationOf(place));
    try {
      return await this.running.run(span.spanContext(), task, outcome.note);
    } catch (error) {
      outcome.fail(error);
      throw error;
    } finally {
      this.end(operation, outcome, span);
    }
  }

  /** Its span gets its id, by which later spans find it, only once it has succeeded: after a conflict, the command appends again. */
  private async measureAppend<T>(
    operation: Operation,
    appended: AppendedEvent,
    task: (note: Note) => Promise<T>,
  ): Promise<T> {
    const outcome = new Outcome(operation);
    const { traceId, spanId } = contextOf(appended);
    const running = this.running.getStore();
    const isChild = running?.traceId === traceId;
    const location = isChild ? { parent: running, linked: [] } : { traceId, linked: running ? [running] : [] };
    try {
      const result = await task(outcome.note);
      this.end(operation, outcome, this.start(operation, { ...location, spanId }, outcome.begunAt));
      return result;
    } catch (error) {
      outcome.fail(error);
      this.end(operation, outcome, this.start(operation, location, outcome.begunAt));
      throw error;
    }
  }

  private async locationOf(place: PlaceOfTask | undefined): Promise<Location> {
    const running = this.running.getStore();
    if (place === undefined) return { parent: running, linked: [] };
    if (place === 'new') return { linked: [] };
    if ('correlationId' in place)
      return running ? { parent: running, linked: [] } : { traceId: traceIdOf(place.correlationId), linked: [] };
    const [parent, ...others] = distinct(await eventsOf(place)).map(contextOf);
    if (!parent) return { parent: running, linked: [] };
    return { parent, linked: running && running.traceId !== parent.traceId ? [...others, running] : others };
  }

  private start(
    { kind, name, caller }: Operation,
    { traceId, spanId, parent, linked }: Location,
    startTime?: number,
  ): Span {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const called = caller === undefined ? undefined : callerIn(caller);
    const links = [...linked, ...(called ? [called] : [])].map((one): Link => ({ context: one }));
    const options = { kind: SPAN_KINDS[kind] ?? SpanKind.INTERNAL, links, startTime };
    return this.ids.with({ traceId, spanId }, () => this.tracer.startSpan(name, options, context));
  }

  private end(operation: Operation, outcome: Outcome, span: Span): void {
    const endedAt = performance.now();
    this.durations.record(operation, outcome.labels, (endedAt - outcome.begunAt) / 1_000);
    span.setAttributes(outcome.attributes);
    if (outcome.isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  }
}

/** None if they cannot be read: then the span has another place, but what it measures takes place. */
async function eventsOf({ after }: Extract<Place, { after: unknown }>): Promise<readonly AppendedEvent[]> {
  return typeof after === 'function' ? after().catch(() => []) : after;
}

/** One event for each append. */
function distinct(events: readonly AppendedEvent[]): AppendedEvent[] {
  const appends = new Map<string, AppendedEvent>();
  for (const event of events) {
    if (appends.size === MAX_LINKS) break;
    appends.set(`${event.metadata.commandId} ${event.stream}`, event);
  }
  return [...appends.values()];
}
