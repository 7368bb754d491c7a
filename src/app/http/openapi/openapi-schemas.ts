import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { nestedIn } from '../dto.ts';

/** The parts of a JSON Schema used here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

interface Rule {
  name?: string;
  type: string;
  propertyName: string;
  constraints?: unknown[];
  each?: boolean;
  /** A custom rule brings its own schema: `ValidateBy({ … }, { context: { schema } })`. */
  context?: { schema?: Schema };
}

/** Metadata of a DTO property that treats the empty string as null. */
export const EMPTY_IS_NULL = 'empty-is-null';

const first = ([value]: readonly unknown[]) => value;

/** Schemas of class-validator's built-in rules, by name. */
const RULES: Readonly<Record<string, (constraints: readonly unknown[]) => Schema>> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isEmail: () => ({ type: 'string', format: 'email' }),
  isUrl: () => ({ type: 'string', format: 'uri' }),
  isIp: () => ({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }),
  isNumberString: () => ({ pattern: '^[0-9]+$' }),
  isIn: (constraints) => ({ enum: [...(first(constraints) as unknown[])] }),
  matches: (constraints) => ({ pattern: (first(constraints) as RegExp).source }),
  min: (constraints) => ({ minimum: first(constraints) }),
  max: (constraints) => ({ maximum: first(constraints) }),
  minLength: (constraints) => ({ minLength: first(constraints) }),
  maxLength: (constraints) => ({ maxLength: first(constraints) }),
  isLength: ([minLength, maxLength]) => ({ minLength, ...(maxLength !== undefined && { maxLength }) }),
  arrayMinSize: (constraints) => ({ minItems: first(constraints) }),
  arrayMaxSize: (constraints) => ({ maxItems: first(constraints) }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** Schemas of a DTO's fields according to its rules; `nullable` if the field is optional. */
export function ruleSchemas(dto: Type): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false) as Rule[]) {
    const known = schemaOf(rule);
    const schema = (schemas[rule.propertyName] ??= {});
    if (rule.each) schema.items = { ...schema.items, ...known };
    else Object.assign(schema, known);
  }
  return schemas;
}

function schemaOf({ name = '', type, constraints, context }: Rule): Schema {
  if (type === ValidationTypes.CONDITIONAL_VALIDATION) return name === 'isOptional' ? { nullable: true } : {};
  return context?.schema ?? RULES[name]?.(constraints ?? []) ?? {};
}

/** Completes the schemas of a DTO and its nested DTOs with their rules; adds their names to `seen`. */
export function describeRules(schemas: Record<string, Schema>, dto: Type, seen: Set<string>): void {
  const schema = schemas[dto.name];
  if (!schema || seen.has(dto.name)) return;
  seen.add(dto.name);
  for (const [name, rules] of Object.entries(ruleSchemas(dto))) {
    const property = schema.properties?.[name];
    const takesEmpty = Reflect.hasMetadata(EMPTY_IS_NULL, dto.prototype as object, name);
    if (property) schema.properties![name] = merged(property, takesEmpty ? orEmpty(rules) : rules);
    if (rules.nullable && schema.required) schema.required = schema.required.filter((one) => one !== name);
    const nested = nestedIn(dto, name);
    if (nested) describeRules(schemas, nested, seen);
  }
}

/** The empty string matches no format. */
function orEmpty({ format, ...rules }: Schema): Schema {
  return format === undefined ? rules : { ...rules, anyOf: [{ format }, { maxLength: 0 }] };
}

function merged(property: Schema, { items, ...rules }: Schema): Schema {
  return { ...property, ...rules, ...(items && { items: { ...property.items, ...items } }) };
}

/** Fields whose name determines their format, but for ids of other platforms and of OAuth clients, which have patterns of their own (docs/BILLING.md#nulls-dates-and-strings); the tests check every response against it. */
const INSTANT = /(_at|At|_start|_end|Expires|^timestamp|^now|^since|^at)$/;
const UUID = /^(id|(?!external_|tax_|customer_external_|customer_tax_|account_|guild_|role_|place_|client_)\w+_id)$/;

/** Completes response schemas: integers unless declared as `format: 'double'`, instants, and UUIDs below /v1. */
export function describeAnswerFields(
  paths: object,
  schemas: Record<string, Schema>,
  requests: ReadonlySet<string>,
): void {
  const below = (start: string) =>
    reached(
      Object.entries(paths).filter(([path]) => path.startsWith(start)),
      schemas,
    );
  const billing = below('/v1/');
  for (const name of below('/api/')) billing.delete(name);
  for (const [name, { properties = {} }] of Object.entries(schemas)) {
    if (requests.has(name)) continue;
    for (const [field, schema] of Object.entries(properties)) {
      if (schema.type === 'number' && schema.format === undefined) schema.type = 'integer';
      if (schema.type !== 'string' || schema.format || schema.enum || schema.pattern) continue;
      if (INSTANT.test(field)) schema.format = 'date-time';
      else if (UUID.test(field) && billing.has(name)) schema.format = 'uuid';
    }
  }
}

/** Names of the schemas that a value refers to, directly or indirectly. */
function reached(from: unknown, schemas: Record<string, Schema>, names = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!names.has(name!)) reached(schemas[name!], schemas, names.add(name!));
  return names;
}

/**
 * The same document in OpenAPI 3.1's terms (null is a type), with stable order where the source has none: the compiler lists union members
 * in the order in which it encounters them.
 */
export function canonical<T>(value: T): T {
  if (Array.isArray(value)) return value.map(canonical) as T;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, canonical(one as unknown)]));
  return sortedUnions(withNullType(inner as Schema)) as T;
}

function withNullType(given: Schema): Schema {
  // A field may also have the name `nullable`.
  if (typeof given.nullable !== 'boolean') return given;
  const { nullable, ...schema } = given;
  if (!nullable || schema.type === 'null') return schema;
  const nothing = { type: 'null' };
  const { allOf, description, ...rest } = schema;
  if (allOf || schema.$ref) return { ...(description ? { description } : {}), anyOf: [...(allOf ?? [rest]), nothing] };
  return {
    ...schema,
    ...(typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(schema.enum && !schema.enum.includes(null) && { enum: [...schema.enum, null] }),
    ...(schema.oneOf && { oneOf: [...schema.oneOf, nothing] }),
    ...(schema.anyOf && { anyOf: [...schema.anyOf, nothing] }),
  };
}

function sortedUnions(schema: Schema): Schema {
  for (const key of ['enum', 'oneOf', 'anyOf'] as const)
    if (Array.isArray(schema[key])) Object.assign(schema, { [key]: [...schema[key]].sort(byText) });
  return schema;
}

function byText(a: unknown, b: unknown): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
