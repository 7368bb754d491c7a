import { Injectable, Param, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError, InvalidInput, type FieldError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { mostBytes, mostValues } from './bodies/body-bounds.ts';
import { DtoReading } from './dto-reading.ts';
import { MAX_BODY_DEPTH } from './bodies/json-bounds.ts';
import type { BodyError } from './request-state.ts';
import { synonymsIn, unify } from './synonyms.ts';

/** Types without rules: parameters of these types are passed on unchanged. */
const PLAIN: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];
const PLACES = { body: 'body', query: 'query', param: 'path', custom: 'custom' } as Record<string, string>;

/**
 * Validation of both contracts: DTO classes with class-validator's rules; fields without a rule are dropped (`DtoReading`).
 * It is synchronous, so that `/api/auth` reports an invalid shape before a missing session.
 */
@Injectable()
export class BillingValidation implements PipeTransform {
  /** @throws InvalidInput with every refused field */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    return validated(value, metadata, (fields) => new InvalidInput(fields));
  }
}

@Injectable()
export class AuthValidation implements PipeTransform {
  /** @throws DomainError VALIDATION_ERROR */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    return validated(value, metadata, () => authShapeError(metadata.type === 'query' ? 'query' : 'body'));
  }
}

/** The error for an unreadable or unacceptable body of a request, in the billing contract's format. */
export function bodyRefusal(error: BodyError, request: FastifyRequest): DomainError {
  switch (error) {
    case 'too-large':
      return new DomainError('PayloadTooLarge', `The body has more than ${mostBytes(request)} bytes`, 413);
    case 'too-deep':
      return InvalidInput.at('body', `Input is nested more than ${MAX_BODY_DEPTH} levels deep`, 'recursion_loop');
    case 'too-many':
      return InvalidInput.at('body', `Input has more than ${mostValues(request)} values`, 'too_long');
    case 'unreadable':
      return InvalidInput.at('body', 'The body is not valid JSON', 'json_invalid');
  }
}

/** @throws InvalidInput the body is not JSON; any page could send a form without a preflight */
export function demandJson(request: FastifyRequest): void {
  if (hasBody(request) && !isJson(request))
    throw InvalidInput.at('body', 'The body must be JSON, with content-type application/json', 'json_type');
}

/** Whether the body is said to be JSON, in any charset. */
export function isJson({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase() === 'application/json';
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function authShapeError(place: 'body' | 'query'): DomainError {
  return new DomainError('VALIDATION_ERROR', `Invalid ${place} parameters`, 400);
}

/** A path parameter that is a UUID; 422 if malformed (docs/BILLING.md#paths). */
export function Id(name = 'id'): ParameterDecorator {
  return Param(name, {
    /** For the OpenAPI document. */
    schema: { format: 'uuid' },
    transform(value: string): string {
      if (isUuid(value.toLowerCase())) return value.toLowerCase();
      throw InvalidInput.at(`path.${name}`, 'Input should be a valid UUID', 'uuid_parsing');
    },
  } as PipeTransform);
}

function validated(value: unknown, metadata: ArgumentMetadata, refuse: (fields: FieldError[]) => Error): unknown {
  const { metatype, type } = metadata;
  if (type === 'custom' || metadata.data !== undefined || PLAIN.includes(metatype)) return value;
  const place = PLACES[type]!;
  if (type === 'body' && value === undefined) throw refuse([{ loc: [place], msg: 'Field required', type: 'missing' }]);
  const notAnObject = () =>
    refuse([{ loc: [place], msg: 'Input should be a valid object', type: 'model_attributes_type' }]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject();
  const reading = new DtoReading();
  const dto = reading.object(metatype as Type<object>, value, [place]);
  if (reading.errors.length > 0) throw refuse(reading.errors);
  const differing = unify(dto as Record<string, unknown>, synonymsIn(dto), place);
  if (differing.length > 0) throw refuse(differing);
  return dto;
}
