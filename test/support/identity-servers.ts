import { OAuth2Server } from 'oauth2-mock-server';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Feature } from '../../src/app/feature.ts';
import {
  PROVIDER_ENDPOINTS,
  publicEndpoints,
  type ProviderEndpoints,
} from '../../src/features/accounts/providers/provider.endpoints.ts';

const AGAIN = 'again-';

/** Identity providers on this machine. */
export interface IdentityServers {
  google: OAuth2Server;
  /** The profile that Google returns. */
  googleUser: Record<string, unknown>;
  /** Overrides of GitHub's and Discord's answers: status and body by path. */
  instead: Map<string, { status: number; body: string }>;
  /** The bodies of token requests, in order. */
  exchanges: Record<string, string>[];
  endpoints: ProviderEndpoints;
  close(): Promise<void>;
}

/** Google is a mock OAuth server; GitHub and Discord return the user that the code names (see `codeOf`). */
export async function startIdentityServers(): Promise<IdentityServers> {
  const google = new OAuth2Server();
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  const at = `http://127.0.0.1:${google.address().port}`;
  const servers = { google, googleUser: {}, instead: new Map(), exchanges: [] } as unknown as IdentityServers;
  google.service.on('beforeUserinfo', (answer) => (answer.body = servers.googleUser));
  google.service.on('beforeResponse', (_, { body }) => servers.exchanges.push({ ...(body as Record<string, string>) }));
  const other = await listening(servers);
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  servers.endpoints = {
    google: {
      authorization: `${at}/authorize`,
      token: `${at}/token`,
      profile: `${at}/userinfo`,
      keys: `${at}/jwks`,
      issuers: [google.issuer.url!],
      signUp: 'always',
    },
    github: {
      ...publicEndpoints.github,
      token: `${elsewhere}/token`,
      profile: `${elsewhere}/user`,
      emails: `${elsewhere}/user/emails`,
    },
    discord: { ...publicEndpoints.discord, token: `${elsewhere}/token`, api: elsewhere },
  };
  servers.close = async () => {
    await google.stop();
    await new Promise((resolve) => other.close(resolve));
  };
  return servers;
}

/** A feature that points the program at these providers; it comes after the program's own. */
export function endpointsAt(endpoints: ProviderEndpoints): Feature {
  return { providers: [{ provide: PROVIDER_ENDPOINTS, useValue: endpoints }] };
}

/** An authorization code that names a user. */
export function codeOf(profile: object): string {
  return Buffer.from(JSON.stringify(profile)).toString('base64url');
}

async function listening({ instead, exchanges }: IdentityServers): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url!.split('?')[0]!;
    const sent = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    if (path === '/token') exchanges.push(sent);
    const { status, body } = instead.get(path) ?? { status: 200, body: JSON.stringify(answerOf(path, request, sent)) };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The access token is the code itself. */
function answerOf(path: string, request: IncomingMessage, sent: Record<string, string>): unknown {
  if (path === '/token') {
    const code = sent.code ?? sent.refresh_token!.slice(AGAIN.length);
    return { access_token: code, refresh_token: `${AGAIN}${code}`, token_type: 'bearer', scope: 'a,b' };
  }
  const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const { emails, ...user } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>;
  return path === '/user/emails' ? emails : user;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
