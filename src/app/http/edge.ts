import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import type { Clock } from '../../kernel/ports/clock.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { HttpMetrics } from '../health/http-metrics.ts';
import { nestLogger } from '../log.ts';
import { CLOCK } from '../tokens.ts';
import { compressed } from './compressed.ts';
import { cors } from './cors.ts';
import { EmbedOrigins } from './embed-origins.ts';
import { routeOf } from './error.filter.ts';
import { RateLimiter } from './rate-limit.ts';
import { openState, stateOf } from './request-state.ts';
import { isDeeper, MAX_BODY_DEPTH } from './validation.ts';
import { securityHeaders, serveWeb } from './web.ts';

const BODY_LIMIT = '1mb';

/** The HTTP application around a root module, with the middleware in order. Not yet listening. */
export async function createHttpApp(
  root: DynamicModule,
  config: Config,
  log: Log,
  webFolder: string,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(root, {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  // `extended` turns keys into objects, which would then reach a query (docs/DRIVERS.md#http).
  app.set('query parser', 'simple');
  // Headers, CORS and limits match paths case-sensitively, so the router must too. Nest has created it already: its setting has no effect here.
  const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { caseSensitive: boolean } };
  router.caseSensitive = true;
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  app.disable('etag');
  const limiter = app.get(RateLimiter);
  const answers = config.role === 'all' || config.role === 'api';
  const steps: Step[] = [
    observed(app.get<Clock>(CLOCK), app.get(HttpMetrics), log),
    ...(answers ? [] : [healthOnly]),
    securityHeaders(config, app.get(EmbedOrigins)),
    cors(config),
    compressed,
    ...(config.auth.rateLimit ? [limiter.check.bind(limiter)] : []),
  ];
  app.use(inOrder(steps));
  serveWeb(app, webFolder);
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.useBodyParser('urlencoded', { limit: BODY_LIMIT, extended: false });
  app.use(noBody, tooDeep, unreadableBody);
  return app;
}

/** What a process without the api role answers. */
const HEALTH = ['/healthz', '/readyz', '/metrics'];

function healthOnly(request: Request, response: Response, next: NextFunction): void {
  if (HEALTH.includes(request.path)) return next();
  response
    .status(404)
    .json({ error: 'NotFound', detail: 'This process only answers health checks; send requests to one with ROLE=api' });
}

type Step = (request: Request, response: Response, next: NextFunction) => unknown;

/** Combines the steps into one, because each Express middleware adds a cost to every request. */
function inOrder(steps: readonly Step[]): Step {
  return (request, response, done) => {
    const go = (at: number) => (error?: unknown) => {
      const step = steps[at];
      if (error !== undefined || !step) return done(error);
      const waiting = step(request, response, go(at + 1));
      if (waiting instanceof Promise) waiting.catch(done);
    };
    go(0)();
  };
}

/** Creates the request's state; records metrics and a log line when the response is closed. */
function observed(clock: Clock, metrics: HttpMetrics, log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    const state = openState(request, clock);
    response.setHeader('X-Request-Id', state.id);
    response.once('close', () => {
      const ms = performance.now() - began;
      const route = routeOf(request);
      // An event stream stays open as long as its client does.
      const isStream = response.getHeader('Content-Type') === 'text/event-stream';
      if (!isStream) metrics.observe(request.method, route, response.statusCode, ms / 1000);
      log.info('request', {
        requestId: state.id,
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
      });
    });
    next();
  };
}

/** Without a body, `request.body` is undefined, not the empty object that the parsers set. */
function noBody(request: Request, _: Response, next: NextFunction): void {
  if (request.headers['content-length'] === '0') request.body = undefined;
  next();
}

/** Refuses a deeply nested body before recursive code, such as JSON.stringify, overflows the stack. */
function tooDeep(request: Request, _: Response, next: NextFunction): void {
  if (isDeeper(request.body, MAX_BODY_DEPTH)) stateOf(request).bodyError = 'too-deep';
  next();
}

/** The guard reports an unreadable body after it has identified the caller. */
function unreadableBody(error: { status?: number }, request: Request, _: Response, next: NextFunction): void {
  stateOf(request).bodyError = error.status === 413 ? 'too-large' : 'unreadable';
  next();
}
