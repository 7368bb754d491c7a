import { describe, expect, it } from '@jest/globals';
import { CheckoutPublicCustomFieldData$inboundSchema } from '@polar-sh/sdk/models/components/checkoutpublic.js';
import { customFieldDecider } from '../../../src/features/billing/custom-fields/custom-field.decider.ts';
import { customFieldOwns } from '../../../src/features/billing/custom-fields/custom-field.claims.ts';
import type {
  CustomFieldEvent,
  CustomFieldProperties,
} from '../../../src/features/billing/custom-fields/custom-field.events.ts';
import { customFieldSlugsProcess } from '../../../src/features/billing/custom-fields/custom-field.process.ts';
import { customFieldProjection } from '../../../src/features/billing/custom-fields/custom-field.projection.ts';
import {
  customFieldDataOf,
  readCustomFieldData,
  type AttachedField,
  type CustomFieldValue,
  type FieldDefinition,
} from '../../../src/features/billing/custom-fields/custom-field-values.rules.ts';
import { Random } from '../../support/contract-tools.ts';
import { documentsOf, recorded, specOf } from '../../support/given.ts';

const form = { label: null, helpText: null, placeholder: null };
const claimOf = (slug: string) => ({ kind: 'customfield-slug', digest: slug });
const text: CustomFieldProperties = { type: 'text', form, isTextarea: false, minLength: null, maxLength: null };
const data = {
  customFieldId: 'f1',
  organizationId: 'o1',
  slug: 'company',
  slugClaim: claimOf('company'),
  name: 'Company',
  properties: text,
  metadata: {},
};
const created: CustomFieldEvent = { type: 'CustomFieldCreated', data };
const renamed: CustomFieldEvent = {
  type: 'CustomFieldUpdated',
  data: {
    customFieldId: 'f1',
    slug: 'employer',
    slugClaim: claimOf('employer'),
    releasedSlugClaim: claimOf('company'),
  },
};
const deleted: CustomFieldEvent = {
  type: 'CustomFieldDeleted',
  data: { customFieldId: 'f1', organizationId: 'o1', released: claimOf('employer') },
};

