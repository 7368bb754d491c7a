import type { CustomFieldContent } from '@/api/custom-fields';
import type { CustomField, CustomFieldType } from '@/api/types';
import { dayOfSeconds, secondsOfDay, type CustomFieldShape } from '@/lib/custom-fields';
import { metadataLines, metadataOf, type Metadata, type MetadataLine } from '@/lib/metadata';

/** As the inputs hold it: limits are text, or empty. */
export interface CustomFieldFields {
  type: CustomFieldType;
  name: string;
  slug: string;
  label: string;
  helpText: string;
  placeholder: string;
  textarea: boolean;
  minLength: string;
  maxLength: string;
  least: string;
  greatest: string;
  firstDay: string;
  lastDay: string;
  options: { value: string; label: string }[];
  metadata: MetadataLine[];
}

export const blank: CustomFieldFields = {
  type: 'text',
  name: '',
  slug: '',
  label: '',
  helpText: '',
  placeholder: '',
  textarea: false,
  minLength: '',
  maxLength: '',
  least: '',
  greatest: '',
  firstDay: '',
  lastDay: '',
  options: [{ value: '', label: '' }],
  metadata: [],
};

export function fieldsOf(field: CustomField): CustomFieldFields {
  const { type, name, slug } = field;
  const properties: CustomFieldShape['properties'] = field.properties;
  const { form_label, form_help_text, form_placeholder, textarea, min_length, max_length, ge, le, options } =
    properties;
  const limits =
    type === 'date'
      ? { firstDay: ge === undefined ? '' : dayOfSeconds(ge), lastDay: le === undefined ? '' : dayOfSeconds(le) }
      : { least: String(ge ?? ''), greatest: String(le ?? '') };
  return {
    ...blank,
    ...limits,
    type,
    name,
    slug,
    label: form_label ?? '',
    helpText: form_help_text ?? '',
    placeholder: form_placeholder ?? '',
    textarea: textarea ?? false,
    minLength: String(min_length ?? ''),
    maxLength: String(max_length ?? ''),
    ...(options && { options: options.map(({ value, label }) => ({ value, label })) }),
    metadata: metadataLines(field.metadata),
  };
}

export function contentOf(fields: CustomFieldFields, before?: Metadata): CustomFieldContent {
  const { type, name, slug } = fields;
  const properties = { ...textsOf(fields), ...limitsOf(fields) };
  return { type, name, slug, properties, metadata: metadataOf(fields.metadata, before) };
}

/** The field as its form would show it at the checkout. */
export function shapeOf(fields: CustomFieldFields): CustomFieldShape {
  const { type, slug, properties } = contentOf(fields);
  const known = Object.entries(properties).filter(([, value]) => value !== null);
  const shown = Object.fromEntries(known) as CustomFieldShape['properties'];
  const options = (shown.options ?? []).filter(({ value, label }) => value && label);
  return { type, slug, name: fields.name || 'Name', properties: { ...shown, options } };
}

/** The contract's field names that differ from the form's. */
export function namesIn({ type, options }: CustomFieldFields) {
  const isDate = type === 'date';
  const ofOptions = options.flatMap((_, at) =>
    (['value', 'label'] as const).map((part) => [`properties.options.${at}.${part}`, `options.${at}.${part}`] as const),
  );
  return {
    'properties.form_label': 'label',
    'properties.form_help_text': 'helpText',
    'properties.form_placeholder': 'placeholder',
    'properties.min_length': 'minLength',
    'properties.max_length': 'maxLength',
    'properties.ge': isDate ? 'firstDay' : 'least',
    'properties.le': isDate ? 'lastDay' : 'greatest',
    'properties.options': 'options.0.value',
    ...Object.fromEntries(ofOptions),
  } as const;
}

function textsOf({ label, helpText, placeholder }: CustomFieldFields) {
  return { form_label: label || null, form_help_text: helpText || null, form_placeholder: placeholder || null };
}

function limitsOf(fields: CustomFieldFields): CustomFieldContent['properties'] {
  switch (fields.type) {
    case 'text':
      return {
        textarea: fields.textarea,
        min_length: numberOf(fields.minLength),
        max_length: numberOf(fields.maxLength),
      };
    case 'number':
      return { ge: numberOf(fields.least), le: numberOf(fields.greatest) };
    case 'date':
      return { ge: secondsOf(fields.firstDay), le: secondsOf(fields.lastDay) };
    case 'checkbox':
      return {};
    case 'select':
      return { options: fields.options };
  }
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

function secondsOf(day: string): number | null {
  return day === '' ? null : secondsOfDay(day);
}
