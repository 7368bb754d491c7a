import { ABSENT, count } from './format';
import { day } from './time';
import { numberIn } from './typed-number';

/** What a form needs to know of a custom field, in the contract's words. */
export interface CustomFieldShape {
  type: 'text' | 'number' | 'date' | 'checkbox' | 'select';
  slug: string;
  name: string;
  properties: {
    form_label?: string;
    form_help_text?: string;
    form_placeholder?: string;
    textarea?: boolean;
    min_length?: number;
    max_length?: number;
    /** Of a date in seconds since 1970. */
    ge?: number;
    /** Of a date in seconds since 1970. */
    le?: number;
    options?: readonly { value: string; label: string }[];
  };
}

/** As forms hold it: the text of an input, or whether a box is checked. */
export type EnteredValue = string | boolean;
export type FieldValue = string | number | boolean | null;

export function fieldLabel({ name, properties }: CustomFieldShape): string {
  return properties.form_label ?? name;
}

/** A value in words: "Yes", "31 Jan 2026", the label of an option. */
export function valueWords(field: CustomFieldShape | undefined, value: FieldValue): string {
  if (value === null || value === '') return ABSENT;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.type === 'date') return day(String(value).slice(0, 10));
  if (field?.type === 'number') return count(Number(value));
  const option = field?.properties.options?.find((one) => one.value === value);
  return option?.label ?? String(value);
}

/** The UTC day of a limit in seconds since 1970: "2026-01-31". */
export function dayOfSeconds(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10);
}

/** Seconds since 1970 at the beginning of a UTC day. */
export function secondsOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1_000;
}

/** What the form shows first. */
export function enteredValue({ type }: CustomFieldShape, value: FieldValue | undefined): EnteredValue {
  if (type === 'checkbox') return value === true;
  if (value === null || value === undefined) return '';
  // A date may come with a time, which is always midnight.
  return type === 'date' ? String(value).slice(0, 10) : String(value);
}

const WHOLE = { decimals: 0, signed: true };

/** What is sent for `custom_field_data`; null for what is empty. */
export function sentValue({ type }: CustomFieldShape, entered: EnteredValue | undefined): FieldValue {
  if (type === 'checkbox') return entered === true;
  const text = typeof entered === 'string' ? entered : '';
  if (text.trim() === '') return null;
  // What is no whole number is sent as it is, and refused at its field.
  const number = type === 'number' ? numberIn(text, WHOLE) : undefined;
  return number === undefined ? text : Number(number);
}

/** The rules of an input for react-hook-form; the server has the same. */
export function fieldRules({ type, properties }: CustomFieldShape, required: boolean) {
  const { min_length, max_length } = properties;
  return {
    required: required && (type === 'checkbox' ? 'Check this box to go on.' : 'Fill this in.'),
    ...(type === 'text' &&
      min_length !== undefined && {
        minLength: { value: min_length, message: `Use at least ${min_length} characters.` },
      }),
    ...(type === 'text' &&
      max_length !== undefined && {
        maxLength: { value: max_length, message: `Use at most ${max_length} characters.` },
      }),
    validate: (entered: EnteredValue | undefined) => limitError({ type, properties }, entered ?? ''),
  };
}

function limitError(
  { type, properties }: Pick<CustomFieldShape, 'type' | 'properties'>,
  entered: EnteredValue,
): true | string {
  const { ge, le } = properties;
  if (typeof entered !== 'string' || entered.trim() === '') return true;
  if (type === 'number') {
    const value = Number(numberIn(entered, WHOLE) ?? NaN);
    if (!Number.isSafeInteger(value)) return 'Enter a whole number.';
    if (ge !== undefined && value < ge) return `Enter at least ${ge}.`;
    if (le !== undefined && value > le) return `Enter at most ${le}.`;
  }
  if (type === 'date') {
    if (ge !== undefined && entered < dayOfSeconds(ge)) return `Choose ${dayOfSeconds(ge)} or a later day.`;
    if (le !== undefined && entered > dayOfSeconds(le)) return `Choose ${dayOfSeconds(le)} or an earlier day.`;
  }
  return true;
}
