import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Nested, NestedEach, ReadTextAs } from '../../../app/http/dto.ts';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotIn,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata, EmptyIsNull, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';
import type { CustomFieldType } from './custom-field.events.ts';
import { LONGEST_TEXT, MOST_OPTIONS, RESERVED_KEYS } from './custom-field-properties.rules.ts';

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'checkbox', 'select'] as const;
const SLUG = /^[a-z0-9_-]+$/;
const SLUG_RULE = { message: 'Use lower-case letters, digits, hyphens and underscores' };
const RESERVED = { message: 'This slug is reserved' };

/** Slugs are lower-cased (docs/BILLING.md#custom-fields). */
function LowerCase(): PropertyDecorator {
  return ReadTextAs((text) => text.toLowerCase());
}

export class CustomFieldOptionInput {
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  value: string;
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  label: string;
}

/** Properties of all types; those of other types are ignored. */
export class CustomFieldPropertiesInput {
  /** Shown instead of the field's name. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  form_label?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  @EmptyIsNull()
  form_help_text?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(500)
  @EmptyIsNull()
  form_placeholder?: string | null;
  /** Of a text: whether it has several lines. */
  @IsOptional()
  @IsBoolean()
  textarea?: boolean | null;
  /** Of a text, in characters. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_TEXT)
  min_length?: number | null;
  /** Of a text, in characters; 5,000 without. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_TEXT)
  max_length?: number | null;
  /** Of a number; of a date in seconds since 1970. */
  @IsOptional()
  @IsInt()
  @Min(Number.MIN_SAFE_INTEGER)
  @Max(Number.MAX_SAFE_INTEGER)
  ge?: number | null;
  /** Of a number; of a date in seconds since 1970. */
  @IsOptional()
  @IsInt()
  @Min(Number.MIN_SAFE_INTEGER)
  @Max(Number.MAX_SAFE_INTEGER)
  le?: number | null;
  /** Of a select, with different values; required. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_OPTIONS)
  @NestedEach(() => CustomFieldOptionInput)
  options?: CustomFieldOptionInput[] | null;
}

export class CustomFieldCreate {
  @ApiProperty({ enum: CUSTOM_FIELD_TYPES })
  @IsIn(CUSTOM_FIELD_TYPES)
  type: CustomFieldType;
  /** The key of its values, unique in the organization; capitals become small letters. */
  @LowerCase()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  @Matches(SLUG, SLUG_RULE)
  @IsNotIn(RESERVED_KEYS, RESERVED)
  slug: string;
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  name: string;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @IsObject()
  @Nested(() => CustomFieldPropertiesInput)
  properties: CustomFieldPropertiesInput;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

export class CustomFieldUpdate {
  /** Can't be changed, and must be repeated. */
  @ApiProperty({ enum: CUSTOM_FIELD_TYPES })
  @IsIn(CUSTOM_FIELD_TYPES)
  type: CustomFieldType;
  /** Values that buyers have entered are shown under the new slug. */
  @IsOptional()
  @LowerCase()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  @Matches(SLUG, SLUG_RULE)
  @IsNotIn(RESERVED_KEYS, RESERVED)
  slug?: string | null;
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  name?: string | null;
  /** Replaces all properties. */
  @IsOptional()
  @IsObject()
  @Nested(() => CustomFieldPropertiesInput)
  properties?: CustomFieldPropertiesInput | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

class CustomFieldFormTexts {
  form_label?: string;
  form_help_text?: string;
  form_placeholder?: string;
}

export class CustomFieldTextProperties extends CustomFieldFormTexts {
  textarea?: boolean;
  min_length?: number;
  max_length?: number;
}

export class CustomFieldNumberProperties extends CustomFieldFormTexts {
  ge?: number;
  le?: number;
}

export class CustomFieldDateProperties extends CustomFieldFormTexts {
  /** In seconds since 1970. */
  ge?: number;
  /** In seconds since 1970. */
  le?: number;
}

export class CustomFieldCheckboxProperties extends CustomFieldFormTexts {}

export class CustomFieldSelectOption {
  value: string;
  label: string;
}

export class CustomFieldSelectProperties extends CustomFieldFormTexts {
  options: CustomFieldSelectOption[];
}

class CustomFieldBase {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiMetadata()
  metadata: Metadata;
  slug: string;
  name: string;
  organization_id: string;
}

export class CustomFieldText extends CustomFieldBase {
  @ApiProperty({ enum: ['text'] })
  type: 'text';
  properties: CustomFieldTextProperties;
}

export class CustomFieldNumber extends CustomFieldBase {
  @ApiProperty({ enum: ['number'] })
  type: 'number';
  properties: CustomFieldNumberProperties;
}

export class CustomFieldDate extends CustomFieldBase {
  @ApiProperty({ enum: ['date'] })
  type: 'date';
  properties: CustomFieldDateProperties;
}

export class CustomFieldCheckbox extends CustomFieldBase {
  @ApiProperty({ enum: ['checkbox'] })
  type: 'checkbox';
  properties: CustomFieldCheckboxProperties;
}

export class CustomFieldSelect extends CustomFieldBase {
  @ApiProperty({ enum: ['select'] })
  type: 'select';
  properties: CustomFieldSelectProperties;
}

export type CustomField =
  CustomFieldText | CustomFieldNumber | CustomFieldDate | CustomFieldCheckbox | CustomFieldSelect;

/** The classes of all types, for `@ApiExtraModels`. */
export const CUSTOM_FIELD_MODELS = [
  CustomFieldText,
  CustomFieldNumber,
  CustomFieldDate,
  CustomFieldCheckbox,
  CustomFieldSelect,
] as const;

/** The schema of one custom field. */
export const CUSTOM_FIELD_SCHEMA = {
  oneOf: CUSTOM_FIELD_MODELS.map((model) => ({ $ref: getSchemaPath(model) })),
  discriminator: {
    propertyName: 'type',
    mapping: {
      text: getSchemaPath(CustomFieldText),
      number: getSchemaPath(CustomFieldNumber),
      date: getSchemaPath(CustomFieldDate),
      checkbox: getSchemaPath(CustomFieldCheckbox),
      select: getSchemaPath(CustomFieldSelect),
    },
  },
};

/** A custom field as a product asks for it. */
@ApiExtraModels(...CUSTOM_FIELD_MODELS)
export class AttachedCustomField {
  custom_field_id: string;
  @ApiProperty(CUSTOM_FIELD_SCHEMA)
  custom_field: CustomField;
  /** Its place in the form, from 0. */
  order: number;
  required: boolean;
}

@ApiExtraModels(...CUSTOM_FIELD_MODELS)
export class CustomFieldList {
  @ApiProperty({ type: 'array', items: CUSTOM_FIELD_SCHEMA })
  items: CustomField[];
  pagination: Pagination;
}
