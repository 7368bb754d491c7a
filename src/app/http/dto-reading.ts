import type { Type } from '@nestjs/common';
import { MOST_FIELDS, type FieldError } from '../../kernel/errors.ts';
import { isReadableText } from '../../kernel/text.ts';
import { fieldsOf, type Field } from './dto.ts';

/** pydantic's error types for class-validator's rules; `value_error` for the rest. */
const TYPES: Readonly<Record<string, string>> = {
  isString: 'string_type',
  isInt: 'int_type',
  isNumber: 'float_type',
  isBoolean: 'bool_type',
  isArray: 'list_type',
  isObject: 'dict_type',
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

/** Keys that mean something else to code that copies objects. */
const UNUSABLE = new Set(['__proto__', 'constructor']);

type Loc = FieldError['loc'];

/**
 * Reads what was sent as the instance of a class, and collects what is wrong with it. Only fields with a rule are looked at, so that what else was
 * sent costs nothing; no list or text that is too long is looked into; and there is an end when enough is wrong.
 */
export class DtoReading {
  readonly errors: FieldError[] = [];

  /** Complete if there are no errors. */
  object<T extends object>(dto: Type<T>, given: object, loc: Loc): T {
    const instance = new dto();
    const fields = fieldsOf(dto).filter(({ name }) => Object.hasOwn(given, name));
    for (const { name, read } of fields) {
      const value: unknown = Reflect.get(given, name);
      Reflect.set(instance, name, read ? read(value) : value);
    }
    for (const field of fieldsOf(dto)) {
      if (this.errors.length >= MOST_FIELDS) break;
      const value: unknown = Reflect.get(instance, field.name);
      if (value === undefined) Reflect.deleteProperty(instance, field.name);
      const read = this.field(field, instance, value, [...loc, field.name]);
      if (read !== value) Reflect.set(instance, field.name, read);
    }
    return instance;
  }

  /** @returns its value, with objects as instances of their classes */
  private field(field: Field, instance: object, value: unknown, loc: Loc): unknown {
    const { length, rules, nesting } = field;
    const isRuled = field.conditions.every((isMet) => isMet(instance, value));
    const tooLong = isRuled && isLong(value, length?.name) ? length!.broken(instance, value) : undefined;
    if (tooLong !== undefined) return this.refuse(loc, tooLong, TYPES[length!.name]!);
    if (!nesting && !this.isReadable(value, loc)) return undefined;
    if (!isRuled) return value;
    const broken = rules.flatMap((rule) => {
      const message = rule.broken(instance, value);
      return message === undefined ? [] : [{ name: rule.name, message }];
    });
    if (broken.length > 0) {
      if (value === undefined) return this.refuse(loc, 'Field required', 'missing');
      // The most basic error: a number instead of a string is not also reported as too short.
      const { name, message } = broken.find((one) => TYPES[one.name]?.endsWith('_type')) ?? broken[0]!;
      return this.refuse(loc, message, TYPES[name] ?? 'value_error');
    }
    return nesting && value !== undefined ? this.nested(nesting, value, loc) : value;
  }

  private nested({ type, each }: NonNullable<Field['nesting']>, value: unknown, loc: Loc): unknown {
    if (!each) return this.one(type(), value, loc);
    if (!Array.isArray(value)) return this.refuse(loc, 'Input should be a valid list', 'list_type');
    const read: unknown[] = [];
    for (const [index, one] of value.entries()) {
      if (this.errors.length >= MOST_FIELDS) break;
      read.push(this.one(type(), one, [...loc, index]));
    }
    return read;
  }

  private one(dto: Type<object>, value: unknown, loc: Loc): object | undefined {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return this.object(dto, value, loc);
    return this.refuse(loc, 'Input should be a valid object', 'model_attributes_type');
  }

  /** Neither every store nor every client could keep a text with NUL or half a character, which is not valid Unicode. */
  private isReadable(value: unknown, loc: Loc): boolean {
    if (typeof value === 'string') {
      if (isReadableText(value)) return true;
      this.refuse(loc, 'Text should not contain NUL characters or unpaired surrogates', 'string_unicode');
      return false;
    }
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return value.every((inner, index) => this.isReadable(inner, [...loc, index]));
    return Object.entries(value).every(([key, inner]) => {
      if (!isReadableText(key)) return this.isReadable(key, loc);
      if (!UNUSABLE.has(key)) return this.isReadable(inner, [...loc, key]);
      this.refuse([...loc, key], 'This key cannot be used', 'value_error');
      return false;
    });
  }

  private refuse(loc: Loc, msg: string, type: string): undefined {
    this.errors.push({ loc, msg, type });
  }
}

function isLong(value: unknown, rule: string | undefined): boolean {
  return rule === 'arrayMaxSize' ? Array.isArray(value) : rule === 'maxLength' && typeof value === 'string';
}