describe('the custom field decider', () => {
  const given = specOf(customFieldDecider);
  const update = (changes: object) =>
    ({ type: 'UpdateCustomField', data: { customFieldId: 'f1', type: 'text', ...changes } }) as const;

  it('creates once', () => {
    given().when({ type: 'CreateCustomField', data }).then(created);
    given(created).when({ type: 'CreateCustomField', data }).then();
  });

  it('records only what has changed', () => {
    given(created)
      .when(update({ name: 'Company', slug: 'company', properties: text, metadata: {} }))
      .then();
    given(created)
      .when(update({ name: 'Firm', metadata: {} }))
      .then({ type: 'CustomFieldUpdated', data: { customFieldId: 'f1', name: 'Firm' } });
  });

  it('moves from one slug to another with both claims', () =>
    given(created)
      .when(update({ slug: 'employer', slugClaim: claimOf('employer') }))
      .then(renamed));

  it('never changes its type', () => {
    const number = { type: 'number', form, min: null, max: null } as const;
    given(created)
      .when(update({ type: 'number', properties: number }))
      .thenRefusedAt('body.type');
  });

  it('refuses a slug that it held for too long', () => {
    const forfeited: CustomFieldEvent = { type: 'ClaimForfeited', data: claimOf('employer') };
    given(created, forfeited)
      .when(update({ slug: 'employer', slugClaim: claimOf('employer') }))
      .thenRefused('ClaimForfeited');
    given({ type: 'ClaimForfeited', data: claimOf('company') })
      .when({ type: 'CreateCustomField', data })
      .thenRefused('ClaimForfeited');
  });

  it('deletes once, and releases the slug that it has by then', () => {
    const remove = { type: 'DeleteCustomField', data: { customFieldId: 'f1' } } as const;
    given(created, renamed).when(remove).then(deleted);
    given(created, renamed, deleted).when(remove).thenRefused('ResourceNotFound');
    given(created, renamed, deleted)
      .when(update({ name: 'Late' }))
      .thenRefused('ResourceNotFound');
  });

  const option = (value: string) => ({ value, label: value });
  it.each<[string, CustomFieldProperties, string[]]>([
    ['a select without options', { type: 'select', form, options: [] }, ['body.properties.options']],
    [
      'two options with one value',
      { type: 'select', form, options: [option('a'), option('b'), option('a')] },
      ['body.properties.options.2.value'],
    ],
    [
      'more text in options than an event holds',
      { type: 'select', form, options: Array.from({ length: 41 }, (_, n) => option(String(n).padEnd(250, '.'))) },
      ['body.properties.options'],
    ],
    ['a shortest length above the longest', { ...text, minLength: 3, maxLength: 2 }, ['body.properties.max_length']],
    ['a least number above the greatest', { type: 'number', form, min: 1, max: 0 }, ['body.properties.le']],
    ['days that have no name', { type: 'date', form, min: 0, max: 253_402_300_800 }, ['body.properties.le']],
  ])('refuses %s', (_, properties, paths) => {
    given()
      .when({ type: 'CreateCustomField', data: { ...data, properties } })
      .thenRefusedAt(...paths);
    given({ ...created, data: { ...data, properties: { ...properties, options: [option('x')] } as never } })
      .when(update({ type: properties.type, properties }))
      .thenRefusedAt(...paths);
  });

  it('owns the slug that it has now, until it is deleted', () => {
    const owns = (slug: string, ...events: CustomFieldEvent[]) =>
      customFieldOwns(
        events.map((event) => recorded(event)),
        claimOf(slug),
      );
    expect(owns('company', created)).toBe(true);
    expect(owns('company', created, renamed)).toBe(false);
    expect(owns('employer', created, renamed)).toBe(true);
    expect(owns('employer', created, renamed, deleted)).toBe(false);
  });

  it('settles every claim that an event names', () => {
    const claims = (event: CustomFieldEvent) =>
      customFieldSlugsProcess.react(recorded(event)).map(({ data }) => (data as { claims: unknown }).claims);
    expect(claims(created)).toEqual([[claimOf('company')]]);
    expect(claims(renamed)).toEqual([[claimOf('employer'), claimOf('company')]]);
    expect(claims(deleted)).toEqual([[claimOf('employer')]]);
    expect(claims({ type: 'CustomFieldUpdated', data: { customFieldId: 'f1', name: 'A' } })).toEqual([]);
  });

  it('is kept after it is deleted, with its last slug', () => {
    const documents = documentsOf(
      customFieldProjection,
      [created, renamed, deleted].map((event) => recorded(event as never)),
    );
    expect(documents.f1).toMatchObject({ slug: 'employer', type: 'text', deleted_at: expect.any(String) });
  });
});

