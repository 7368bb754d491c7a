import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { valuesOf } from '../lists/list.ts';
import { queryOf, type RequestQuery } from '../request-state.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';

/** For the OpenAPI document: the parameter of routes that read one organization. */
export const ORGANIZATION_ID = { name: 'organization_id', schema: { type: 'string', format: 'uuid' } } as const;

export const OrganizationIdOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  organizationIdOf(queryOf(context.switchToHttp().getRequest<FastifyRequest>())),
);

/** @throws InvalidInput */
export function organizationIdOf(query: RequestQuery): string {
  const id = valuesOf(query['organization_id']).at(-1)?.toLowerCase();
  if (id === undefined) throw InvalidInput.at('query.organization_id', 'Field required', 'missing');
  if (!isUuid(id)) throw InvalidInput.at('query.organization_id', 'Input should be a valid UUID', 'uuid_parsing');
  return id;
}
