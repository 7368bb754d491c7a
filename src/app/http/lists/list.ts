import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Sort, Where } from '../../../kernel/ports/document-store.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { Filter } from './filters.ts';
import { queryOf, type RequestQuery } from '../request-state.ts';
import { unify, type Synonyms } from '../synonyms.ts';
import { LIMITS } from '../../../limits.ts';

const MAX_LIMIT = 100;
/** Of one parameter. */
export const MOST_VALUES = LIMITS.request.valuesOfParameter.most;
const METADATA = /^metadata\[(.+)\]$/s;

/** Query parameters that a list accepts (docs/BILLING.md#lists): names as in requests, fields as in documents. */
export interface ListSpec {
  /** The field to sort by, for each name that `sorting` accepts. */
  sorting: Readonly<Record<string, string>>;
  /** Such as `['-created_at']`. */
  defaultSorting: readonly string[];
  filters?: Readonly<Record<string, Filter>>;
  /** Names of the parameters above in newer clients. */
  synonyms?: Synonyms;
  /** Whether `query` searches the documents and related entities (see `Search`). */
  search?: boolean;
  /** Whether `metadata[key]=value` filters by the field `metadata_entries`, a list of `key=value`. */
  metadata?: boolean;
}

/** Which documents to read. */
export interface FilterRequest {
  where: readonly Where[];
  /** From the query; they only narrow the caller's own organizations. */
  organizationIds: readonly string[] | undefined;
  /** What to search for. */
  search?: string | undefined;
}

export interface ListRequest extends FilterRequest {
  sort: readonly Sort[];
  skip: number;
  limit: number;
}

export interface Page<T> {
  items: T[];
  pagination: { total_count: number; max_page: number };
}

export function pageOf<T>(items: T[], total: number, limit: number): Page<T> {
  return { items, pagination: { total_count: total, max_page: Math.ceil(total / limit) } };
}

const ListParameter = createParamDecorator((spec: ListSpec, context: ExecutionContext) =>
  listRequest(spec, queryOf(context.switchToHttp().getRequest<FastifyRequest>())),
);

/** The parsed query of a list route: `list(@List(productList) list: ListRequest, @CallerOf() caller: Caller)`. */
export function List(spec: ListSpec): ParameterDecorator {
  return (target, key, index) => {
    ListParameter(spec)(target, key, index);
    describe(listSchemas(spec), (target as Record<string | symbol, object>)[key!]!);
  };
}

const FiltersParameter = createParamDecorator((spec: ListSpec, context: ExecutionContext) =>
  filterRequest(spec, queryOf(context.switchToHttp().getRequest<FastifyRequest>())),
);

/** The parsed filters of a route over the rows of a list, such as its totals: `totals(@Filters(orderList) asked: FilterRequest, …)`. */
export function Filters(spec: ListSpec): ParameterDecorator {
  return (target, key, index) => {
    FiltersParameter(spec)(target, key, index);
    describe(filterSchemas(spec), (target as Record<string | symbol, object>)[key!]!);
  };
}

/**
 * Parses page, limit, sorting and filters of a query.
 * @throws InvalidInput with every invalid parameter
 */
export function listRequest(spec: ListSpec, query: RequestQuery): ListRequest {
  const { attempt, demandNone } = parameters(spec, query);
  const page = attempt('page', (values) => positive('page', values)) ?? 1;
  const limit = Math.min(attempt('limit', (values) => positive('limit', values)) ?? 10, MAX_LIMIT);
  const sort = attempt('sorting', (values) => sortingOf(spec, values)) ?? sortingOf(spec, spec.defaultSorting);
  const filters = filtersOf(spec, query, attempt);
  demandNone();
  return { ...filters, sort, skip: (page - 1) * limit, limit };
}

/**
 * Parses the filters of a query.
 * @throws InvalidInput with every invalid parameter
 */
function filterRequest(spec: ListSpec, query: RequestQuery): FilterRequest {
  const { attempt, demandNone } = parameters(spec, query);
  const filters = filtersOf(spec, query, attempt);
  demandNone();
  return filters;
}

type Attempt = <T>(name: string, parse: (values: string[]) => T) => T | undefined;

