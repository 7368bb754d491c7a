import { newUuid } from '../../src/kernel/ids.ts';

/** What the schemas of docs/openapi.json say about a request. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** A value that one rule of a schema forbids. */
export interface Wrong {
  /** Where it is, from the whole value. */
  at: readonly (string | number)[];
  /** Which rule it breaks. */
  how: string;
  value: unknown;
  /** Whether the rest of the value is as the rule needs it, so that nothing else can be wrong in it too. */
  isAlone?: boolean;
}

/** A value with null at one place. */
export interface Null {
  at: readonly (string | number)[];
  value: unknown;
  isAllowed: boolean;
}

/** Keys that mean something to JavaScript, to a database, or to whoever prints them. */
export const STRANGE_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '$where',
  '',
  '\0',
  '\ud800',
  'k'.repeat(100_000),
];

const FORMATS: Readonly<Record<string, () => string>> = {
  uuid: newUuid,
  email: () => `person-${newUuid()}@example.com`,
  uri: () => 'https://example.com/',
  'date-time': () => '2026-01-31T10:00:00Z',
  date: () => '2026-01-31',
  duration: () => 'P1D',
  currency: () => 'usd',
  ipv4: () => '192.0.2.1',
};

const PATTERNS: Readonly<Record<string, string>> = {
  '^[a-zA-Z0-9]*$': 'ABC1',
};

/** What makes the rules of a field count, if it is not there already; the rules of these fields count only where the other fields are right. */
const BESIDE: Readonly<Record<string, object>> = {
  price_amount: { amount_type: 'fixed' },
  unit_amount: { amount_type: 'metered_unit' },
  cap_amount: { amount_type: 'metered_unit' },
  meter_id: { amount_type: 'metered_unit' },
  minimum_amount: { amount_type: 'custom' },
  maximum_amount: { amount_type: 'custom' },
  preset_amount: { amount_type: 'custom' },
  amount: { type: 'fixed' },
  currency: { type: 'fixed' },
  filter: {},
  aggregation: {},
  basis_points: { type: 'percentage' },
  duration_in_months: { duration: 'repeating' },
};

/** Makes values, right and wrong, from schemas that refer to each other by name. */
export class Hostile {
  /** Texts, each of which is another, so that requests do not meet what others have made. */
  private made = 100;

  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** A value with all that is required and nothing else. */
  right(schema: Schema): unknown {
    const [one] = this.choices(schema);
    const { example, enum: allowed, items, minItems = 0, required = [], properties = {}, format, pattern } = one!;
    if (example !== undefined) return example;
    if (allowed) return allowed[0];
    switch (typeOf(one!)) {
      case 'object':
        return Object.fromEntries(required.map((name) => [name, this.right(properties[name]!)]));
      case 'array':
        return Array.from({ length: minItems }, () => this.right(items!));
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return one!.minimum ?? 1;
      default: {
        if (pattern !== undefined && PATTERNS[pattern] !== undefined) return PATTERNS[pattern];
        return FORMATS[format!]?.() ?? `x${(this.made += 1)}`.padEnd(one!.minLength ?? 0, 'x').slice(0, one!.maxLength);
      }
    }
  }

