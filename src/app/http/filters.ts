import { parseInstant } from '../../kernel/ports/clock.ts';
import type { Where } from '../../kernel/ports/document-store.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';

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

/** `true` or `false`. */
export function flag(field: string): Filter {
  return {
    where: (values, name) => [{ eq: [field, truth(values, name)] }],
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

/** Case-insensitive substring of any of several fields, which hold lower-case copies. */
export function search(...fields: readonly string[]): Filter {
  return {
    where(values) {
      const text = values.at(-1)!.toLowerCase();
      if (text === '') return [];
      const found = fields.map((field): Where => ({ contains: [field, text] }));
      return found.length === 1 ? found : [{ or: found }];
    },
    schema: { type: 'string' },
  };
}

/** At or after (`from`), or at or before (`until`), an instant. */
export function instant(field: string, edge: 'from' | 'until'): Filter {
  return {
    where(values, name) {
      const at = parseInstant(values.at(-1)!);
      if (at === undefined) throw refused(name, 'Input should be a valid datetime with an offset', 'datetime_parsing');
      return [edge === 'from' ? { gte: [field, at] } : { lte: [field, at] }];
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
