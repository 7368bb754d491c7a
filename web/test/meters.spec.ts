import { describe, expect, it } from '@jest/globals';
import { contentOf, editingNote, errorsOf, fieldsOf, type GroupDraft } from '@/features/meters/meter-form';
import { chartPeriods, chartRange, chartSentence, daysOfMonth, twoMonths } from '@/features/meters/meter-usage';
import { blank, eventOf, requestIn, valueQuestion } from '@/features/usage/test-event';
import { meterWords, type Clause, type Filter } from '@/lib/meter-words';

const call: Clause = { property: 'name', operator: 'eq', value: 'api_call' };
const large: Clause = { property: 'tokens', operator: 'gte', value: 100 };
const all = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'and', clauses });
const any = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'or', clauses });
const where = (filter: Filter) => meterWords(filter, { func: 'count' }).replace(/^Events where |, counted$/g, '');

describe('what a meter measured', () => {
  const now = Date.parse('2026-03-10T14:25:00Z');
  const of = (...numbers: [string, number][]) => ({
    quantities: numbers.map(([timestamp, quantity]) => ({ timestamp: `${timestamp}:00:00.000Z`, quantity })),
    total: numbers.reduce((sum, [, quantity]) => sum + quantity, 0),
  });

  it('is loaded for whole periods up to this hour', () => {
    const end = '2026-03-10T14:00:00.000Z';
    expect(chartRange('hour', now)).toEqual({ interval: 'hour', start: '2026-03-08T15:00:00.000Z', end });
    expect(chartRange('day', now)).toEqual({ interval: 'day', start: '2026-02-09T14:00:00.000Z', end });
    expect(chartRange('month', now).start).toBe('2025-04-01T00:00:00.000Z');
    expect(chartRange('year', now).start).toBe('2022-03-01T00:00:00.000Z');
    expect(twoMonths(Date.parse('2026-01-31T23:00:00Z')).start).toBe('2025-12-01T00:00:00.000Z');
    expect(daysOfMonth(now, 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOfMonth(now)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  });

  it('is drawn by period, the last one as unfinished', () => {
    const days = of(['2026-03-09T00', 4], ['2026-03-10T00', 1]);
    expect(chartPeriods(days, 'day')).toEqual([
      { name: '9 Mar 2026', tick: '9 Mar', isRunning: false },
      { name: '10 Mar 2026, so far', tick: '10 Mar', isRunning: true },
    ]);
    const names = (interval: 'hour' | 'month' | 'year') => chartPeriods(days, interval)[0];
    expect(names('hour')).toMatchObject({ name: '9 Mar 2026, 00:00', tick: '00:00' });
    expect(names('month')).toMatchObject({ name: 'Mar 2026', tick: 'Mar 2026' });
    expect(names('year')).toMatchObject({ name: '2026', tick: '2026' });
  });

  it('reads as a sentence', () => {
    const days = of(['2026-03-08T00', 4], ['2026-03-09T00', 1_200.5], ['2026-03-10T00', 0]);
    const words = (func: 'sum' | 'avg' | 'max') => chartSentence(days, 'day', func);
    expect(words('sum')).toBe('1,204.5 in the last 30 days; most on 9 Mar 2026 (1,200.5).');
    expect(words('avg')).toMatch(/^1,204.5 on average in the last 30 days; most on 9 Mar/);
    expect(words('max')).toBe('1,204.5 was the greatest value in the last 30 days.');
    expect(chartSentence(of(['2026-03-10T00', 0]), 'day', 'sum')).toBe('0 in the last 30 days.');
  });
});

describe('a meter in words', () => {
  it('reads as a sentence', () =>
    expect(meterWords(all(call, large), { func: 'sum', property: 'tokens' })).toBe(
      'Events where name is api_call and metadata.tokens is at least 100, summed over tokens',
    ));

  it('says how values add up', () => {
    const of = (func: 'max' | 'min' | 'avg') => meterWords(all(), { func, property: 'ms' });
    expect(meterWords(all(), { func: 'count' })).toBe('All events, counted');
    expect([of('max'), of('min'), of('avg')]).toEqual([
      'All events, taking the greatest ms',
      'All events, taking the smallest ms',
      'All events, averaged over ms',
    ]);
  });

  it('sets groups in parentheses', () => {
    expect(where(all(call, any(large, { ...large, value: 1 })))).toBe(
      'name is api_call and (metadata.tokens is at least 100 or metadata.tokens is at least 1)',
    );
    expect(where(all(any(call, large)))).toBe('name is api_call or metadata.tokens is at least 100');
    expect(where(all(call, any(large)))).toBe('name is api_call and metadata.tokens is at least 100');
  });

  it('leaves out groups that let everything through', () => {
    expect(where(all(call, all()))).toBe('name is api_call');
    expect(where(any(call, all()))).toBe('All events');
    expect(where(all(call, any(large, any())))).toBe('name is api_call');
  });

  it('quotes text that could be read as something else', () => {
    const value = (one: Clause['value'], property = 'plan') => where(all({ property, operator: 'eq', value: one }));
    expect(value('pro')).toBe('metadata.plan is pro');
    expect(value('two words')).toBe('metadata.plan is “two words”');
    expect(value('')).toBe('metadata.plan is “”');
    expect([value('100'), value(100)]).toEqual(['metadata.plan is “100”', 'metadata.plan is 100']);
    expect([value('true'), value(true)]).toEqual(['metadata.plan is “true”', 'metadata.plan is true']);
    expect(value('x'.repeat(61))).toBe(`metadata.plan is ${'x'.repeat(59)}…`);
    expect(value(0, 'timestamp')).toContain('1970');
  });
});

describe('the form of a meter', () => {
  const clauses = [{ ...call }, { ...large }, { conjunction: 'or' as const, clauses: [{ ...large, value: false }] }];
  const content = {
    name: 'Tokens',
    filter: { conjunction: 'and' as const, clauses },
    aggregation: { func: 'sum' as const, property: 'tokens' },
    metadata: { tier: 2 },
  };

  it('sends what it was given', () => {
    const unit = { unit: 'scalar' as const, custom_label: null, custom_multiplier: null };
    const times = { created_at: '', modified_at: null, archived_at: null, frozen_at: null };
    const rest = { id: 'm', ...unit, ...times, organization_id: 'o' };
    expect(contentOf(fieldsOf({ ...rest, ...content }), content.metadata)).toEqual(content);
    const counted = { ...content, aggregation: { func: 'count' as const } };
    expect(contentOf(fieldsOf({ ...rest, ...counted }), content.metadata)).toEqual(counted);
  });

  it('names incomplete conditions by their place', () => {
    const clause = { property: 'tokens', operator: 'eq', kind: 'number', value: '1' } as const;
    const draft: GroupDraft = {
      conjunction: 'and',
      clauses: [
        clause,
        {
          conjunction: 'or',
          clauses: [
            { ...clause, property: ' ' },
            { ...clause, value: '1.5' },
          ],
        },
      ],
    };
    expect(Object.keys(errorsOf(draft))).toEqual(['clauses.1.clauses.0.property', 'clauses.1.clauses.1.value']);
  });
});

describe('a test event', () => {
  const metadata = [
    { key: 'tokens', value: '12.5' },
    { key: 'cached', value: 'true' },
    { key: 'note', value: "it's: true" },
    { key: 'zip', value: '01099' },
  ];
  const event = eventOf({ ...blank, name: ' api_call ', externalId: 'emil-7', metadata });

  it('has numbers, true and false as such, so that meters count them', () => {
    expect(event).toEqual({
      name: 'api_call',
      external_customer_id: 'emil-7',
      metadata: { tokens: 12.5, cached: true, note: "it's: true", zip: '01099' },
    });
    expect(eventOf({ ...blank, customer: 'c' })).toEqual({ name: 'test', customer_id: 'c' });
  });

  it('reads numbers as people write them, and neither addresses nor codes', () => {
    const sent = (value: string) => eventOf({ ...blank, metadata: [{ key: 'v', value }] }).metadata!.v;
    expect(['1,5', '1.5', '1 234,5', '-0,25', '1,234.5'].map(sent)).toEqual([1.5, 1.5, 1234.5, -0.25, 1234.5]);
    const texts = ['192.168.100.200', '1.234.567', '007', '1.2.3', '1,500', 'GX-5'];
    expect(texts.map(sent)).toEqual(texts);
    expect(texts.map((value) => valueQuestion(value) !== undefined)).toEqual([false, false, false, false, true, false]);
  });

  it('is shown as a request with placeholders for what only the seller knows', () => {
    const request = requestIn('curl', 'https://billing.example.com', eventOf(blank));
    for (const text of ['https://billing.example.com/v1/events/ingest', 'YOUR_ACCESS_TOKEN', 'YOUR_CUSTOMER_ID'])
      expect(request).toContain(text);
  });

  it('reads as a literal of each language', () => {
    const inLanguage = (language: 'curl' | 'typescript' | 'python') => requestIn(language, 'https://x.example', event);
    expect(inLanguage('curl')).toContain(String.raw`"note": "it'\''s: true"`);
    expect(inLanguage('typescript')).toContain(`      externalCustomerId: "emil-7",
      metadata: {
        tokens: 12.5,
        cached: true,
        note: "it's: true",`);
    expect(inLanguage('python')).toContain(`"cached": True,
            `);
    expect(inLanguage('python')).toContain(`"note": "it's: true"`);
  });
});

describe('a meter that is edited', () => {
  it('says that it counts past usage again, or that it was billed and can’t be changed', () => {
    expect(editingNote({ frozen_at: null })).toMatch(/counts past usage again/);
    expect(editingNote({ frozen_at: '2026-11-26T10:00:00.000Z' })).toMatch(
      /was billed.*can’t be changed.*Another meter/,
    );
  });
});
