import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { valuesOf } from './list.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';

/** For the OpenAPI document: the parameter of routes that read one organization. */
export const ORGANIZATION_ID = { name: 'organization_id', schema: { type: 'string', format: 'uuid' } } as const;

export const OrganizationIdOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  organizationIdOf(context.switchToHttp().getRequest<Request>().query),
);

/** @throws InvalidInput */
export function organizationIdOf(query: Request['query']): string {
  const id = valuesOf(query['organization_id']).at(-1)?.toLowerCase();
  if (id === undefined) throw InvalidInput.at('query.organization_id', 'Field required', 'missing');
  if (!isUuid(id)) throw InvalidInput.at('query.organization_id', 'Input should be a valid UUID', 'uuid_parsing');
  return id;
}
