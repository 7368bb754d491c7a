import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Attributes, Note, Telemetry } from '../../../kernel/ports/telemetry.ts';
import { routeOf } from '../error.filter.ts';
import { isHealthCheck } from '../health-paths.ts';
import { stateOf } from '../request-state.ts';

/**
 * Measures requests to the APIs by their route, never by what they name: a path may hold a secret, and a query anything. What follows in
 * the request is part of its operation.
 */
export function measureRequests(instance: FastifyInstance, telemetry: Telemetry): void {
  instance.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const route = routeOf(request);
    if (request.is404 || isHealthCheck(route) || isStream(request)) return done();
    const { method, headers } = request;
    const operation = {
      kind: 'request',
      name: `${method} ${route}`,
      labels: { 'http.request.method': method, 'http.route': route },
      place: { correlationId: stateOf(request).context.correlationId },
      caller: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
    } as const;
    void telemetry.measure(operation, (note) => answered(request, reply, note, done));
  });
}

/** Continues with the request. @returns when its response is complete, or its client gone */
function answered(
  request: FastifyRequest,
  { raw }: FastifyReply,
  note: Note,
  done: HookHandlerDoneFunction,
): Promise<void> {
  return new Promise((resolve) => {
    raw.once('close', () => {
      // With an Idempotency-Key, that of the first request.
      const details = { 'tillbook.correlation_id': stateOf(request).context.correlationId };
      note(answerOf(raw), details);
      resolve();
    });
    done();
  });
}

function answerOf({ writableFinished, statusCode }: ServerResponse): Attributes {
  if (!writableFinished) return { 'error.type': 'aborted' };
  const answer = { 'http.response.status_code': statusCode };
  return statusCode < 500 ? answer : { ...answer, 'error.type': String(statusCode) };
}

/** An event stream stays open as long as its client does. */
function isStream({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream';
}