/** Reads parameters one by one and collects the invalid ones. */
function parameters({ synonyms = {} }: ListSpec, query: RequestQuery): { attempt: Attempt; demandNone(): void } {
  const given = { ...query };
  const errors = unify(given, synonyms, 'query');
  return {
    attempt: (name, parse) => {
      const values = valuesOf(given[name]);
      if (values.length === 0) return undefined;
      try {
        const excess = tooMany(values, name);
        if (excess) throw new InvalidInput([excess]);
        return parse(values);
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        errors.push(...error.fields);
        return undefined;
      }
    },
    demandNone() {
      if (errors.length > 0) throw new InvalidInput(errors);
    },
  };
}

/** The refusal of a parameter with more values than one may have: each is a part of the query for documents. */
export function tooMany({ length }: readonly string[], name: string): FieldError | undefined {
  if (length <= MOST_VALUES) return undefined;
  return {
    loc: ['query', name],
    msg: `List should have at most ${MOST_VALUES} items, not ${length}`,
    type: 'too_long',
  };
}

function filtersOf(spec: ListSpec, query: RequestQuery, attempt: Attempt): FilterRequest {
  const where = Object.entries(spec.filters ?? {}).flatMap(
    ([name, filter]) => attempt(name, (values) => filter.where(values, name)) ?? [],
  );
  return {
    where: spec.metadata ? [...where, ...metadataWhere(query)] : where,
    organizationIds: attempt('organization_id', (values) => values),
    search: spec.search ? attempt('query', (values) => values.at(-1)!.trim() || undefined) : undefined,
  };
}

/** A query parameter's values: none, one, or several if its key is repeated. */
export function valuesOf(value: RequestQuery[string]): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

function positive(name: string, values: readonly string[]): number {
  const text = values.at(-1)!;
  if (!/^[+-]?\d{1,9}$/.test(text))
    throw InvalidInput.at(`query.${name}`, 'Input should be a valid integer', 'int_parsing');
  if (Number(text) < 1)
    throw InvalidInput.at(`query.${name}`, 'Input should be greater than or equal to 1', 'greater_than_equal');
  return Number(text);
}

function sortingOf(spec: ListSpec, values: readonly string[]): Sort[] {
  return values.map((value, index) => {
    const descending = value.startsWith('-');
    const name = descending ? value.slice(1) : value;
    if (!Object.hasOwn(spec.sorting, name)) {
      const names = Object.keys(spec.sorting).flatMap((one) => [`'${one}'`, `'-${one}'`]);
      throw new InvalidInput([
        { loc: ['query', 'sorting', index], msg: `Input should be one of ${names.join(', ')}`, type: 'enum' },
      ]);
    }
    return { field: spec.sorting[name]!, direction: descending ? 'desc' : 'asc' };
  });
}

/** All keys must match; several values of one key are alternatives. */
function metadataWhere(query: RequestQuery): Where[] {
  return Object.entries(query).flatMap(([name, value]): Where[] => {
    const key = METADATA.exec(name)?.[1];
    if (key === undefined) return [];
    return [{ or: valuesOf(value).map((text): Where => ({ has: ['metadata_entries', `${key}=${text}`] })) }];
  });
}

function filterSchemas(spec: ListSpec): Record<string, object> {
  return {
    organization_id: { type: 'array', items: { type: 'string' } },
    ...Object.fromEntries(Object.entries(spec.filters ?? {}).map(([name, { schema }]) => [name, schema])),
    ...Object.fromEntries(
      Object.entries(spec.synonyms ?? {}).map(([synonym, name]) => [synonym, spec.filters![name]!.schema]),
    ),
    ...(spec.search && { query: { type: 'string' } }),
    ...(spec.metadata && { metadata: { type: 'object', additionalProperties: true } }),
  };
}

function listSchemas(spec: ListSpec): Record<string, object> {
  const sortings = Object.keys(spec.sorting).flatMap((name) => [name, `-${name}`]);
  const { metadata, ...filters } = filterSchemas(spec);
  return {
    ...filters,
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, default: 10 },
    sorting: { type: 'array', items: { type: 'string', enum: sortings }, default: spec.defaultSorting },
    ...(metadata && { metadata }),
  };
}

/** Adds the parameters to the OpenAPI document; by its metadata key, so that starting need not load @nestjs/swagger. */
function describe(schemas: Record<string, object>, method: object): void {
  const known = (Reflect.getMetadata('swagger/apiParameters', method) ?? []) as object[];
  const described = Object.entries(schemas).map(([name, schema]) => ({
    in: 'query',
    name,
    required: false,
    schema,
    ...(name === 'metadata' && { style: 'deepObject' }),
  }));
  Reflect.defineMetadata('swagger/apiParameters', [...known, ...described], method);
}
