import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { EmbedOrigins } from './embed-origins.ts';

/** What is not a page: an unknown path below these is a 404 of its contract. */
const APIS = /^\/(api|v1|sandbox|assets|healthz|readyz|metrics)(\/|$)/;

export function isApi(path: string): boolean {
  return APIS.test(path);
}

/** Strict headers for pages, none of which needs anything inline; what only APIs need for APIs. */
export function securityHeaders(config: Config, embedOrigins: EmbedOrigins) {
  const ancestors = new WeakMap<object, string>();
  const https = config.baseUrl.startsWith('https:');
  const pages = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: [(_, response) => ancestors.get(response) ?? "'none'"],
        imgSrc: ["'self'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https,
    // frame-ancestors says the same and more.
    xFrameOptions: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const forPage = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    // Where it can't be looked up, the page still opens on its own, and says what is wrong.
    const origin = await embedOrigins.of(request.path).catch(() => undefined);
    if (origin !== undefined) ancestors.set(response, origin);
    pages(request, response, next);
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!isApi(request.path)) return void forPage(request, response, next).catch(next);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    next();
  };
}

/** Serves the built web: assets, whose names hold their hash, for ever; the page, for every other path that a browser opens, fresh. */
export function serveWeb(app: NestExpressApplication, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  app.useStaticAssets(join(folder, 'assets'), {
    prefix: '/assets/',
    index: false,
    setHeaders: (response: Response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  // Known by name, so that no request of an API asks the disk.
  const files = new Set(readdirSync(folder));
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!['GET', 'HEAD'].includes(request.method) || isApi(request.path)) return next();
    const name = request.path.slice(1);
    const opens = request.accepts(['json', 'html']) === 'html';
    if (!files.has(name) && !opens) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(files.has(name) ? name : 'index.html', { root: folder });
  });
}
