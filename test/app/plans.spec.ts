import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { openApiDocument } from '../../src/app/http/openapi.ts';
import type { Collection, Find } from '../../src/kernel/document-store.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { foundOrganization, post, signUp } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';

/** What SQLite does for every list the program serves (DESIGN §2, DocumentStore): each is really asked, and its query explained. */
interface Asked {
  collection: Collection;
  query: Find;
  plan: string[];
}

interface ListRoute {
  path: string;
  sortings: string[];
  filters: Record<string, ParameterSchema>;
}

interface ParameterSchema {
  type: string;
  format?: string;
  enum?: string[];
  items?: ParameterSchema;
}

/** Parameters of every list, which are no filters. */
const COMMON = ['organization_id', 'page', 'limit', 'sorting', 'metadata'];
/** Sortings by a neighbour's field walk the neighbour's collection. */
const NEIGHBOURS = ['customer', 'product'];
/** An organization's people are looked at one and all: what they are found by is their users'. */
const WITHOUT_PAGES = ['/api/ledger/people'];
/** Tells a list's own page from what else its request reads. */
const LIMIT = 77;
const SORTS_BY_HAND = /USE TEMP B-TREE/;
const LED_BY_ORGANIZATION = /^SEARCH \S+ USING (COVERING )?INDEX \S+ \((f_organization_id|id)=\?/;

let app: TestApp;
let cookie: string;
let routes: ListRoute[];
let asked: Asked[];

beforeAll(async () => {
  app = await startApp();
  ({ cookie } = await signUp(app));
  const { id: organization_id } = await foundOrganization(app, cookie);
  const benefit = { organization_id, type: 'custom', description: 'Priority support', properties: { note: null } };
  const { id } = (await (await post(app, '/v1/benefits/', benefit, cookie)).json()) as { id: string };
  routes = listRoutes(id);
  const store = app.ports.documents as SqliteDocumentStore;
  const find = store.find.bind(store);
  jest.spyOn(store, 'find').mockImplementation((collection, query) => {
    asked.push({ collection, query, plan: store.explain(collection, query) });
    return find(collection, query) as never;
  });
});
afterAll(() => app.close());

describe('lists', () => {
  it('are found in the OpenAPI document, with what they can be asked', () => {
    expect(routes.map(({ path }) => path.replace(/[0-9a-f-]{36}/, '{id}'))).toEqual(
      expect.arrayContaining(['/v1/orders', '/v1/customers', '/v1/benefits/{id}/grants', '/api/ledger/events']),
    );
    for (const { sortings } of routes) expect(sortings).not.toEqual([]);
  });

  it('read their default sorting off an index of the organization, whatever they are filtered by', async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      for (const query of ['', ...filtersOf(route)]) {
        const plan = await planOf(route, query);
        if (plan.some((step) => SORTS_BY_HAND.test(step)) || !LED_BY_ORGANIZATION.test(plan[0]!))
          wrong.push(`${route.path}?${query}: ${plan.join('; ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('take every other sorting of their own from an index of the organization, save for the order of ids within equals', async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      for (const sorting of ownSortings(route)) {
        const plan = await planOf(route, `sorting=${sorting}`);
        if (plan.includes('USE TEMP B-TREE FOR ORDER BY') || !LED_BY_ORGANIZATION.test(plan[0]!))
          wrong.push(`${route.path}?sorting=${sorting}: ${plan.join('; ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('stay within the organization where a sorting and a filter come together', async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      for (const sorting of ownSortings(route)) {
        for (const filter of filtersOf(route)) {
          const plan = await planOf(route, `sorting=${sorting}&${filter}`);
          if (!LED_BY_ORGANIZATION.test(plan[0]!))
            wrong.push(`${route.path}?sorting=${sorting}&${filter}: ${plan.join('; ')}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** The plan of the page that a request makes the route read. */
async function planOf(route: ListRoute, query: string): Promise<string[]> {
  asked = [];
  const answer = await fetch(`${app.url}${route.path}?limit=${LIMIT}&${query}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${route.path}?${query} answered ${answer.status}: ${await answer.text()}`);
  const paged = asked.find(({ query: { limit } }) => limit === LIMIT);
  if (!paged) throw new Error(`${route.path} read no page`);
  return paged.plan;
}

function ownSortings({ sortings }: ListRoute): string[] {
  return sortings.filter((sorting) => !NEIGHBOURS.includes(sorting.replace('-', '')));
}

function filtersOf({ filters }: ListRoute): string[] {
  return Object.entries(filters).map(([name, schema]) => `${name}=${encodeURIComponent(exampleOf(schema))}`);
}

function exampleOf({ type, format, enum: allowed, items }: ParameterSchema): string {
  if (allowed) return allowed[0]!;
  if (items) return exampleOf(items);
  if (type === 'boolean') return 'true';
  return format === 'date-time' ? '2026-01-31T10:00:00Z' : newUuid();
}

function listRoutes(id: string): ListRoute[] {
  return Object.entries(openApiDocument(app.app).paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []) as { name: string; in: string; schema: ParameterSchema }[];
    const sorting = parameters.find(({ name }) => name === 'sorting');
    if (!sorting || WITHOUT_PAGES.includes(path)) return [];
    const filters = parameters.filter(({ in: place, name }) => place === 'query' && !COMMON.includes(name));
    return {
      path: path.replace('{id}', id),
      sortings: sorting.schema.items!.enum!,
      filters: Object.fromEntries(filters.map(({ name, schema }) => [name, schema])),
    };
  });
}
