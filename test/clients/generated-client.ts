import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { routeOf, type Call, type Client } from './client.ts';
import type { Example } from './examples.ts';
import { refusals } from './refusals.ts';
import { signed } from './signed.ts';
import { Declarations } from './types.ts';

type Method = (...args: unknown[]) => Promise<unknown>;
interface Namespace {
  readonly [name: string]: Namespace | Method | undefined;
}

/** What the source of a function of the client says about its request. */
interface Source {
  name: string;
  path: string;
  method: string;
  /** The type of its parameters, as they are on the wire. */
  request: { file: string; type: string } | undefined;
  /** The body's name among the parameters; undefined if they are the body. */
  body: string | undefined;
  /** Names of parameters in the query that differ there. */
  inQuery: ReadonlyMap<string, string>;
  takesSecurity: boolean;
}

/** A release before 1.0: generated, with a zod schema for each request and answer. @param folder of the installed package */
export async function generatedClient(release: string, folder: string, url: string, token: string): Promise<Client> {
  const built = join(folder, 'dist/esm');
  const sources = new Map(readdirSync(join(built, 'funcs')).flatMap((file) => sourceOf(built, file)));
  const types = new Declarations([...sources.values()].flatMap(({ request }) => request?.file ?? []));
  const { Polar } = await load<{ Polar: new (options: object) => Namespace }>(built, 'index.js');
  const { HTTPClient } = await load<{ HTTPClient: new (options: object) => object }>(built, 'lib/http.js');
  const { RFCDate } = await load<{ RFCDate: DayOf }>(built, 'types/rfcdate.js');
  const { validateEvent } = await load<{ validateEvent: Validate }>(built, 'webhooks.js');
  // A redirect is an answer; the bytes behind it are no part of the API.
  const httpClient = new HTTPClient({ fetcher: (request: Request) => fetch(request, { redirect: 'manual' }) });
  const clientOf = (accessToken: string) => new Polar({ serverURL: url, accessToken, httpClient });
  return {
    name: release,
    calls: methodsOf(clientOf(token)).flatMap(([path, func]) => {
      const source = sources.get(func);
      return source ? [callOf(source, path, types, (bearer = token) => clientOf(bearer), RFCDate)] : [];
    }),
    async readEvent(body) {
      try {
        const { headers, secret } = signed(body);
        validateEvent(body, headers, secret);
        return [];
      } catch (error) {
        return refusals(error);
      }
    },
  };
}

type DayOf = new (day: string) => object;
type Validate = (body: string, headers: Record<string, string>, secret: string) => unknown;

function callOf(
  source: Source,
  path: string[],
  types: Declarations,
  clientOf: (token?: string) => Namespace,
  day: DayOf,
): Call {
  return {
    name: path.join('.'),
    route: routeOf(source.method, source.path),
    sends: sentBy(source, types),
    async run(example) {
      const namespace = path
        .slice(0, -1)
        .reduce(
          (within, name) => within[name] as Namespace,
          clientOf(source.takesSecurity ? undefined : example.token),
        );
      const method = namespace[path.at(-1)!] as Method;
      const security = source.takesSecurity ? [{ customerSession: example.token }] : [];
      try {
        await method.call(namespace, ...security, ...argumentsOf(source, example, day));
        return [];
      } catch (error) {
        return refusals(error);
      }
    },
  };
}

/** An example under the client's own names. */
function argumentsOf({ path, request, body }: Source, example: Example, day: DayOf): unknown[] {
  if (!request) return [];
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => camel(name!));
  const parameters = Object.fromEntries(names.map((name, index) => [name, example.path?.[index]]));
  const given = ownNames(example.body, day) as object | undefined;
  const named = body === undefined ? given : given && { [body.charAt(0).toLowerCase() + body.slice(1)]: given };
  return [{ ...parameters, ...(ownNames(example.query ?? {}, day) as object), ...named }];
}

/** Names in the query and the body. */
function sentBy({ path, request, body, inQuery }: Source, types: Declarations): string[] {
  if (!request) return [];
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  return types.places(types.exported(request.file, request.type)).flatMap((place) => {
    if (inPath.includes(place) || place === body) return [];
    return body === undefined ? (inQuery.get(place) ?? place) : place.replace(`${body}.`, '');
  });
}

function sourceOf(built: string, file: string): [string, Source][] {
  if (!file.endsWith('.js')) return [];
  const text = readFileSync(join(built, 'funcs', file), 'utf8');
  const path = /pathToFunc\("([^"]+)"/.exec(text)?.[1];
  if (path === undefined) return [];
  const schema = /(?:parse\(|=> )(\w+)\$outboundSchema/.exec(text)?.[1];
  const module =
    schema && new RegExp(`\\b${schema}\\$outboundSchema\\b[^}]*\\} from "\\.\\./(models/[^"]+)\\.js"`).exec(text)?.[1];
  const source: Source = {
    ...{ name: file.slice(0, -3), path, method: /method: "(\w+)"/.exec(text)![1]! },
    request: module ? { file: join(built, `${module}.d.ts`), type: `${schema}$Outbound` } : undefined,
    body: /encodeJSON\("body", payload\.(\w+)/.exec(text)?.[1],
    inQuery: new Map(
      [...text.matchAll(/"(\w+)": payload\??\.(\w+)/g)].map(([, name, parameter]) => [parameter!, name!]),
    ),
    takesSecurity: /export function \w+\(client, security\b/.test(text),
  };
  return [[source.name, source]];
}

/** The methods of a client and its namespaces, each with the function that it calls. */
function methodsOf(namespace: Namespace, path: string[] = []): [path: string[], func: string][] {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(namespace) as object));
  return members.flatMap(([name, { get, value }]): [string[], string][] => {
    if (get && !name.startsWith('_')) return methodsOf(namespace[name] as Namespace, [...path, name]);
    const func = typeof value === 'function' && name !== 'constructor' ? /(\w+)\(this,/.exec(String(value)) : null;
    return func ? [[[...path, name], func[1]!]] : [];
  });
}

/** Names in camel case; the clients take times as dates, and days as a class of theirs. */
function ownNames(value: unknown, day: DayOf): unknown {
  if (Array.isArray(value)) return value.map((one) => ownNames(one, day));
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value))
    return value.includes('T') ? new Date(value) : new day(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), ownNames(inner, day)]));
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function load<T>(built: string, file: string): Promise<T> {
  return import(pathToFileURL(join(built, file)).href) as Promise<T>;
}
