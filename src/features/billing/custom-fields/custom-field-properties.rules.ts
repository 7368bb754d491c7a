import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { CustomFieldProperties, SelectOption } from './custom-field.events.ts';

/** Characters of any text that a buyer enters, whatever the field allows. */
export const LONGEST_TEXT = 5_000;
export const MOST_OPTIONS = 500;
/** Characters of all values and labels of a field, so that an event can hold them. */
const OPTIONS_LENGTH = 20_000;
/** Of the days that have a name of ten characters, from 0001-01-01 to 9999-12-31. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;
/** Names of slots that every JavaScript object has: as a key of JSON they are unsafe for clients. */
export const RESERVED_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** @throws InvalidInput rules between the properties of one field are broken */
export function refuseProperties(properties: CustomFieldProperties): void {
  const errors = errorsOf(properties);
  if (errors.length > 0) throw new InvalidInput(errors);
}

function errorsOf(properties: CustomFieldProperties): FieldError[] {
  switch (properties.type) {
    case 'text':
      return orderOf(properties.minLength, properties.maxLength, 'max_length', 'min_length');
    case 'number':
      return orderOf(properties.min, properties.max, 'le', 'ge');
    case 'date':
      return [
        ...dayErrors(properties.min, 'ge'),
        ...dayErrors(properties.max, 'le'),
        ...orderOf(properties.min, properties.max, 'le', 'ge'),
      ];
    case 'checkbox':
      return [];
    case 'select':
      return optionErrors(properties.options);
  }
}

function orderOf(least: number | null, most: number | null, name: string, other: string): FieldError[] {
  if (least === null || most === null || least <= most) return [];
  return [at([name], `Input should be greater than or equal to ${other}`)];
}

function dayErrors(seconds: number | null, name: string): FieldError[] {
  if (seconds === null || (seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) return [];
  return [at([name], 'Input should be in seconds since 1970, within the years 1 to 9999')];
}

function optionErrors(options: readonly SelectOption[]): FieldError[] {
  if (options.length === 0) return [at(['options'], 'A select needs at least one option', 'too_short')];
  const length = options.reduce((sum, { value, label }) => sum + value.length + label.length, 0);
  if (length > OPTIONS_LENGTH)
    return [at(['options'], `All options together should have at most ${OPTIONS_LENGTH} characters`, 'too_long')];
  const values = options.map(({ value }) => value);
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [at(['options', index, 'value'], 'Another option has this value')] : [],
  );
}

function at(path: (string | number)[], msg: string, type = 'value_error'): FieldError {
  return { loc: ['body', 'properties', ...path], msg, type };
}
