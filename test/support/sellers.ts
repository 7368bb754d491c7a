import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Polar } from '@polar-sh/sdk';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../src/app/feature.ts';
import { Authenticators, type Caller } from '../../src/app/http/callers/caller.ts';
import { bearerOf } from '../../src/app/http/callers/credentials.ts';
import { scopesOfRole, SCOPES, type Scope } from '../../src/app/http/callers/scopes.ts';
import { Writes, type Context } from '../../src/kernel/writing/command.ts';
import type { DomainEvent } from '../../src/kernel/writing/events.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { deriveUuid, newUuid } from '../../src/kernel/ids.ts';
import type { TestApp } from './app.ts';

const SEED = newUuid();

/** The id of an organization that a test refers to by name. */
export function organizationId(name: string): string {
  return deriveUuid(SEED, name);
}

/**
 * Bearers for tests of billing without identity: `seller-{name}` is an organization token with every scope, `reader-{name}` one that only
 * reads, and `user-{name}+{name}` a user who owns those organizations.
 */
@Injectable()
class Sellers implements OnModuleInit {
  constructor(private readonly authenticators: Authenticators) {}

  onModuleInit(): void {
    this.authenticators.register({
      via: 'bearer',
      authenticate: async (request: FastifyRequest) => callerOf(bearerOf(request)),
    });
  }
}

export const sellers: Feature = { providers: [Sellers] };

/** The official client for a bearer such as `seller-acme`. */
export function polar(url: string, bearer: string): Polar {
  return new Polar({ accessToken: bearer, serverURL: url });
}

function callerOf(bearer = ''): Caller | undefined {
  const [kind, names = ''] = bearer.split('-', 2);
  const organizationIds = names.split('+').map(organizationId);
  const token = { kind: 'token', id: bearer, organizationIds } as const;
  if (kind === 'seller') return { ...token, scopes: new Set(SCOPES) };
  if (kind === 'reader') return { ...token, scopes: new Set<Scope>(SCOPES.filter((scope) => scope.endsWith(':read'))) };
  if (kind !== 'user') return undefined;
  const roles = Object.fromEntries(organizationIds.map((id) => [id, 'owner']));
  return { kind: 'user', id: bearer, organizationIds, scopes: scopesOfRole('owner'), roles };
}

/** Appends what another feature would have written, at a stream's end. */
export async function happen(
  running: TestApp,
  stream: string,
  event: DomainEvent,
  now = running.clock.now(),
): Promise<void> {
  const executor = running.app.get(Executor);
  const requestId = newUuid();
  const context: Context = {
    requestId,
    actor: { kind: 'system', id: 'spec' },
    correlationId: requestId,
    causationId: requestId,
    organizationId: (event.data as { organizationId?: string }).organizationId,
    now,
    machineNow: running.clock.machineNow(),
    scope: 'any',
    writes: new Writes(),
  };
  const past = await executor.load(stream, 'any');
  await executor.append(stream, [event], past.length - 1, {
    type: 'Happen',
    data: event,
    context,
    id: `${requestId}:Happen`,
  });
}
