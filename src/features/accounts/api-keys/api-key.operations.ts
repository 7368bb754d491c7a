import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { OperatorActions, operatorContext, type OperatorAction } from '../../../app/operator/actions.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { CreateApiKey, type GivenSettings } from './api-key.commands.ts';
import { ApiKeyQueries } from './api-keys.queries.ts';

const PREFIX = /^[a-zA-Z0-9_-]{1,32}$/;

/** Options with a whole number, and the settings they fill. */
const NUMBERS = {
  'expires-in': 'expiresIn',
  remaining: 'remaining',
  'refill-amount': 'refillAmount',
  'refill-interval': 'refillInterval',
  'rate-limit-max': 'rateLimitMax',
  'rate-limit-window': 'rateLimitTimeWindow',
} as const;

/** `api-keys create`: keys with settings that nobody may set over HTTP. */
@Injectable()
export class ApiKeyOperations {
  constructor(
    actions: OperatorActions,
    private readonly commands: Commands,
    private readonly queries: ApiKeyQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    actions.register({ name: 'api-keys create', needs: 'nothing', run: (request, say) => this.create(request, say) });
  }

  private async create(...[request, say]: Parameters<OperatorAction['run']>): Promise<void> {
    const args = request.args as Record<string, string>;
    const prefix = args.prefix ?? null;
    if (prefix !== null && !PREFIX.test(prefix))
      throw refused('--prefix takes up to 32 letters, digits, dashes and underscores, such as --prefix shop_');
    const owner = await this.queries.ownerByEmail(args.email!, args.organization ?? null);
    const tenant = owner.organizationId === null ? {} : { organizationId: owner.organizationId };
    const context = { ...operatorContext(request, this.clock), ...tenant };
    const given = givenIn(request.args);
    const { key, document } = await this.commands.execute(new CreateApiKey({ prefix, given, ...owner }, context));
    say(`Created key ${document.id}. It is shown only once:`);
    say(key);
  }
}

function givenIn(args: Readonly<Record<string, string | boolean>>): GivenSettings {
  const numbers = Object.entries(NUMBERS).flatMap(([option, field]) =>
    args[option] === undefined ? [] : [[field, wholeNumber(option, String(args[option]))] as const],
  );
  return {
    ...(args.name !== undefined && { name: String(args.name) }),
    ...Object.fromEntries(numbers),
    ...(args['no-rate-limit'] === true && { rateLimitEnabled: false }),
    ...(args.permissions !== undefined && { permissions: permissionsOf(String(args.permissions)) }),
    ...(args.metadata !== undefined && { metadata: jsonOf('metadata', String(args.metadata)) }),
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw refused(`--${option} takes a whole number, such as --${option} 100`);
  return Number(text);
}

/** `products:read,orders:read` → `{ products: ['read'], orders: ['read'] }`. */
function permissionsOf(text: string): Record<string, string[]> {
  const permissions = new Map<string, string[]>();
  for (const scope of text.split(',')) {
    const [resource, action, ...more] = scope.trim().split(':');
    if (!resource || !action || more.length > 0)
      throw refused('--permissions takes comma-separated scopes, such as --permissions products:read,orders:read');
    permissions.set(resource, [...(permissions.get(resource) ?? []), action]);
  }
  return Object.fromEntries(permissions);
}

function jsonOf(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(`--${option} takes JSON, such as --${option} '{"plan":"pro"}'`);
  }
}

function refused(message: string): DomainError {
  return new DomainError('BadOption', message, 400);
}