  /** The value with one part of it wrong, for each rule of the schema; a schema within itself is looked into once. */
  *wrong(schema: Schema, within: readonly Schema['properties'][] = []): Generator<Wrong> {
    const choices = this.choices(schema).filter(({ properties }) => !properties || !within.includes(properties));
    for (const one of choices) {
      const inside = [...within, one.properties];
      if (choices.length === 1) yield* broken(one).map(([how, value]) => ({ at: [], how, value }));
      const { items, properties = {}, additionalProperties, propertyNames, maxProperties } = one;
      if (items)
        for (const { at, value, how } of this.wrong(items, inside)) yield { at: [0, ...at], how, value: [value] };
      if (items && one.maxItems !== undefined) {
        const value = Array.from({ length: one.maxItems + 1 }, () => this.right(items));
        yield { at: [], how: 'maxItems', value };
      }
      const base = this.right(one) as object;
      for (const [key, inner] of Object.entries(properties))
        for (const { at, value, how } of this.wrong(inner, inside))
          yield { at: [key, ...at], how, value: { ...base, ...BESIDE[key], [key]: value }, isAlone: key in BESIDE };
      if (typeof additionalProperties !== 'object') continue;
      const right = this.right(additionalProperties);
      for (const { at, value, how } of this.wrong(additionalProperties, inside))
        yield { at: ['key', ...at], how, value: { key: value } };
      if (maxProperties !== undefined)
        yield {
          at: [],
          how: 'maxProperties',
          value: Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, n) => [`k${n}`, right])),
        };
      if (propertyNames?.maxLength !== undefined)
        yield { at: [], how: 'propertyNames', value: { ['k'.repeat(propertyNames.maxLength + 1)]: right } };
    }
  }

  /** The value with null at each place of it, and whether its schema allows that there. */
  *nulls(schema: Schema, within: readonly Schema['properties'][] = []): Generator<Null> {
    yield { at: [], value: null, isAllowed: this.isNullable(schema) };
    for (const one of this.choices(schema)) {
      const { items, properties = {}, additionalProperties } = one;
      if (one.properties && within.includes(one.properties)) continue;
      const inside = [...within, one.properties];
      const right = this.right(one);
      const parts: [string | number, Schema, (inner: unknown) => unknown][] = Object.entries(properties).map(
        ([key, inner]) => [key, inner, (value) => ({ ...(right as object), ...BESIDE[key], [key]: value })],
      );
      if (items) parts.push([0, items, (value) => [value, ...(right as unknown[]).slice(1)]]);
      if (typeof additionalProperties === 'object')
        parts.push(['key', additionalProperties, (value) => ({ key: value })]);
      for (const [key, inner, place] of parts)
        for (const { at, value, isAllowed } of this.nulls(inner, inside))
          yield { at: [key, ...at], value: place(value), isAllowed };
    }
  }

  /** A right value in which each place that is given has another value. */
  with(
    schema: Schema,
    replaced: (one: Schema, right: unknown) => unknown,
    within: readonly Schema['properties'][] = [],
  ): unknown {
    const [one] = this.choices(schema);
    const { items, properties = {} } = one!;
    let right = this.right(schema);
    if (one!.properties && within.includes(one!.properties)) return right;
    const inside = [...within, one!.properties];
    if (items) right = [this.with(items, replaced, inside)];
    if (one!.properties)
      right = Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, this.with(inner, replaced, inside)]),
      );
    return replaced(one!, right);
  }

  /** For each list in a value, how to make the value with that list. */
  *lists(schema: Schema, within: readonly Schema['properties'][] = []): Generator<(list: unknown[]) => unknown> {
    for (const one of this.choices(schema)) {
      const { items, properties = {} } = one;
      if (one.properties && within.includes(one.properties)) continue;
      const inside = [...within, one.properties];
      if (items) yield (list) => list;
      if (items) for (const make of this.lists(items, inside)) yield (list) => [make(list)];
      for (const [key, inner] of Object.entries(properties))
        for (const make of this.lists(inner, inside))
          yield (list) => ({ ...(this.right(one) as object), [key]: make(list) });
    }
  }

  private isNullable({ $ref, type, oneOf, anyOf, allOf, enum: allowed }: Schema): boolean {
    if ($ref !== undefined) return this.isNullable(this.schemas[$ref.split('/').at(-1)!]!);
    const several = oneOf ?? anyOf;
    if (several) return several.some((one) => this.isNullable(one));
    if (allOf) return allOf.every((one) => this.isNullable(one));
    if (type === undefined) return allowed?.includes(null) ?? true;
    return [type].flat().includes('null');
  }

  /** What a value may be, apart from null. */
  private choices(schema: Schema): Schema[] {
    const { $ref, oneOf, anyOf, allOf, ...own } = schema;
    if ($ref !== undefined) return this.choices(this.schemas[$ref.split('/').at(-1)!]!);
    const several = oneOf ?? anyOf;
    if (several)
      return several
        .flatMap((one) => this.choices(one))
        .filter(({ type }) => type !== 'null')
        .map((one) => ({ ...own, ...one }));
    if (allOf) return allOf.flatMap((one) => this.choices(one));
    return [own];
  }
}

function typeOf({ type, properties, additionalProperties }: Schema): string | undefined {
  if (properties ?? additionalProperties) return 'object';
  return [type].flat().find((one) => one !== 'null');
}

/** Values beyond each bound that the schema states for the value itself. */
function broken(schema: Schema): [how: string, value: unknown][] {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems } = schema;
  const type = typeOf(schema);
  const wrong: [string, unknown][] = [];
  const add = (how: string, value: unknown) => wrong.push([how, value]);
  if (type !== undefined) add('type', type === 'object' ? 1 : {});
  if (type === 'integer') add('type', 1.5);
  if (type === 'integer' || type === 'number') add('type', '1x');
  if (schema.enum) add('enum', type === 'string' ? 'no such value' : -1);
  if (format !== undefined && type === 'string' && format !== 'currency') add('format', 'not in this format');
  if (pattern !== undefined) add('pattern', '\n');
  if (minimum !== undefined) add('minimum', minimum - 1);
  if (maximum !== undefined) add('maximum', maximum + 1);
  if (maxLength !== undefined) add('maxLength', 'x'.repeat(maxLength + 1));
  if (minLength !== undefined && minLength > 0) add('minLength', 'x'.repeat(minLength - 1));
  if (minItems !== undefined && minItems > 0) add('minItems', []);
  // By turns, in two kinds of fields.
  if (type === 'string') add('unicode', maxLength === undefined ? 'x\0y' : 'x\ud800y');
  return wrong;
}
