import { EMPTY_IS_NULL } from '../../app/http/openapi/openapi-schemas.ts';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { ReadAs } from '../../app/http/dto.ts';
import { registerDecorator, ValidateBy } from 'class-validator';
import { metadataError } from './metadata.ts';

/** Validates metadata against the contract's limits (docs/BILLING.md#metadata). */
export function IsMetadata(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isMetadata',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: (value: unknown) => metadataError(value) === undefined,
        defaultMessage: (of) => metadataError(of?.value) ?? '',
      },
    });
}

/** Describes metadata in the OpenAPI document. */
export function ApiMetadata({ optional = false, nullable = false } = {}): PropertyDecorator {
  const oneOf = [{ type: 'string', minLength: 1, maxLength: 500 }, { type: 'number' }, { type: 'boolean' }];
  const limits = { maxProperties: 50, propertyNames: { minLength: 1, maxLength: 40 } };
  return (optional ? ApiPropertyOptional : ApiProperty)({
    type: 'object',
    ...limits,
    additionalProperties: { oneOf },
    ...(nullable && { nullable }),
  } as ApiPropertyOptions);
}

/** Values by the slug of a custom field. */
export type CustomFieldData = Record<string, string | number | boolean | null>;

export function ApiCustomFieldData({ optional = false } = {}): PropertyDecorator {
  const oneOf = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
  return (optional ? ApiPropertyOptional : ApiProperty)({
    type: 'object',
    additionalProperties: { oneOf, nullable: true },
  });
}

/** Turns an empty string into null (docs/BILLING.md#nulls-dates-and-strings). */
export function EmptyIsNull(): PropertyDecorator {
  const transform = ReadAs((value) => (value === '' ? null : value));
  return (target, property) => {
    transform(target, property);
    Reflect.defineMetadata(EMPTY_IS_NULL, true, target, property);
  };
}

/** A page that a browser may be sent to, such as after a payment; `{CHECKOUT_ID}` may be a part of it. */
export function IsWebUrl(): PropertyDecorator {
  // Refuses what a parser would drop or change, because the text is stored and sent to browsers as it is.
  const validate = (value: unknown) =>
    typeof value === 'string' &&
    /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value) &&
    URL.canParse(value.replaceAll('{CHECKOUT_ID}', 'id'));
  return ValidateBy({ name: 'isUrl', validator: { validate, defaultMessage: () => 'Input should be a valid URL' } });
}
