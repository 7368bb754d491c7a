import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { showsInternals } from './internals.ts';

/** Checks every answer of a running application against docs/openapi.json. */
export interface Answer {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  contentType: string | undefined;
  body: string;
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema?: object }>;
}

interface Operation {
  responses: Record<string, Response>;
}

interface Schema {
  properties?: object;
  additionalProperties?: unknown;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');
const MOST_SHOWN = 20;

let ofTheProgram: Conformance | undefined;

/** Checks answers against docs/openapi.json as committed; `npm run openapi` writes it. */
export function conformance(): Conformance {
  return (ofTheProgram ??= new Conformance(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document));
}

/** The answers that a document allows. */
export class Conformance {
  /** Most schemas check a few answers of a process, so what makes the checks faster costs more than it saves. */
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, inlineRefs: false, code: { optimize: false } });
  private readonly validators = new Map<object, ValidateFunction>();
  private readonly paths: { pattern: RegExp; template: string }[];

  constructor(private readonly document: Document) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } });
    this.paths = Object.keys(document.paths)
      // A path without parameters takes precedence over one with them.
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/*$`, 'i'),
      }));
  }

  /** How the answer contradicts the document; undefined if it does not. */
  violation(answer: Answer): string | undefined {
    const { method, path, status } = answer;
    const template = this.paths.find(({ pattern }) => pattern.test(path))?.template;
    const operation = template && this.document.paths[template]![method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (!operation) return `${method} ${path} is not in the document`;
    const name = `${method} ${template} ${status}`;
    const response = operation.responses[status];
    if (!response) return `${name} is not in the document`;
    const wrong = method === 'HEAD' ? undefined : this.wrongBody(this.resolved(response), answer);
    return wrong && `${name}: ${wrong}`;
  }

  private wrongBody({ content }: Response, { path, status, contentType, body }: Answer): string | undefined {
    // The identity contract sends some errors without a body (docs/IDENTITY.md#errors).
    if (body === '') return content && !(status >= 400 && isIdentity(path)) ? 'has no body' : undefined;
    if (!content) return 'has a body';
    const mediaType = (contentType ?? '').split(';')[0]!;
    if (content['*/*']) return undefined;
    const schema = content[mediaType]?.schema;
    if (!content[mediaType]) return `is ${mediaType || 'of no content type'}, not ${Object.keys(content).join(' or ')}`;
    if (!schema || mediaType !== 'application/json') return undefined;
    const validate = this.validatorOf(schema);
    if (validate(JSON.parse(body))) return undefined;
    return validate
      .errors!.map(({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`)
      .join(', ');
  }

  private validatorOf(schema: object): ValidateFunction {
    let validate = this.validators.get(schema);
    if (!validate) this.validators.set(schema, (validate = this.ajv.compile(inDocument(schema))));
    return validate;
  }

  private resolved(response: Response): Response {
    const name = response.$ref?.replace('#/components/responses/', '');
    return name ? this.document.components.responses[name]! : response;
  }
}

interface RecordOptions {
  /** Whether this is the whole program, so that each route must be in the document. */
  isWhole: boolean;
  /** Statuses that are not checked against the document. */
  provokes: readonly number[];
}

/**
 * Checks every answer of a server against the document once it has been sent, and does not change it.
 * @param instance without its routes yet
 */
export function recordAnswers(instance: FastifyInstance, { isWhole, provokes }: RecordOptions): { demandNone(): void } {
  const found = new Set<string>();
  const routed = new WeakSet<object>();
  instance.addHook('onRequest', ({ is404, raw }, _, done) => {
    if (!is404) routed.add(raw);
    done();
  });
  instance.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) parts.push(Buffer.from(chunk as string));
    };
    let headers: OutgoingHttpHeaders = {};
    const { write, end, writeHead } = response;
    response.writeHead = ((...args: Parameters<typeof writeHead>) => {
      headers = args.at(-1) as OutgoingHttpHeaders;
      return writeHead.apply(response, args);
    }) as typeof writeHead;
    response.write = ((...args: Parameters<typeof write>) => (
      keep(args[0]),
      write.apply(response, args)
    )) as typeof write;
    response.end = ((...args: Parameters<typeof end>) => (keep(args[0]), end.apply(response, args))) as typeof end;
    const headerOf = (name: string) => headers[name] ?? response.getHeader(name);
    const path = request.url!.split('?')[0]!;
    response.once('finish', () => {
      const isRoute = routed.has(request);
      const isRouted = isRoute || /^\/(v1|api)\//i.test(path);
      if (provokes.includes(response.statusCode)) return;
      if (!isRouted || request.method === 'OPTIONS' || (!isRoute && [404, 429].includes(response.statusCode))) return;
      const body = decoded(Buffer.concat(parts), headerOf('content-encoding'));
      // The ledger is meant to show types of events.
      if (response.statusCode >= 400 && !path.startsWith('/api/ledger/') && showsInternals(body))
        found.add(`${request.method} ${path} shows how the program is made: ${body.slice(0, 200)}`);
      const violation = conformance().violation({
        method: request.method!,
        path,
        status: response.statusCode,
        contentType: headerOf('content-type') as string | undefined,
        body,
      });
      if (violation && (isWhole || !violation.endsWith(`${path} is not in the document`))) found.add(violation);
    });
  });
  return {
    /** @throws Error with what contradicts the document, once */
    demandNone() {
      const contradictions = [...found];
      found.clear();
      if (contradictions.length === 0) return;
      const shown = contradictions.slice(0, MOST_SHOWN).join('\n  ');
      throw new Error(
        `${contradictions.length} answers contradict docs/openapi.json (npm run openapi writes it from the code):\n  ${shown}`,
      );
    },
  };
}

const DECODERS = new Map<unknown, (body: Buffer) => Buffer>([
  ['br', zlib.brotliDecompressSync],
  ['gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  // Only newer Node answers with it.
  ['zstd', (body) => (zlib as unknown as { zstdDecompressSync(body: Buffer): Buffer }).zstdDecompressSync(body)],
]);

function decoded(body: Buffer, encoding: unknown): string {
  return (DECODERS.get(encoding)?.(body) ?? body).toString();
}

function isIdentity(path: string): boolean {
  return path.toLowerCase().startsWith('/api/auth/');
}

/** Fields that the document does not name are violations too, although clients must tolerate them. */
function closed(schemas: Document['components']['schemas']): object {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      inDocument(
        schema.properties && schema.additionalProperties === undefined
          ? { ...schema, additionalProperties: false }
          : schema,
      ),
    ]),
  );
}

function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object;
}
