import type { DynamicModule } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import { LongWork } from '../../kernel/coordination/long-work.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { HealthModule } from '../health/health.module.ts';
import { HttpMetrics } from '../health/http-metrics.ts';
import { nestLogger } from '../log.ts';
import type { Telemetry } from '../../kernel/ports/telemetry.ts';
import { CLOCK, TELEMETRY } from '../tokens.ts';
import { Admission } from './sharing/admission.ts';
import { Arrivals } from './bodies/arrivals.ts';
import { readBodies } from './bodies/bodies.ts';
import { compress } from './bodies/compressed.ts';
import { Connections } from './sharing/connections.ts';
import { cors } from './callers/cors.ts';
import { refuseMalformed, serverOf } from './sharing/early-refusals.ts';
import { EmbedOrigins } from './callers/embed-origins.ts';
import { routeOf } from './error.filter.ts';
import { EventStreams } from './sharing/event-streams.ts';
import { isHealthCheck } from './health-paths.ts';
import { CAPACITY, type Capacity } from './sharing/capacity.ts';
import { RateLimiter } from './callers/rate-limit.ts';
import { measureRequests } from './sharing/measured-requests.ts';
import { plainAddress } from './networks.ts';
import { ReadYourWrites } from './read-your-writes.ts';
import { writePages } from './lists/pages.ts';
import { openState, pathOf, stateOf } from './request-state.ts';
import { canonicalTarget } from './request-target.ts';
import { Uploads } from './bodies/uploads.ts';
import { securityHeaders, serveWeb } from './web/web.ts';

/** Longer than any request target, which counts as a header for Node. */
const MAX_PARAMETER = 65_536;

/** The HTTP application around a root module, with the hooks in order. Not yet listening. */
export async function createHttpApp(
  root: DynamicModule,
  config: Config,
  log: Log,
  webFolder: string,
  capacity: Capacity = CAPACITY,
): Promise<NestFastifyApplication> {
  const admission = new Admission(capacity, config);
  const adapter = new FastifyAdapter({
    // The addresses of so many proxies are skipped.
    trustProxy: (_: string, hop: number) => hop < config.trustProxy,
    rewriteUrl: ({ url }: IncomingMessage) => canonicalTarget(url!),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER },
    serverFactory: (handler: RequestListener) =>
      serverOf(
        {
          requestTimeout: capacity.requestMs,
          headersTimeout: capacity.headersMs,
          keepAliveTimeout: capacity.idleMs,
          connectionsCheckingInterval: capacity.checkedEveryMs,
        },
        admission.before(handler),
      ),
    clientErrorHandler: refuseMalformed,
    // What arrives on open connections is answered, too, with `Connection: close`.
    return503OnClosing: false,
    // No middleware, which would have to be looked for on every request.
    skipMiddie: true,
  });
  const options = { bodyParser: false, logger: nestLogger(log), abortOnError: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, options);
  const instance = app.getHttpAdapter().getInstance();
  const answers = config.role === 'all' || config.role === 'api';
  const metrics = app.get(HttpMetrics);
  metrics.watch(admission);
  const streams = app.get(EventStreams);
  streams.watch(capacity);
  new Connections(capacity, instance, streams);
  instance.addHook('onRequest', opened(app.get<Clock>(CLOCK)));
  if (config.telemetry) measureRequests(instance, app.get<Telemetry>(TELEMETRY));
  instance.addHook('onRequest', admission.begin);
  instance.addHook('preValidation', admission.giveWay);
  instance.addHook('preSerialization', writePages(app.get(LongWork)));
  instance.addHook('onSend', finished(app.get(ReadYourWrites)));
  instance.addHook('onSend', admission.answer);
  instance.addHook('onResponse', observed(metrics, log));
  if (!answers) {
    leaveOutRoutes(app.get(ModulesContainer));
    instance.addHook('onRequest', healthOnly);
  }
  instance.addHook('onRequest', securityHeaders(config, app.get(EmbedOrigins)));
  instance.addHook('onRequest', cors(config));
  const limiter = app.get(RateLimiter);
  instance.addHook('onRequest', limiter.check.bind(limiter));
  serveWeb(instance, webFolder);
  await compress(instance);
  app.get(Uploads).watch(instance, capacity, admission);
  readBodies(instance, new Arrivals(capacity, admission), capacity);
  return app;
}

/** All but those of health checks: each takes its time at the start. */
function leaveOutRoutes(modules: ModulesContainer): void {
  for (const { metatype, controllers } of modules.values()) if (metatype !== HealthModule) controllers.clear();
}

function healthOnly(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  if (isHealthCheck(pathOf(request))) return done();
  const detail = 'This process only answers health checks; send requests to one with ROLE=api';
  void reply.status(404).send({ error: 'NotFound', detail });
}

function opened(clock: Clock) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    // For all that reads it, in the one form in which addresses are counted and kept.
    Object.defineProperty(request, 'ip', { value: plainAddress(request.ip) });
    void reply.header('X-Request-Id', openState(request, reply, clock).id);
    done();
  };
}

/** Waits for what has to be done before an answer, or an error, is sent. */
function finished(readYourWrites: ReadYourWrites) {
  return (request: FastifyRequest, _: FastifyReply, payload: unknown, done: Sent): void => {
    const state = stateOf(request);
    const { beforeAnswer } = state;
    const shown = readYourWrites.shown(state);
    // Once: an error on the way is answered, too.
    state.beforeAnswer = state.controller = undefined;
    const waiting = shown ? shown.then(beforeAnswer) : beforeAnswer?.();
    if (waiting) void waiting.then(() => done(null, payload), done);
    else done(null, payload);
  };
}

type Sent = (error: Error | null, payload?: unknown) => void;

/** Records metrics and a log line when the response is closed. */
function observed(metrics: HttpMetrics, log: Log) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { elapsedTime: ms, raw } = reply;
    const route = routeOf(request);
    // An event stream stays open as long as its client does.
    const isStream = reply.getHeader('Content-Type') === 'text/event-stream';
    if (!isStream) metrics.observe(request.method, route, raw.statusCode, ms / 1000);
    log.info('request', {
      requestId: stateOf(request).id,
      method: request.method,
      route,
      status: raw.statusCode,
      ms: Math.round(ms * 10) / 10,
    });
    done();
  };
}
