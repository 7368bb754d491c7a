import { negotiate } from '@fastify/accept-negotiator';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import helmet from 'helmet';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { isCheckoutPage, type EmbedOrigins } from '../callers/embed-origins.ts';
import { PageScripts, type BuildManifest } from './page-scripts.ts';
import { pathOf } from '../request-state.ts';
import { isVisitorPage } from './visitor-pages.rules.ts';

/** Paths that are not pages: an unknown path below these, in any case, is a 404 of its contract. */
const APIS = /^\/(api|v1|media|sandbox|assets|healthz|readyz|metrics)(\/|$)/i;

const PORTAL = /^\/[^/]+\/portal(\/|$)/;

function isApi(path: string): boolean {
  return APIS.test(path);
}

/** Where customers save payment methods, too. */
function isPortalPage(path: string): boolean {
  return PORTAL.test(path);
}

/** Hosts of a payment processor that the pages of checkouts and portals load from, call and frame. */
interface PaymentHosts {
  script: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
}

/** As https://docs.stripe.com/security/guide lists them for Stripe.js, without those of the address form, which is ours. */
const STRIPE_HOSTS: PaymentHosts = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Strict headers for pages, which need nothing inline; a short set for APIs. */
export function securityHeaders(config: Config, embedOrigins: EmbedOrigins) {
  const ancestors = new WeakMap<object, string>();
  const https = config.baseUrl.startsWith('https:');
  const pagesWith = ({ script, connect, frame }: PaymentHosts) =>
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'none'"],
          connectSrc: ["'self'", ...connect],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: [(_, response) => ancestors.get(response) ?? "'none'"],
          ...(frame.length > 0 && { frameSrc: ["'self'", ...frame] }),
          imgSrc: ["'self'"],
          objectSrc: ["'none'"],
          scriptSrc: ["'self'", ...script],
          styleSrc: ["'self'"],
          ...(https && { upgradeInsecureRequests: [] }),
        },
      },
      strictTransportSecurity: https,
      // frame-ancestors covers this and more.
      xFrameOptions: false,
      referrerPolicy: { policy: 'same-origin' },
    });
  const pages = pagesWith({ script: [], connect: [], frame: [] });
  const checkouts = config.stripe ? pagesWith(STRIPE_HOSTS) : pages;
  const forPage = async (path: string, request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    // If the lookup fails, the page still opens outside a frame, and shows what is wrong.
    const origin = await embedOrigins.of(path).catch(() => undefined);
    if (origin !== undefined) ancestors.set(raw, origin);
    const headers = isCheckoutPage(path) || isPortalPage(path) ? checkouts : pages;
    await new Promise<void>((resolve) => headers(request.raw, raw, () => resolve()));
  };
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const path = pathOf(request);
    if (!isApi(path)) return void forPage(path, request, reply).then(() => done(), done);
    void reply.header('X-Content-Type-Options', 'nosniff').header('Cache-Control', 'no-store');
    done();
  };
}

/** Serves the built web: assets, named by their hash, are cached for good; every other path that a browser opens gets the page, uncached. */
export function serveWeb(instance: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  const dashboard = pageBuild(folder, 'index.html', 'manifest.json');
  const visitor = pageBuild(folder, 'visitor.html', 'visitor.json');
  const fileAt = (path: string, request: FastifyRequest): WebFile | undefined => {
    const name = path.slice(1);
    if (path.startsWith(ASSETS)) return isFile(folder, name) ? { name, cacheControl: FOR_GOOD } : undefined;
    // Requests to APIs never access the disk.
    if (isApi(path)) return undefined;
    if (name === EMBED) return isFile(folder, name) ? { name, cacheControl: FOR_MINUTES, isForAll: true } : undefined;
    if (isFile(folder, name)) return { name, cacheControl: 'no-cache' };
    if (!opensPage(request, path)) return undefined;
    const { page, scripts } = isVisitorPage(path) ? visitor : dashboard;
    return { name: page, cacheControl: 'no-cache', scripts: scripts.of(path) };
  };
  instance.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = request.is404 && isRead ? fileAt(pathOf(request), request) : undefined;
    if (file) sendFile(request, reply, folder, file).catch(done);
    else done();
  });
}

const ASSETS = '/assets/';
const FOR_GOOD = 'public, max-age=31536000, immutable';
/** The script that sellers' pages load, by a name that never changes (docs/BILLING.md#embedding). */
const EMBED = 'embed.js';
const FOR_MINUTES = 'public, max-age=300';

/** A file of the build that answers a request. */
interface WebFile {
  name: string;
  cacheControl: string;
  /** Those that its page will load. */
  scripts?: readonly string[];
  /** Pages of every origin may load it. */
  isForAll?: boolean;
}

/** Encodings that the build writes beside a file, the smallest first, with their file endings. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
const CODINGS = ['br', 'gzip'] as const;

/** Sends the file, compressed if the build compressed it and the client accepts that. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, root: string, file: WebFile): Promise<void> {
  const { name, cacheControl, scripts = [], isForAll = false } = file;
  const written = CODINGS.filter((coding) => isFile(root, name + ENCODINGS[coding]));
  const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), written);
  const sent = encoding === null ? name : name + ENCODINGS[encoding];
  const { type, statusCode, headers, stream } = await send(request.raw, sent, { root, ...AS_WRITTEN });
  // Such as a condition of the request that does not hold: nothing that a cache may keep for the file.
  if (type !== 'file') return void reply.status(statusCode).header('Cache-Control', 'no-store').send();
  void reply.headers({ ...headers, 'Cache-Control': cacheControl, 'Content-Type': typeOf(name) });
  if (isForAll) void reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  const links = scripts.map((script) => `</${script}>; rel=modulepreload; fetchpriority=low`);
  if (links.length > 0) void reply.header('Link', links.join(', '));
  if (written.length > 0) void reply.header('Vary', 'Accept-Encoding');
  if (encoding !== null) void reply.header('Content-Encoding', encoding);
  void reply.status(statusCode).send(stream);
}

/** Whole files, with headers of our own. */
const AS_WRITTEN = { acceptRanges: false, cacheControl: false, contentType: false, index: false } as const;

// RFC 9239; the library knows an older name.
send.mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

function typeOf(name: string): string {
  const type = send.mime.getType(name) ?? 'application/octet-stream';
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}

/** A file of the build, or one of its assets: nothing in other folders, nothing hidden. */
function isFile(folder: string, name: string): boolean {
  if (!/^(assets\/)?\w[\w.-]{0,200}$/.test(name)) return false;
  return statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** One of the two builds (docs/WEB.md#weight). */
function pageBuild(folder: string, page: string, manifest: string): { page: string; scripts: PageScripts } {
  const text = readFileSync(join(folder, '.vite', manifest), 'utf8');
  return { page, scripts: new PageScripts(JSON.parse(text) as BuildManifest, page) };
}

/** Browsers name html when they open a page; other clients get it too, unless they name JSON or ask for a file. */
function opensPage(request: FastifyRequest, path: string): boolean {
  const { accept = '*/*' } = request.headers;
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && !accept.includes('json') && !/\.\w+$/.test(path);
}
