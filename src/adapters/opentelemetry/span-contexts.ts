import { isSpanContextValid, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { createHash } from 'node:crypto';
import { isUuid } from '../../kernel/ids.ts';
import type { AppendedEvent } from '../../kernel/ports/telemetry.ts';

/** W3C Trace Context §3.2: version, trace, span, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** The trace of a correlation id: its 16 bytes, or a hash of one that is no UUID. */
export function traceIdOf(correlationId: string): string {
  return isUuid(correlationId) ? correlationId.replaceAll('-', '') : hash(correlationId).slice(0, 32);
}

/** The span of an append, which any process can derive from any of its events: a command appends at most once to a stream. */
export function contextOf({ stream, metadata: { commandId, correlationId } }: AppendedEvent): SpanContext {
  const spanId = hash(`${commandId}\0${stream}`).slice(0, 16);
  return { traceId: traceIdOf(correlationId), spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** @param header `traceparent`; undefined if it is malformed */
export function callerIn(header: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header) ?? [];
  const context = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
