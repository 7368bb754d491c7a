import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace';

export interface ChosenIds {
  /** Only of a span without a parent. */
  traceId?: string;
  spanId?: string;
}

/** Random ids, except for a span that is started with chosen ones. */
export class SpanIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private chosen: ChosenIds = {};

  readonly generateTraceId = (): string => this.chosen.traceId ?? this.random.generateTraceId();
  readonly generateSpanId = (): string => this.chosen.spanId ?? this.random.generateSpanId();

  /** @param start starts one span */
  with<T>(chosen: ChosenIds, start: () => T): T {
    this.chosen = chosen;
    try {
      return start();
    } finally {
      this.chosen = {};
    }
  }
}
