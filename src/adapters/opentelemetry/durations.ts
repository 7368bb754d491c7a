import { ValueType, type Counter, type Histogram, type Meter } from '@opentelemetry/api';
import type { Attributes, Operation, OperationKind } from '../../kernel/ports/telemetry.ts';

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A histogram per kind of operation, and counters of the events that operations append and fold. */
export class Durations {
  private readonly histograms: Readonly<Record<OperationKind, Histogram>>;
  private readonly events: Partial<Record<OperationKind, Counter>>;

  constructor(meter: Meter) {
    const duration = (name: string, description: string): Histogram =>
      meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: BUCKETS } });
    const count = (name: string, description: string): Counter =>
      meter.createCounter(name, { description, unit: '{event}', valueType: ValueType.INT });
    this.histograms = {
      // Its name in OpenTelemetry's semantic conventions.
      request: duration('http.server.request.duration', 'Duration of HTTP requests'),
      command: duration('tillbook.command.duration', 'Duration of commands'),
      append: duration('tillbook.append.duration', 'Duration of appends to the log'),
      projection: duration('tillbook.projection.duration', 'Duration of folding and saving a batch of events'),
      step: duration('tillbook.step.duration', 'Duration of what a process manager does about an event'),
      work: duration('tillbook.work.duration', 'Duration of attempts at work items'),
      delivery: duration('tillbook.delivery.duration', 'Duration of attempts to deliver webhooks and emails'),
      call: duration('tillbook.call.duration', 'Duration of calls to other servers'),
    };
    this.events = {
      append: count('tillbook.append.events', 'Events appended to the log'),
      projection: count('tillbook.projection.events', 'Events folded into read models'),
    };
  }

  record({ kind, events }: Operation, labels: Attributes, seconds: number): void {
    this.histograms[kind].record(seconds, labels);
    if (events !== undefined && !('error.type' in labels)) this.events[kind]?.add(events, labels);
  }
}
