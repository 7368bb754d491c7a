import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type ts from 'typescript';
import { routeOf, type Call, type Client } from './client.ts';
import type { Example } from './examples.ts';
import { datedIn } from './naming.ts';
import { refusals } from './refusals.ts';
import { signed } from './signed.ts';
import { Declarations } from './types.ts';

type Method = (...args: unknown[]) => Promise<unknown>;
interface Service {
  readonly [name: string]: Service | Method;
}
interface Module {
  createPolar(options: object): Service;
  webhooks: { validateEvent: (body: string, headers: object, secret: string) => Promise<unknown> };
}

/**
 * A release from 1.0, with a client for each dated version of the API. They do not check answers, so that an answer is read if it has the declared
 * type. @param folder of the installed package
 */
export async function datedClients(release: string, folder: string, url: string, token: string): Promise<Client[]> {
  const files = new Map(datedIn(folder).map((version) => [version, join(folder, 'dist', version, 'index.d.mts')]));
  const types = new Declarations([...files.values()]);
  return Promise.all(
    [...files].map(async ([version, file]) => {
      const module = (await import(pathToFileURL(file.replace('.d.mts', '.mjs')).href)) as Module;
      const clientOf = (accessToken = token) => module.createPolar({ baseUrl: url, accessToken, timeout: 60 });
      const polar = types.signature(types.exported(file, 'createPolar')).returns;
      const event = types.signature(types.property(types.exported(file, 'webhooks'), 'validateEvent')).returns;
      return {
        name: `${release} ${version}`,
        calls: methodsOf(clientOf(), polar, types).map(([path, method, type]) =>
          callOf(path, method, type, types, clientOf),
        ),
        async readEvent(body: string) {
          const { headers, secret } = signed(body);
          try {
            return types.misfits(await module.webhooks.validateEvent(body, headers, secret), event);
          } catch (error) {
            return refusals(error);
          }
        },
      };
    }),
  );
}

function callOf(
  path: string[],
  text: string,
  type: ts.Type,
  types: Declarations,
  clientOf: (token?: string) => Service,
): Call {
  const [, verb, route] = /buildRequest\("(\w+)", "([^"]+)"/.exec(text)!;
  const { parameters, returns } = types.signature(type);
  const sent = ['query', 'body'].flatMap((name) => parameters.get(name) ?? []);
  return {
    name: path.join('.'),
    route: routeOf(verb!, route!),
    sends: [...new Set(sent.flatMap((one) => types.places(one)))],
    async run(example) {
      const method = path.reduce<Service | Method>(
        (within, name) => (within as Service)[name]!,
        clientOf(example.token),
      ) as Method;
      try {
        return types.misfits(await method(...argumentsOf([...parameters.keys()], example)), returns);
      } catch (error) {
        return refusals(error);
      }
    },
  };
}

/** The path's parameters, then the query and the body under their names. */
function argumentsOf(names: string[], { path = [], query, body }: Example): unknown[] {
  const inPath = [...path];
  const named = names.filter((name) => name !== 'requestOptions');
  return named.map((name) => (name === 'query' ? query : name === 'body' ? body : inPath.shift()));
}

/** The methods of a client and its services, each with its source and type; those that only turn pages are left out. */
function methodsOf(
  service: Service,
  type: ts.Type,
  types: Declarations,
  path: string[] = [],
): [string[], string, ts.Type][] {
  return Object.entries(service).flatMap(([name, member]): [string[], string, ts.Type][] => {
    const [own, below] = [types.property(type, name), [...path, name]];
    if (typeof member !== 'function') return methodsOf(member, own, types, below);
    return String(member).includes('buildRequest(') ? [[below, String(member), own]] : [];
  });
}
