import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { Nested } from '../../src/app/http/dto.ts';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_VERSIONS } from '../../src/app/http/api-version.rules.ts';
import { holdsSecrets } from '../../src/app/http/bodies/compressed.ts';
import { canonical, describeRules, ruleSchemas, type Schema } from '../../src/app/http/openapi/openapi-schemas.ts';

interface Operation {
  operationId: string;
  description?: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
  security: Record<string, string[]>[];
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, unknown> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, ...operation })),
);
const statusesOf = (name: string) => Object.keys(operations.find((one) => one.name === name)!.responses).map(Number);
const schemaOf = (name: string, status = 200) => {
  const { responses } = operations.find((one) => one.name === name)!;
  return responses[status]!.content!['application/json']!.schema;
};
const fieldOf = (dto: string, field: string) => document.components.schemas[dto]!.properties![field];

const isOfStandards = (operationId: string) => operationId.startsWith('OAuthController_');

describe('the OpenAPI document', () => {
  // It names a server, and works for its own organization alone.
  const isSecret = (field: string) => /secret|token|^key$/i.test(field) && field !== 'guild_token';

  it('shows secrets only at paths whose responses are never compressed', () => {
    const secretsIn = (schema: unknown, seen: string[] = []): boolean => {
      if (typeof schema !== 'object' || schema === null) return false;
      if ('$ref' in schema) {
        const name = String(schema.$ref).split('/').at(-1)!;
        return !seen.includes(name) && secretsIn(document.components.schemas[name], [...seen, name]);
      }
      return Object.entries(schema).some(
        ([key, part]) => (key === 'properties' && Object.keys(part as object).some(isSecret)) || secretsIn(part, seen),
      );
    };
    const reads = operations.filter(({ method, responses }) => method === 'get' && secretsIn(responses));
    expect(reads.length).toBeGreaterThan(5);
    expect(reads.filter(({ path }) => !holdsSecrets(path)).map(({ name }) => name)).toEqual([]);
  });

  it('lists 200 for every success of the identity contract, and its redirects', () => {
    const identity = operations.filter(({ path }) => path.startsWith('/api/auth'));
    const successes = identity.map(({ name }) => [name, statusesOf(name).filter((one) => one < 400)] as const);
    const others = successes.filter(([, found]) => found.join() !== '200');
    expect(Object.fromEntries(others)).toEqual({
      'get /api/auth/callback/{id}': [302],
      'post /api/auth/callback/{id}': [302],
      'get /api/auth/reset-password/{token}': [302],
      'get /api/auth/verify-email': [200, 302],
      'get /api/auth/delete-user/callback': [200, 302],
    });
  });

  it("lists each contract's errors for every operation, with their bodies", () => {
    const errors = (name: string) => statusesOf(name).filter((one) => one >= 400);
    expect(errors('post /v1/products')).toEqual([401, 403, 409, 413, 422, 429, 431, 503]);
    expect(errors('get /v1/products/{id}')).toEqual([401, 403, 404, 413, 422, 429, 431, 503]);
    expect(errors('post /v1/checkouts/client/{client_secret}/confirm')).toEqual(
      expect.arrayContaining([400, 404, 410]),
    );
    expect(errors('post /v1/checkouts/client/{client_secret}/confirm')).not.toContain(401);
    expect(errors('post /api/auth/sign-up/email')).toEqual([400, 401, 403, 409, 413, 422, 429, 431, 503]);
    const missing = operations.flatMap(({ responses }) =>
      Object.values(responses).filter(({ $ref }) => $ref && !document.components.responses[$ref.split('/').at(-1)!]),
    );
    expect(missing).toEqual([]);
    // Those of the standards have the standards' errors.
    const ours = operations.filter(({ path, operationId }) => /^\/(v1|api)/.test(path) && !isOfStandards(operationId));
    expect(ours.filter(({ name }) => errors(name).length < 5)).toEqual([]);
  });

  it('lists who may call each operation', () => {
    const security = (name: string) => operations.find((one) => one.name === name)!.security;
    expect(security('get /v1/products')).toEqual([{ bearer: [] }, { session: [] }]);
    expect(security('get /v1/checkouts/client/{client_secret}')).toEqual([{ bearer: [] }, { session: [] }, {}]);
    expect(security('post /api/auth/organization/create')).toEqual([{ session: [] }, { apiKey: [] }]);
    expect(security('post /api/auth/sign-in/email')).toEqual([{ session: [] }, { apiKey: [] }, {}]);
    expect(security('get /healthz')).toEqual([]);
    const { description } = operations.find(({ name }) => name === 'get /v1/products')!;
    expect(description).toBe('Needs one of products:read, products:write.');
  });

  it('lists which answers are null and which are not JSON', () => {
    const orNull = (name: string) => ({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] });
    expect(schemaOf('get /api/auth/get-session')).toEqual(orNull('SessionAnswer'));
    expect(schemaOf('get /api/auth/organization/get-full-organization')).toEqual(orNull('FullOrganization'));
    expect(schemaOf('get /api/auth/organization/get-organization')).toEqual(orNull('AuthOrganization'));
    expect(schemaOf('get /api/auth/organization/get-active-member')).toEqual(orNull('MemberWithUser'));
    const page = operations.find(({ path }) => path === '/api/auth/error')!;
    expect(Object.keys(page.responses[200]!.content!)).toEqual(['text/html']);
  });

  it('lists formats and bounds of requests, and what may be null or omitted', () => {
    expect(fieldOf('DiscountCreate', 'basis_points')).toMatchObject({ type: 'integer', minimum: 1, maximum: 10_000 });
    // Its bounds depend on the currency.
    expect(fieldOf('ProductPriceCreate', 'price_amount')).toMatchObject({ type: 'integer' });
    expect(fieldOf('ProductPriceCreate', 'price_currency')).toMatchObject({ pattern: '^[A-Za-z]{3}$' });
    expect(document.components.schemas.ProductPriceCreate!.required).toEqual(['amount_type']);
    expect(fieldOf('ProductCreate', 'organization_id')).toMatchObject({ type: ['string', 'null'], format: 'uuid' });
    expect(fieldOf('CustomerCreate', 'email')).toMatchObject({ type: 'string', format: 'email' });
    expect(fieldOf('BenefitUpdate', 'metadata')).toMatchObject({ type: ['object', 'null'] });
    expect(fieldOf('BenefitUpdate', 'type')).toMatchObject({
      type: ['string', 'null'],
      enum: ['custom', 'discord', 'downloadables', 'github_repository', 'license_keys', 'meter_credit', null],
    });
    expect(fieldOf('AddressInput', 'country')!.enum).toEqual(expect.arrayContaining(['DE', 'US']));
    const { parameters } = operations.find(({ name }) => name === 'get /v1/orders/{id}')!;
    expect(parameters).toEqual([
      { in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' } },
      expect.objectContaining({ in: 'header', name: 'Polar-Version', required: false, schema: { type: 'string' } }),
    ]);
    for (const version of API_VERSIONS) expect(document.info.description).toContain(version);
  });

  it('lists formats of answers', () => {
    expect(fieldOf('Order', 'id')).toMatchObject({ format: 'uuid' });
    expect(fieldOf('Order', 'total_amount')).toMatchObject({ type: 'integer' });
    expect(fieldOf('Order', 'modified_at')).toMatchObject({ type: ['string', 'null'], format: 'date-time' });
    expect(fieldOf('Customer', 'external_id')).toEqual({ type: ['string', 'null'] });
    expect(fieldOf('SignedInUser', 'id')).toEqual({ type: 'string' });
  });
});

