import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { metadataError } from './metadata.ts';

export class Pagination {
  total_count: number;
  max_page: number;
}

/** Metadata by the contract's limits (BILLING_FACTS §1). */
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

/** Tells the OpenAPI document of a map of texts, numbers and switches. */
export function ApiMetadata({ optional = false } = {}): PropertyDecorator {
  const oneOf = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
  return (optional ? ApiPropertyOptional : ApiProperty)({ type: 'object', additionalProperties: { oneOf } });
}

/** An empty text is null (BILLING_FACTS §1, Strings). */
export function EmptyIsNull(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (value === '' ? null : value));
}
