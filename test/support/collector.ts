import { startReceiver } from './receiver.ts';

type AttributeValue = { stringValue?: string; intValue?: number | string; doubleValue?: number };

interface OtlpAttribute {
  key: string;
  value: AttributeValue;
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface DataPoint {
  attributes: OtlpAttribute[];
  /** Of a histogram. */
  count?: number | string;
  /** Of a counter. */
  asInt?: number | string;
}

interface OtlpMetric {
  name: string;
  histogram?: { dataPoints: DataPoint[] };
  sum?: { dataPoints: DataPoint[] };
}

interface Measured {
  resource: { attributes: OtlpAttribute[] };
  scopeMetrics: { metrics: OtlpMetric[] }[];
}

interface Exported {
  resourceSpans?: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
  resourceMetrics?: Measured[];
}

/** A span as it arrived. */
export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes'> {
  attributes: Record<string, string | number>;
}

/** An OpenTelemetry collector that keeps what it receives, by OTLP over HTTP as JSON. */
export async function startCollector() {
  const receiver = await startReceiver(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }));
  const exported = (): Exported[] => receiver.received.map(({ body }) => JSON.parse(body) as Exported);
  return {
    /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
    url: new URL(receiver.url).origin,
    /** Everything that it received, as text. */
    text: (): string => receiver.received.map(({ path, body }) => `${path} ${body}`).join('\n'),
    spans: (): ReceivedSpan[] =>
      exported()
        .flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: attributesOf(span.attributes) })),
    resource: (): Record<string, string | number> =>
      attributesOf(exported().find(({ resourceSpans }) => resourceSpans)!.resourceSpans![0]!.resource.attributes),
    /** What a histogram or a counter of all processes counted, by one of its attributes. */
    counts(name: string, attribute: string): Record<string, number> {
      const latest = new Map<unknown, Measured>();
      for (const measured of exported().flatMap(({ resourceMetrics = [] }) => resourceMetrics))
        latest.set(attributesOf(measured.resource.attributes)['service.instance.id'], measured);
      const points = [...latest.values()]
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics.filter((metric) => metric.name === name))
        .flatMap(({ histogram, sum }) => (histogram ?? sum)!.dataPoints);
      const counts: Record<string, number> = {};
      for (const { attributes, count, asInt } of points) {
        const value = attributesOf(attributes)[attribute]!;
        counts[value] = (counts[value] ?? 0) + Number(count ?? asInt);
      }
      return counts;
    },
    close: receiver.close,
  };
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

function attributesOf(attributes: readonly OtlpAttribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
