import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { Nested, NestedEach, ReadAs } from '../../src/app/http/dto.ts';
import { DtoReading } from '../../src/app/http/dto-reading.ts';

let asked = 0;

class Part {
  @IsInt({ message: '$property is no number' })
  @Min(1)
  number: number;
}

class Parcel {
  @IsString()
  @MaxLength(5)
  @ValidateBy({ name: 'counted', validator: { validate: () => (asked += 1) > 0 } })
  name = 'none';
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(3)
  labels?: unknown[];
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @NestedEach(() => Part)
  parts?: Part[];
  @IsOptional()
  @Nested(() => Part)
  first?: Part | null;
  @IsOptional()
  data?: unknown;
  @ValidateIf(({ name }: Parcel) => name === 'dear')
  @ReadAs((value) => (typeof value === 'string' ? Number(value) : value))
  @IsInt()
  worth?: number;
}

function read(given: object) {
  const reading = new DtoReading();
  return { parcel: reading.object(Parcel, given, ['body']), errors: reading.errors };
}

/** What is read of an object, in all that it holds. */
function watched<T extends object>(given: T): { given: T; keys: string[] } {
  const keys: string[] = [];
  const watch = <O extends object>(value: O): O =>
    new Proxy(value, {
      get(target, key) {
        const inner: unknown = Reflect.get(target, key);
        if (typeof key === 'string') keys.push(key);
        return typeof inner === 'object' && inner !== null ? watch(inner) : inner;
      },
    });
  return { given: watch(given), keys };
}

describe('a request', () => {
  it('is read as the instance of its class, with those in it', () => {
    const { parcel, errors } = read({
      name: 'dear',
      parts: [{ number: 1, other: 2 }],
      first: { number: 2 },
      worth: '3',
    });
    expect(errors).toEqual([]);
    expect(parcel).toEqual(
      Object.assign(new Parcel(), { name: 'dear', parts: [{ number: 1 }], first: { number: 2 }, worth: 3 }),
    );
    expect([parcel.parts![0], parcel.first].every((part) => part instanceof Part)).toBe(true);
  });

  it('has what its class presets, and no fields that are missing', () => {
    expect(Object.entries(read({}).parcel)).toEqual([['name', 'none']]);
  });

  it('is not looked at beyond the fields that have rules', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, {}]));
    const { given, keys } = watched({ ...unknown, name: 'a', __proto__: null });
    expect(read(given).errors).toEqual([]);
    expect(keys).toEqual(['name']);
  });

  it('is not looked into where a list or text is too long', () => {
    asked = 0;
    const { given, keys } = watched({ name: 'a', labels: ['a', 'b', 'c', 'd'], parts: Array(101).fill({}) });
    expect(read(given).errors).toEqual([
      { loc: ['body', 'labels'], msg: 'labels must contain no more than 3 elements', type: 'too_long' },
      { loc: ['body', 'parts'], msg: 'parts must contain no more than 100 elements', type: 'too_long' },
    ]);
    expect(keys.filter((key) => /\d|^number$/.test(key))).toEqual([]);
    expect(asked).toBe(1);
    expect(read({ name: 'too long' }).errors).toMatchObject([{ loc: ['body', 'name'], type: 'string_too_long' }]);
    expect(asked).toBe(1);
  });

  it('is read no further when fifty fields are wrong', () => {
    const { given, keys } = watched({ parts: Array.from({ length: 100 }, () => ({ number: 0 })), data: 1 });
    expect(read(given).errors).toHaveLength(50);
    expect(keys.filter((key) => key === 'number')).toHaveLength(50);
  });

  it.each<[object, (string | number)[], string, string]>([
    [{ first: [] }, ['first'], 'Input should be a valid object', 'model_attributes_type'],
    [{ first: 1 }, ['first'], 'Input should be a valid object', 'model_attributes_type'],
    [{ parts: {} }, ['parts'], 'parts must be an array', 'list_type'],
    [{ parts: [[{ number: 1 }]] }, ['parts', 0], 'Input should be a valid object', 'model_attributes_type'],
    [{ parts: [{ number: 1 }, null] }, ['parts', 1], 'Input should be a valid object', 'model_attributes_type'],
    [{ parts: [{}] }, ['parts', 0, 'number'], 'Field required', 'missing'],
    [{ parts: [{ number: 'x' }] }, ['parts', 0, 'number'], 'number is no number', 'int_type'],
    [{ first: { number: -1 } }, ['first', 'number'], 'number must not be less than 1', 'greater_than_equal'],
    [
      { data: { a: ['\0'] } },
      ['data', 'a', 0],
      'Text should not contain NUL characters or unpaired surrogates',
      'string_unicode',
    ],
    [
      { data: { '\ud800': 1 } },
      ['data'],
      'Text should not contain NUL characters or unpaired surrogates',
      'string_unicode',
    ],
    [{ data: { constructor: 1 } }, ['data', 'constructor'], 'This key cannot be used', 'value_error'],
    [
      JSON.parse('{"data":{"a":{"__proto__":{}}}}'),
      ['data', 'a', '__proto__'],
      'This key cannot be used',
      'value_error',
    ],
  ])('of %j is refused at %j: %s', (given, at, msg, type) => {
    expect(read(given).errors).toEqual([{ loc: ['body', ...at], msg, type }]);
  });
});