describe('how the document is derived', () => {
  class Inner {
    @IsEmail()
    email: string;
  }
  class Outer {
    @IsString()
    @MinLength(2)
    @MaxLength(5)
    name: string;
    @IsOptional()
    @IsInt()
    @Min(1)
    @Max(9)
    count?: number | null;
    @IsArray()
    @ArrayMaxSize(3)
    @IsUUID(undefined, { each: true })
    ids: string[];
    @IsIn(['b', 'a'])
    kind: string;
    @ValidateBy({ name: 'own', validator: { validate: () => true } }, { context: { schema: { pattern: '^x' } } })
    own: string;
    @Nested(() => Inner)
    inner: Inner;
  }

  it('reads bounds from the rules of a DTO', () => {
    expect(ruleSchemas(Outer)).toEqual({
      name: { type: 'string', minLength: 2, maxLength: 5 },
      count: { nullable: true, type: 'integer', minimum: 1, maximum: 9 },
      ids: { maxItems: 3, items: { type: 'string', format: 'uuid' } },
      kind: { enum: ['b', 'a'] },
      own: { pattern: '^x' },
      inner: {},
    });
  });

  it('follows nested DTOs, and lets optional fields be null or missing', () => {
    const schemas: Record<string, Schema> = {
      Outer: { properties: { count: { type: 'number' } }, required: ['count', 'name'] },
      Inner: { properties: { email: { type: 'string' } } },
    };
    const seen = new Set<string>();
    describeRules(schemas, Outer, seen);
    expect(schemas.Outer!.required).toEqual(['name']);
    expect(canonical(schemas.Outer!.properties!.count)).toEqual({ type: ['integer', 'null'], minimum: 1, maximum: 9 });
    expect(schemas.Inner!.properties!.email).toEqual({ type: 'string', format: 'email' });
    expect([...seen]).toEqual(['Outer', 'Inner']);
  });

  it('expresses null as a type, and treats a field called nullable as a field', () => {
    expect(canonical({ type: 'string', enum: ['a'], nullable: true })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
    expect(canonical({ allOf: [{ $ref: '#/x' }], nullable: true })).toEqual({
      anyOf: [{ $ref: '#/x' }, { type: 'null' }],
    });
    expect(canonical({ properties: { nullable: { type: 'string' } } })).toEqual({
      properties: { nullable: { type: 'string' } },
    });
  });

  it('sorts unions, which the compiler lists in any order', () => {
    const union = (members: unknown[]) => canonical({ enum: members, oneOf: members.map((one) => ({ const: one })) });
    expect(union(['b', 'a', 'c'])).toEqual(union(['c', 'a', 'b']));
  });
});
