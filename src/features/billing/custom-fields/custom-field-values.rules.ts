import type { FieldError } from '../../../kernel/errors.ts';
import type { CustomFieldDocument, CustomFieldWireProperties } from './custom-field.projection.ts';
import { LONGEST_TEXT } from './custom-field-properties.rules.ts';

/** What a field asks for, and the key that its values have on the wire. */
export type FieldDefinition = Pick<CustomFieldDocument, 'id' | 'slug' | 'type' | 'properties' | 'deleted_at'>;

/** A field that a product asks its buyers to fill in. */
export interface AttachedField {
  field: FieldDefinition;
  required: boolean;
}

export type CustomFieldValue = string | number | boolean;
/** By the field's id, so that a renamed field keeps its values. Dates are days such as `2026-01-31`. */
export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>;

export interface ReadValues {
  /** Of the fields without an error. */
  values: CustomFieldValues;
  errors: FieldError[];
}

/** Characters of all texts of one buyer, so that an event can hold them. */
export const LONGEST_TEXTS = 10_000;
const FIRST_DAY = '0001-01-01';
const DAY_MS = 86_400_000;
const INTEGER = /^[+-]?\d{1,16}$/;
/** A day, or midnight at the beginning of one, with any offset: the SDK sends days as such. */
const DAY = /^(\d{4}-\d\d-\d\d)(T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|[+-]\d\d:\d\d)?)?$/;
const MIDNIGHT = /^[0:.]+$/;

type Read = { value: CustomFieldValue } | { error: Pick<FieldError, 'msg' | 'type'> };

/**
 * Reads `custom_field_data` of a request, by slug (docs/BILLING.md#custom-field-values). Keys of other fields are dropped, and so is what is
 * empty; an optional checkbox that is not sent is false.
 * @param enforceRequired whether required fields must be filled in, as at confirm
 */
export function readCustomFieldData(
  attached: readonly AttachedField[],
  raw: Readonly<Record<string, unknown>>,
  { enforceRequired }: { enforceRequired: boolean },
): ReadValues {
  const values: [string, CustomFieldValue][] = [];
  const errors: FieldError[] = [];
  let left = LONGEST_TEXTS;
  for (const { field, required } of attached) {
    const sent = Object.hasOwn(raw, field.slug) ? raw[field.slug] : undefined;
    const read = readOne(field, sent, required && enforceRequired);
    if (read === undefined) continue;
    if ('value' in read && typeof read.value === 'string') left -= read.value.length;
    const found = left < 0 ? tooLongTogether : read;
    if ('error' in found) errors.push({ loc: ['body', 'custom_field_data', field.slug], ...found.error });
    else values.push([field.id, found.value]);
  }
  return { values: Object.fromEntries(values), errors };
}

/**
 * Values by the slugs that their fields have now. A deleted field keeps its last slug, unless another field has that by now.
 * @param fields includes deleted ones; values of other fields are left out
 */
export function customFieldDataOf(
  values: CustomFieldValues,
  fields: ReadonlyMap<string, FieldDefinition>,
): Record<string, CustomFieldValue> {
  const known = Object.entries(values).flatMap(([id, value]) => {
    const field = fields.get(id);
    return field ? [{ field, value }] : [];
  });
  // The last entry of a slug counts: a field that exists, else the one that was deleted last.
  const ordered = known.sort((a, b) => (deletion(a.field) < deletion(b.field) ? -1 : 1));
  return Object.fromEntries(ordered.map(({ field, value }) => [field.slug, value]));
}

function readOne(field: FieldDefinition, sent: unknown, isDemanded: boolean): Read | undefined {
  if (field.type === 'checkbox') return readCheckbox(sent, isDemanded);
  const isEmpty = sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '');
  if (isEmpty) return isDemanded ? refused('Field required', 'missing') : undefined;
  switch (field.type) {
    case 'text':
      return readText(sent, field.properties);
    case 'number':
      return readNumber(sent, field.properties);
    case 'date':
      return readDate(sent, field.properties);
    case 'select':
      return readOption(sent, field.properties);
  }
}

function readCheckbox(sent: unknown, isDemanded: boolean): Read {
  const value = sent === undefined || sent === null || sent === '' ? false : truths.get(sent);
  if (value === undefined) return refused('Input should be a valid boolean', 'bool_type');
  return isDemanded && !value ? refused('Input should be True', 'literal_error') : { value };
}

function readText(sent: unknown, { min_length = 0, max_length = LONGEST_TEXT }: CustomFieldWireProperties): Read {
  if (typeof sent !== 'string') return refused('Input should be a valid string', 'string_type');
  const most = Math.min(max_length, LONGEST_TEXT);
  // Characters, not code units; what is far too long is not counted.
  const length = sent.length > 2 * most ? sent.length : [...sent].length;
  if (length < min_length) return refused(`String should have at least ${min_length} characters`, 'string_too_short');
  if (length > most) return refused(`String should have at most ${most} characters`, 'string_too_long');
  return { value: sent };
}

function readNumber(sent: unknown, { ge, le }: CustomFieldWireProperties): Read {
  const value = typeof sent === 'string' && INTEGER.test(sent.trim()) ? Number(sent) : sent;
  if (!Number.isSafeInteger(value)) return refused('Input should be a valid integer', 'int_type');
  // -0 is 0 in JSON.
  return within((value as number) + 0, ge, le);
}

function readDate(sent: unknown, { ge, le }: CustomFieldWireProperties): Read {
  const [, day, time, hours] = (typeof sent === 'string' && DAY.exec(sent.trim())) || [];
  if (day === undefined || !isDay(day))
    return refused('Input should be a valid date, such as 2026-01-31', 'date_parsing');
  if (time !== undefined && !MIDNIGHT.test(hours!))
    return refused(
      'Datetimes provided to dates should have zero time - e.g. be exact dates',
      'date_from_datetime_inexact',
    );
  return within(day, ge === undefined ? undefined : dayOfSeconds(ge), le === undefined ? undefined : dayOfSeconds(le));
}

function readOption(sent: unknown, { options = [] }: CustomFieldWireProperties): Read {
  const option = options.find(({ value }) => value === sent);
  if (option) return { value: option.value };
  const allowed = options.length <= 10 ? ` ${options.map(({ value }) => `'${value}'`).join(', ')}` : ' the options';
  return refused(`Input should be one of${allowed}`, 'literal_error');
}

function within<T extends string | number>(value: T, least: T | undefined, most: T | undefined): Read {
  if (least !== undefined && value < least)
    return refused(`Input should be greater than or equal to ${least}`, 'greater_than_equal');
  if (most !== undefined && value > most)
    return refused(`Input should be less than or equal to ${most}`, 'less_than_equal');
  return { value };
}

/** Forms and links send text. */
const truths = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
]);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return text >= FIRST_DAY && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The UTC day that contains an instant, in seconds since 1970. */
export function dayOfSeconds(seconds: number): string {
  return new Date(Math.floor((seconds * 1000) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

/** Sorts by the time of deletion, and what exists behind it. */
function deletion({ deleted_at }: FieldDefinition): string {
  return deleted_at ?? 'exists';
}

function refused(msg: string, type: string): Read {
  return { error: { msg, type } };
}

const tooLongTogether: Read = refused(`All texts together should have at most ${LONGEST_TEXTS} characters`, 'too_long');
