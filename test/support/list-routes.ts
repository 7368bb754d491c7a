import type { INestApplication } from '@nestjs/common';
import { openApiDocument } from '../../src/app/http/openapi/openapi.ts';
import { newUuid } from '../../src/kernel/ids.ts';

/** A list route, as the OpenAPI document describes it. */
export interface ListRoute {
  /** Contains `{id}` if it lists what belongs to an entity. */
  path: string;
  sortings: string[];
  filters: Record<string, ParameterSchema>;
}

export interface ParameterSchema {
  type: string;
  format?: string;
  enum?: string[];
  items?: ParameterSchema;
  example?: string;
}

/** Parameters of every list that are not filters. */
const COMMON = ['organization_id', 'page', 'limit', 'sorting', 'metadata'];
/** These lists read all people of an organization, since their filters belong to the users. */
const WITHOUT_PAGES = ['/api/ledger/people'];

/** These lists are of what one customer has, most of them called with their session. */
const OF_ONE_CUSTOMER = /^\/v1\/customer-portal\/|\/payment-methods$/;

export function exampleOf({ type, format, enum: allowed, items, example }: ParameterSchema): string {
  if (example) return example;
  if (allowed) return allowed[0]!;
  if (items) return exampleOf(items);
  if (type === 'boolean') return 'true';
  return format === 'date-time' ? '2026-01-31T10:00:00Z' : newUuid();
}

export function listRoutes(app: INestApplication): ListRoute[] {
  return Object.entries(openApiDocument(app).paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []) as { name: string; in: string; schema: ParameterSchema }[];
    const sorting = parameters.find(({ name }) => name === 'sorting');
    if (!sorting || WITHOUT_PAGES.includes(path) || OF_ONE_CUSTOMER.test(path)) return [];
    const filters = parameters.filter(({ in: place, name }) => place === 'query' && !COMMON.includes(name));
    return {
      path,
      sortings: sorting.schema.items!.enum!,
      filters: Object.fromEntries(filters.map(({ name, schema }) => [name, schema])),
    };
  });
}
