import { parseInstant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { folded } from '../../../kernel/folding.ts';

/** One filter of a list: turns its values into conditions on documents. */
export interface Filter {
  /** @throws InvalidInput */
  where(values: readonly string[], name: string): Where[];
  /** For the OpenAPI document. */
  schema: object;
}

const STRINGS = { type: 'array', items: { type: 'string' } };

/** Any of several strings, only from `allowed` if given. */
export function anyOf(field: string, allowed?: readonly string[]): Filter {
  return {
    where(values, name) {
      const wrong = allowed && values.find((value) => !allowed.includes(value));
      if (wrong !== undefined) throw refused(name, `Input should be one of ${quoted(allowed!)}`, 'enum');
      return [values.length === 1 ? { eq: [field, values[0]!] } : { in: [field, values] }];
    },
    schema: allowed ? { type: 'array', items: { type: 'string', enum: allowed } } : STRINGS,
  };
}

/** What `anyOf(field, states)` stands for where no document has the field, because a state depends on the time of the request. */
export function byState(where: Where, field: string, conditions: Readonly<Record<string, Where>>): Where {
  if ('eq' in where && where.eq[0] === field) return conditions[String(where.eq[1])]!;
  if ('in' in where && where.in[0] === field) return { or: where.in[1].map((state) => conditions[String(state)]!) };
  return where;
}

/** Any of several UUIDs. */
export function anyId(field: string): Filter {
  const texts = anyOf(field);
  return {
    where(values, name) {
      if (!values.every((value) => isUuid(value.toLowerCase())))
        throw refused(name, 'Input should be a valid UUID', 'uuid_parsing');
      return texts.where(
        values.map((value) => value.toLowerCase()),
        name,
      );
    },
    schema: STRINGS,
  };
}

/** Any of several currencies, such as `usd`. */
export function anyCurrency(field: string): Filter {
  const texts = anyOf(field);
  return {
    where(values, name) {
      const codes = values.map((value) => value.toLowerCase());
      if (!codes.every((code) => /^[a-z]{3}$/.test(code)))
        throw refused(name, 'Input should be a currency code of three letters', 'string_pattern_mismatch');
      return texts.where(codes, name);
    },
    schema: { type: 'array', items: { type: 'string', pattern: '^[A-Za-z]{3}$', example: 'usd' } },
  };
}

/** `true` or `false`. */
export function flag(field: string): Filter {
  return {
    where: (values, name) => [{ eq: [field, truth(values, name)] }],
    schema: { type: 'boolean' },
  };
}

/** `true` or `false`, each with a condition of its own. */
export function either(conditions: { true: Where; false: Where }): Filter {
  return {
    where: (values, name) => [truth(values, name) ? conditions.true : conditions.false],
    schema: { type: 'boolean' },
  };
}

/** Whether a field exists and is not null. */
export function present(field: string): Filter {
  return {
    where: (values, name) => [{ exists: [field, truth(values, name)] }],
    schema: { type: 'boolean' },
  };
}

/** A part of any of several fields, which hold what `folded` makes of their texts. */
export function search(...fields: readonly string[]): Filter {
  return {
    where(values) {
      const text = folded(values.at(-1)!);
      if (text === '') return [];
      const found = fields.map((field): Where => ({ contains: [field, text] }));
      return found.length === 1 ? found : [{ or: found }];
    },
    schema: { type: 'string' },
  };
}

const EDGES = { from: 'gte', until: 'lte', to: 'lt' } as const;

/** The filters `{name}_from` (inclusive) and `{name}_to` (exclusive), two instants. */
export function between<N extends string>(name: N, field: string): Record<`${N}_from` | `${N}_to`, Filter> {
  const filters = { [`${name}_from`]: instant(field, 'from'), [`${name}_to`]: instant(field, 'to') };
  return filters as Record<`${N}_from` | `${N}_to`, Filter>;
}

/** At or after (`from`), at or before (`until`), or before (`to`) an instant. */
export function instant(field: string, edge: keyof typeof EDGES): Filter {
  return {
    where(values, name) {
      const at = parseInstant(values.at(-1)!);
      if (at === undefined) throw refused(name, 'Input should be a valid datetime with an offset', 'datetime_parsing');
      return [{ [EDGES[edge]]: [field, at] } as unknown as Where];
    },
    schema: { type: 'string', format: 'date-time' },
  };
}

function truth(values: readonly string[], name: string): boolean {
  const text = values.at(-1)!.toLowerCase();
  if (['true', '1'].includes(text)) return true;
  if (['false', '0'].includes(text)) return false;
  throw refused(name, 'Input should be a valid boolean', 'bool_parsing');
}

function refused(name: string, msg: string, type: string): InvalidInput {
  return InvalidInput.at(`query.${name}`, msg, type);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/** The values that a list filters a field by. */
export function equalTo(where: readonly Where[], field: string): string[] | undefined {
  const values = where.flatMap((one) => {
    if ('eq' in one && one.eq[0] === field) return [one.eq[1] as string];
    return 'in' in one && one.in[0] === field ? (one.in[1] as string[]) : [];
  });
  return values.length > 0 ? values : undefined;
}
