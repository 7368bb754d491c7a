import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../kernel/errors.ts';

/** The name in the product, by a name that other releases of the client use for the same (docs/CLIENTS.md#synonyms). */
export type Synonyms = Readonly<Record<string, string>>;

const SYNONYMS = 'synonyms';

/** Declares a field of a request to be another name of `field`, which has the same rules; handlers see that one alone. */
export function SynonymOf(field: string): PropertyDecorator {
  return (prototype, name) => {
    Reflect.defineMetadata(SYNONYMS, { ...synonymsIn(prototype), [String(name)]: field }, prototype);
  };
}

/** Those that the class of a request declares. */
export function synonymsIn(request: object): Synonyms {
  return (Reflect.getMetadata(SYNONYMS, request) ?? {}) as Synonyms;
}

/** Moves each value that was given under a synonym to its own name, in place. @returns a refusal for each that is given twice and differs */
export function unify(given: Record<string, unknown>, synonyms: Synonyms, place: string): FieldError[] {
  return Object.entries(synonyms).flatMap(([synonym, name]) => {
    const { [synonym]: value } = given;
    delete given[synonym];
    if (value === undefined || value === null) return [];
    if (given[name] === undefined || given[name] === null) given[name] = value;
    else if (!isDeepStrictEqual(given[name], value)) return [differing(place, synonym, name)];
    return [];
  });
}

function differing(place: string, synonym: string, name: string): FieldError {
  return { loc: [place, synonym], msg: `It differs from ${name}, which means the same.`, type: 'value_error' };
}
