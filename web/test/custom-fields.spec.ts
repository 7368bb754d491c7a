import { describe, expect, it } from '@jest/globals';
import {
  dayOfSeconds,
  enteredValue,
  fieldLabel,
  fieldRules,
  secondsOfDay,
  valueWords,
  sentValue,
  type CustomFieldShape,
} from '@/lib/custom-fields';

const field = (type: CustomFieldShape['type'], properties: CustomFieldShape['properties'] = {}): CustomFieldShape => ({
  type,
  slug: type,
  name: 'Name',
  properties,
});

describe('the input of a custom field', () => {
  it('is labelled by its form label, else by its name', () => {
    expect(fieldLabel(field('text', { form_label: 'Company' }))).toBe('Company');
    expect(fieldLabel(field('text'))).toBe('Name');
  });

  it.each<[CustomFieldShape['type'], string | boolean, string | number | boolean | null]>([
    ['text', ' As it is ', ' As it is '],
    ['text', '   ', null],
    ['number', ' 42 ', 42],
    ['number', '-0.5', '-0.5'],
    ['number', '1 500', 1500],
    ['number', '1e3', '1e3'],
    ['number', 'forty', 'forty'],
    ['number', '', null],
    ['date', '2026-01-31', '2026-01-31'],
    ['date', '', null],
    ['checkbox', true, true],
    ['checkbox', '', false],
    ['select', 'm', 'm'],
    ['select', '', null],
  ])('sends a %s %j as %j', (type, entered, sent) => expect(sentValue(field(type), entered)).toBe(sent));

  it('shows what was sent before', () => {
    expect(enteredValue(field('number'), 0)).toBe('0');
    expect(enteredValue(field('date'), '2026-01-31T00:00:00.000Z')).toBe('2026-01-31');
    expect(enteredValue(field('checkbox'), undefined)).toBe(false);
    expect(enteredValue(field('text'), null)).toBe('');
  });

  it('checks limits before it asks the server', () => {
    const check = (shape: CustomFieldShape, entered: string) => fieldRules(shape, true).validate(entered);
    const age = field('number', { ge: 18, le: 99 });
    expect(['17', '18', '99', '100', '18.5', ''].map((entered) => check(age, entered) === true)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    const noon = Date.parse('2026-01-31T12:00:00Z') / 1_000;
    const stay = field('date', { ge: noon, le: noon });
    expect(['2026-01-30', '2026-01-31', '2026-02-01'].map((day) => check(stay, day) === true)).toEqual([
      false,
      true,
      false,
    ]);
    expect(fieldRules(field('checkbox'), true).required).toBe('Check this box to go on.');
    expect(fieldRules(field('text', { min_length: 2, max_length: 5 }), false)).toMatchObject({
      required: false,
      minLength: { value: 2 },
      maxLength: { value: 5 },
    });
  });

  it('is shown in words', () => {
    const size = field('select', { options: [{ value: 'l', label: 'Large' }] });
    expect([valueWords(size, 'l'), valueWords(size, 'gone')]).toEqual(['Large', 'gone']);
    expect([valueWords(field('checkbox'), true), valueWords(undefined, false)]).toEqual(['Yes', 'No']);
    expect(valueWords(field('date'), '2026-01-31')).toBe('31 Jan 2026');
    expect([valueWords(field('number'), 12_000), valueWords(field('text'), null)]).toEqual(['12,000', '—']);
  });

  it('keeps the UTC day of a limit', () => {
    expect(secondsOfDay('2026-01-31')).toBe(1_769_817_600);
    expect(dayOfSeconds(1_769_817_600 + 86_399)).toBe('2026-01-31');
  });
});
