import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../kernel/ports/log.ts';

const WARN_EVERY_MS = 60_000;

type Done = Parameters<SpanExporter['export']>[1];

/** OTLP over HTTP, as JSON. What the collector does not take is dropped, with a warning at most once a minute. */
export function exportersTo(endpoint: string, log: Log): { spans: SpanExporter; metrics: PushMetricExporter } {
  const base = endpoint.replace(/\/$/, '');
  const spans = new OTLPTraceExporter({ url: `${base}/v1/traces` });
  const metrics = new OTLPMetricExporter({ url: `${base}/v1/metrics` });
  let warnedAt = -Infinity;
  const reporting =
    (done: Done): Done =>
    (result) => {
      if (result.error && performance.now() - warnedAt >= WARN_EVERY_MS) {
        warnedAt = performance.now();
        log.warn('The OpenTelemetry collector is unavailable: traces and metrics are dropped', { error: result.error });
      }
      done(result);
    };
  return {
    spans: {
      export: (batch, done) => spans.export(batch, reporting(done)),
      shutdown: () => spans.shutdown(),
    },
    metrics: {
      export: (collected, done) => metrics.export(collected, reporting(done)),
      forceFlush: () => metrics.forceFlush(),
      shutdown: () => metrics.shutdown(),
      selectAggregation: (type) => metrics.selectAggregation(type),
      selectAggregationTemporality: (type) => metrics.selectAggregationTemporality(type),
    },
  };
}
