import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { EmbedOrigins } from './embed-origins.ts';

/** Paths that are not pages: an unknown path below these is a 404 of its contract. */
const APIS = /^\/(api|v1|sandbox|assets|healthz|readyz|metrics)(\/|$)/;

export function isApi(path: string): boolean {
  return APIS.test(path);
}

/** Strict headers for pages, which need nothing inline; a short set for APIs. */
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
    // frame-ancestors covers this and more.
    xFrameOptions: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const forPage = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    // If the lookup fails, the page still opens outside a frame, and shows what is wrong.
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

/** Serves the built web: assets, named by their hash, are cached for good; every other path that a browser opens gets the page, uncached. */
export function serveWeb(app: NestExpressApplication, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  app.useStaticAssets(join(folder, 'assets'), {
    prefix: '/assets/',
    index: false,
    setHeaders: (response: Response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  // Listed once, so that API requests do not access the disk.
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
