import { Injectable, Param, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { DomainError, InvalidInput, type FieldError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { hasHalfCharacter } from '../../kernel/text.ts';
import type { BodyError } from './request-state.ts';
import { synonymsIn, unify } from './synonyms.ts';

/** Types without rules: parameters of these types are passed on unchanged. */
const PLAIN: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];
/** Levels of objects and lists that a body may have. */
export const MAX_BODY_DEPTH = 50;
const PLACES = { body: 'body', query: 'query', param: 'path', custom: 'custom' } as Record<string, string>;

/** pydantic's error types for class-validator's rules; `value_error` for the rest. */
const TYPES: Readonly<Record<string, string>> = {
  isString: 'string_type',
  isInt: 'int_type',
  isNumber: 'float_type',
  isBoolean: 'bool_type',
  isArray: 'list_type',
  isObject: 'dict_type',
  nestedValidation: 'model_attributes_type',
  isEnum: 'enum',
  isIn: 'literal_error',
  isUuid: 'uuid_parsing',
  isUrl: 'url_parsing',
  isISO8601: 'datetime_parsing',
  isDateString: 'datetime_parsing',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  matches: 'string_pattern_mismatch',
  min: 'greater_than_equal',
  max: 'less_than_equal',
  multipleOf: 'multiple_of',
  arrayMinSize: 'too_short',
  arrayMaxSize: 'too_long',
};

/**
 * Validation of both contracts: DTO classes with class-validator's rules; fields without a rule are dropped.
 * It is synchronous, so that `/api/auth` reports an invalid shape before a missing session.
 */
@Injectable()
export class BillingValidation implements PipeTransform {
  /** @throws InvalidInput with every refused field */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const dto = validated(value, metadata, (fields) => new InvalidInput(fields));
    if (dto === value) return value;
    const unreadable = unreadableTexts(dto, [PLACES[metadata.type]!]);
    if (unreadable.length > 0) throw new InvalidInput(unreadable);
    return dto;
  }
}

@Injectable()
export class AuthValidation implements PipeTransform {
  /** @throws DomainError VALIDATION_ERROR */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    return validated(value, metadata, () => authShapeError(metadata.type === 'query' ? 'query' : 'body'));
  }
}

/** The error for an unreadable or unacceptable body, in the billing contract's format. */
export function bodyRefusal(error: BodyError): DomainError {
  switch (error) {
    case 'too-large':
      return new DomainError('PayloadTooLarge', 'The body is too large', 413);
    case 'too-deep':
      return InvalidInput.at('body', `Input is nested more than ${MAX_BODY_DEPTH} levels deep`, 'recursion_loop');
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
  const at = (field: FieldError['loc'] | undefined) =>
    field ? refuse([{ loc: field, msg: 'This key cannot be used', type: 'value_error' }]) : notAnObject();
  const dto = instanceOf(metatype!, value, () => at(placeOf('constructor', value, [place])));
  const errors = brokenIn(dto, () => {
    const unreadable = unreadableTexts(dto, [place]);
    return unreadable.length > 0 ? refuse(unreadable) : notAnObject();
  });
  if (errors.length > 0) throw refuse(fieldErrors(errors, [place]));
  const differing = unify(dto as Record<string, unknown>, synonymsIn(dto), place);
  if (differing.length > 0) throw refuse(differing);
  return withoutUnset(dto);
}

/** Whether a value has more than the given levels of objects and lists. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** class-transformer throws on a key `constructor` at any depth; such a body is refused. */
function instanceOf(type: NonNullable<ArgumentMetadata['metatype']>, value: object, refuse: () => Error): object {
  try {
    return plainToInstance(type, value) as object;
  } catch {
    throw refuse();
  }
}

/** Some of class-validator's rules throw on a lone surrogate, such as `\ud800`. */
function brokenIn(dto: object, refuse: () => Error): ValidationError[] {
  try {
    return validateSync(dto, { whitelist: true, forbidUnknownValues: false });
  } catch {
    throw refuse();
  }
}

type Loc = FieldError['loc'];

/** Texts with NUL or half a character, which are not valid Unicode: neither every store nor every client could keep them. */
function unreadableTexts(value: unknown, loc: Loc): FieldError[] {
  if (typeof value === 'string') return isReadable(value) ? [] : [unreadable(loc)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner, index) => unreadableTexts(inner, [...loc, index]));
  return Object.entries(value).flatMap(([key, inner]) =>
    isReadable(key) ? unreadableTexts(inner, [...loc, key]) : [unreadable(loc)],
  );
}

function isReadable(text: string): boolean {
  return !text.includes('\0') && !hasHalfCharacter(text);
}

function unreadable(loc: Loc): FieldError {
  return { loc, msg: 'Text should not contain NUL characters or unpaired surrogates', type: 'string_unicode' };
}

/** Where a value has a key of this name. */
function placeOf(key: string, value: unknown, loc: Loc): Loc | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, key)) return [...loc, key];
  for (const [name, inner] of Object.entries(value)) {
    const found = placeOf(key, inner, [...loc, Array.isArray(value) ? Number(name) : name]);
    if (found) return found;
  }
  return undefined;
}

/** Removes fields that were not sent: class fields start as undefined, which a spread would copy. */
function withoutUnset(value: object): object {
  for (const [key, inner] of Object.entries(value) as [keyof typeof value, unknown][]) {
    if (inner === undefined) delete value[key];
    else if (typeof inner === 'object' && inner !== null) withoutUnset(inner);
  }
  return value;
}

function fieldErrors(errors: readonly ValidationError[], above: (string | number)[]): FieldError[] {
  return errors.flatMap((error) => {
    const loc = [...above, Array.isArray(error.target) ? Number(error.property) : error.property];
    const own = Object.entries(error.constraints ?? {});
    return [...(own.length > 0 ? [fieldError(error, loc, own)] : []), ...fieldErrors(error.children ?? [], loc)];
  });
}

function fieldError(error: ValidationError, loc: (string | number)[], broken: [string, string][]): FieldError {
  if (error.value === undefined) return { loc, msg: 'Field required', type: 'missing' };
  // The most basic error: a number instead of a string is not also reported as too short.
  const [rule, msg] = broken.find(([name]) => TYPES[name]?.endsWith('_type')) ?? broken[0]!;
  return { loc, msg, type: TYPES[rule] ?? 'value_error' };
}