describe('values of custom fields', () => {
  const define = (type: FieldDefinition['type'], properties: FieldDefinition['properties'] = {}): FieldDefinition => ({
    id: `id-of-${type}`,
    slug: type,
    type,
    properties,
    deleted_at: null,
  });
  const sizes = { options: ['S', 'M', 'L'].map((value) => ({ value, label: `Size ${value}` })) };
  const day = (iso: string) => Date.parse(iso) / 1000;
  const reading = (field: FieldDefinition, sent: unknown, required = false) => {
    const raw = sent === undefined ? {} : { [field.slug]: sent };
    const { values, errors } = readCustomFieldData([{ field, required }], raw, { enforceRequired: true });
    if (errors.length === 0) return values[field.id];
    expect(errors[0]!.loc).toEqual(['body', 'custom_field_data', field.slug]);
    return errors.map(({ type }) => type);
  };

  it.each<[string, FieldDefinition, unknown, CustomFieldValue | undefined | string[]]>([
    ['text', define('text'), ' As it is ', ' As it is '],
    ['a text that looks like a number', define('text'), '42', '42'],
    ['a number as text', define('text'), 42, ['string_type']],
    ['an object as text', define('text'), { a: 1 }, ['string_type']],
    ['an empty text', define('text'), '', undefined],
    ['the shortest text', define('text', { min_length: 2 }), 'ab', 'ab'],
    ['too short a text', define('text', { min_length: 2 }), 'a', ['string_too_short']],
    ['the longest text, counted in characters', define('text', { max_length: 2 }), '😀😀', '😀😀'],
    ['too long a text', define('text', { max_length: 2 }), 'abc', ['string_too_long']],
    ['a text as long as any', define('text'), 'x'.repeat(5_000), 'x'.repeat(5_000)],
    ['a text longer than any', define('text'), 'x'.repeat(5_001), ['string_too_long']],
    ['a text of a million characters', define('text'), 'x'.repeat(1_000_000), ['string_too_long']],
    ['a number', define('number'), 42, 42],
    ['zero', define('number', { ge: 0 }), 0, 0],
    ['minus zero', define('number'), -0, 0],
    ['a number that a form sends', define('number'), ' -42 ', -42],
    ['a fraction', define('number'), 1.5, ['int_type']],
    ['a fraction as text', define('number'), '1.5', ['int_type']],
    ['a number beyond what JSON carries exactly', define('number'), 2 ** 53, ['int_type']],
    ['no number', define('number'), 'forty', ['int_type']],
    ['true as a number', define('number'), true, ['int_type']],
    ['the least number', define('number', { ge: 3, le: 5 }), 3, 3],
    ['less than the least', define('number', { ge: 3, le: 5 }), 2, ['greater_than_equal']],
    ['the greatest number', define('number', { ge: 3, le: 5 }), 5, 5],
    ['more than the greatest', define('number', { ge: 3, le: 5 }), 6, ['less_than_equal']],
    ['a day', define('date'), '2026-01-31', '2026-01-31'],
    ['a leap day', define('date'), '2028-02-29', '2028-02-29'],
    ['a day as the SDK sends it', define('date'), '2026-01-31T00:00:00.000Z', '2026-01-31'],
    ['a midnight elsewhere', define('date'), '2026-01-31T00:00:00+02:00', '2026-01-31'],
    ['another time of a day', define('date'), '2026-01-30T23:00:00.000Z', ['date_from_datetime_inexact']],
    ['a day that does not exist', define('date'), '2026-02-30', ['date_parsing']],
    ['the year 0', define('date'), '0000-01-01', ['date_parsing']],
    ['a date in words', define('date'), '31 January', ['date_parsing']],
    ['a time stamp', define('date'), 1_767_225_600, ['date_parsing']],
    // The limit is at noon: the whole day is within it.
    ['the first day', define('date', { ge: day('2026-01-31T12:00:00Z') }), '2026-01-31', '2026-01-31'],
    ['a day before', define('date', { ge: day('2026-01-31T12:00:00Z') }), '2026-01-30', ['greater_than_equal']],
    ['the last day', define('date', { le: day('2026-01-31T12:00:00Z') }), '2026-01-31', '2026-01-31'],
    ['a day after', define('date', { le: day('2026-01-31T12:00:00Z') }), '2026-02-01', ['less_than_equal']],
    ['a checked box', define('checkbox'), true, true],
    ['a box left open', define('checkbox'), false, false],
    ['a box that is not sent', define('checkbox'), undefined, false],
    ['a box as text', define('checkbox'), 'true', true],
    ['a box as a number', define('checkbox'), 1, ['bool_type']],
    ['an option', define('select', sizes), 'M', 'M'],
    ['the label of an option', define('select', sizes), 'Size M', ['literal_error']],
    ['a list of options', define('select', sizes), ['M'], ['literal_error']],
    ['nothing', define('select', sizes), null, undefined],
  ])('reads %s', (_, field, sent, expected) => expect(reading(field, sent)).toEqual(expected));

  it('demands required fields only when asked', () => {
    const types = ['text', 'number', 'date', 'select'] as const;
    for (const type of types)
      for (const empty of [undefined, null, '', '  '])
        expect([type, empty, reading(define(type, sizes), empty, true)]).toEqual([type, empty, ['missing']]);
    expect(reading(define('checkbox'), false, true)).toEqual(['literal_error']);
    expect(reading(define('checkbox'), undefined, true)).toEqual(['literal_error']);
    expect(reading(define('checkbox'), true, true)).toBe(true);
    const attached = [...types, 'checkbox' as const].map((type) => ({ field: define(type, sizes), required: true }));
    expect(readCustomFieldData(attached, {}, { enforceRequired: false })).toEqual({
      values: { 'id-of-checkbox': false },
      errors: [],
    });
    expect(readCustomFieldData(attached, {}, { enforceRequired: true }).errors.map(({ loc }) => loc[2])).toEqual([
      ...types,
      'checkbox',
    ]);
  });

  it('drops unknown keys, and keys that every object has', () => {
    const attached = [{ field: define('text'), required: false }];
    const raw = JSON.parse('{"other":1,"__proto__":{"text":"inherited"}}') as Record<string, unknown>;
    expect(readCustomFieldData(attached, raw, { enforceRequired: true })).toEqual({ values: {}, errors: [] });
    const inherited = Object.create({ text: 'inherited' }) as Record<string, unknown>;
    expect(readCustomFieldData(attached, inherited, { enforceRequired: true }).values).toEqual({});
  });

  it('bounds all texts together', () => {
    const attached = ['a', 'b', 'c'].map((slug) => ({ field: { ...define('text'), id: slug, slug }, required: false }));
    const raw = Object.fromEntries(['a', 'b', 'c'].map((slug) => [slug, 'x'.repeat(4_000)]));
    const { values, errors } = readCustomFieldData(attached, raw, { enforceRequired: false });
    expect(Object.keys(values)).toEqual(['a', 'b']);
    expect(errors).toMatchObject([{ loc: ['body', 'custom_field_data', 'c'], type: 'too_long' }]);
  });

  it('shows values under the slugs that their fields have now', () => {
    const was = define('text');
    const now = new Map([[was.id, { ...was, slug: 'renamed' }]]);
    expect(customFieldDataOf({ [was.id]: 'kept' }, now)).toEqual({ renamed: 'kept' });
    expect(customFieldDataOf({ [was.id]: 'kept', unknown: 1 }, now)).toEqual({ renamed: 'kept' });
  });

  it('lets a field that exists take the slug of a deleted one', () => {
    const field = (id: string, deleted_at: string | null): [string, FieldDefinition] => [
      id,
      { ...define('text'), id, deleted_at },
    ];
    const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    const values = { live: 'live', late: 'late', early: 'early' };
    const all = [field('late', second), field('live', null), field('early', first)];
    expect(customFieldDataOf(values, new Map(all))).toEqual({ text: 'live' });
    expect(customFieldDataOf({ late: 'late', early: 'early' }, new Map(all))).toEqual({ text: 'late' });
  });

  it('come back as they were entered, whatever they are (500 forms)', () => {
    const random = new Random(20_261_123);
    for (let round = 0; round < 500; round += 1) {
      const attached = Array.from({ length: 1 + random.int(6) }, (_, at) => randomField(random, `f${at}`));
      const raw = Object.fromEntries(attached.map(({ field }) => [field.slug, randomValue(random, field)]));
      const { values, errors } = readCustomFieldData(attached, raw, { enforceRequired: true });
      expect(errors).toEqual([]);
      const shown = customFieldDataOf(values, new Map(attached.map(({ field }) => [field.id, field])));
      expect(shown).toEqual(raw);
      expect(readCustomFieldData(attached, shown, { enforceRequired: true }).values).toEqual(values);
      for (const value of Object.values(shown)) CheckoutPublicCustomFieldData$inboundSchema.parse(value);
    }
  });

  function randomField(random: Random, slug: string): AttachedField {
    const type = (['text', 'number', 'date', 'checkbox', 'select'] as const)[random.int(5)]!;
    const least = random.int(2_000) - 1_000;
    const limits = { ge: least, le: least + random.int(100) };
    const properties = {
      text: { min_length: random.int(3), max_length: 3 + random.int(20) },
      number: limits,
      date: { ge: limits.ge * 86_400, le: limits.le * 86_400 },
      checkbox: {},
      select: { options: Array.from({ length: 1 + random.int(5) }, (_, n) => ({ value: `v${n}`, label: `${n}` })) },
    }[type];
    return { field: { id: `id-${slug}`, slug, type, properties, deleted_at: null }, required: type !== 'checkbox' };
  }

  function randomValue(random: Random, { type, properties }: FieldDefinition): CustomFieldValue {
    const { ge = 0, le = 0, min_length = 0, max_length = 0, options = [] } = properties;
    switch (type) {
      case 'text':
        return (
          '😀é a'.repeat(8).slice(0, 2) + 'z'.repeat(Math.max(0, min_length + random.int(max_length - min_length) - 1))
        );
      case 'number':
        return ge + random.int(le - ge + 1);
      case 'date':
        return new Date((ge + random.int((le - ge) / 86_400 + 1) * 86_400) * 1_000).toISOString().slice(0, 10);
      case 'checkbox':
        return random.int(2) === 0;
      case 'select':
        return options[random.int(options.length)]!.value;
    }
  }
});
