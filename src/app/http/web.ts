import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Config } from '../../config.ts';
import type { EmbedOrigins } from './embed-origins.ts';
import { PageScripts, type BuildManifest } from './page-scripts.ts';

/** Paths that are not pages: an unknown path below these, in any case, is a 404 of its contract. */
const APIS = /^\/(api|v1|sandbox|assets|healthz|readyz|metrics)(\/|$)/i;

/** Pages outside the dashboard, which have a lighter build of their own (docs/WEB.md#weight). */
const VISITOR =
  /^\/(sign-(in|up)|(forgot|reset)-password|verify-email|account-deleted|pretend-provider|error|outbox|accept-invitation\/[^/]+|checkout\/[^/]+(\/confirmation)?)\/?$/;

function isApi(path: string): boolean {
  return APIS.test(path);
}

export function isVisitorPage(path: string): boolean {
  return VISITOR.test(path);
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
  const assets = new StaticFiles(join(folder, 'assets'), 'public, max-age=31536000, immutable');
  const pages = new StaticFiles(folder, 'no-cache');
  const dashboard = pageBuild(folder, 'index.html', 'manifest.json');
  const visitor = pageBuild(folder, 'visitor.html', 'visitor.json');
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { method, path } = request;
    if (!['GET', 'HEAD'].includes(method)) return next();
    if (path.startsWith('/assets/')) return assets.send(path.slice('/assets/'.length), request, response, next);
    // Requests to APIs never access the disk.
    if (isApi(path)) return next();
    const name = path.slice(1);
    if (pages.has(name) || !opensPage(request)) return pages.send(name, request, response, next);
    const { page, scripts } = isVisitorPage(path) ? visitor : dashboard;
    const links = scripts.of(path).map((script) => `</${script}>; rel=modulepreload; fetchpriority=low`);
    if (links.length > 0) response.set('Link', links.join(', '));
    pages.send(page, request, response, next);
  });
}

/** One of the two builds (docs/WEB.md#weight). */
function pageBuild(folder: string, page: string, manifest: string): { page: string; scripts: PageScripts } {
  const text = readFileSync(join(folder, '.vite', manifest), 'utf8');
  return { page, scripts: new PageScripts(JSON.parse(text) as BuildManifest, page) };
}

/** Browsers name html when they open a page; other clients get it too, unless they prefer JSON or ask for a file. */
function opensPage(request: Request): boolean {
  const names = request.headers.accept?.includes('text/html') ?? false;
  return request.accepts(['html', 'json']) === 'html' && (names || !/\.\w+$/.test(request.path));
}

/** A condition of the request that does not hold: nothing that a cache may keep for the file. */
function refuse(response: Response, { status = 500 }: { status?: number }): void {
  for (const name of ['Content-Encoding', 'Content-Type', 'ETag', 'Last-Modified']) response.removeHeader(name);
  response.status(status).set('Cache-Control', 'no-store').end();
}

/** Encodings that the build writes beside a file, the smallest first, with their file endings. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A folder of the build, without the folders in it; each file may be compressed beside it. */
class StaticFiles {
  constructor(
    private readonly folder: string,
    private readonly cacheControl: string,
  ) {}

  has(name: string): boolean {
    return this.tagOf(name) !== undefined;
  }

  /** Sends the file, compressed if the build compressed it and the client accepts that; calls `next` for an unknown name. */
  send(name: string, request: Request, response: Response, next: NextFunction): void {
    if (!this.has(name)) return next();
    const written = ENCODINGS.filter(([, ending]) => this.has(name + ending));
    const encoding = written.find(([coding]) => request.acceptsEncodings([coding]));
    const file = name + (encoding?.[1] ?? '');
    response.set({ 'Cache-Control': this.cacheControl, ETag: this.tagOf(file) });
    if (written.length > 0) response.vary('Accept-Encoding');
    if (encoding) response.set('Content-Encoding', encoding[0]);
    response.type(extname(name));
    response.sendFile(file, { root: this.folder, cacheControl: false, acceptRanges: false }, (error) => {
      if (error && !response.headersSent) refuse(response, error as Error & { status?: number });
    });
  }

  /** The file's entity tag; undefined if there is no such file. */
  private tagOf(name: string): string | undefined {
    if (!/^\w[\w.-]*$/.test(name)) return undefined;
    const found = statSync(join(this.folder, name), { throwIfNoEntry: false });
    return found?.isFile() ? `W/"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"` : undefined;
  }
}
