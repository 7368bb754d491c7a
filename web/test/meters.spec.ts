import { describe, expect, it } from '@jest/globals';
import { contentOf, errorsOf, fieldsOf, type GroupDraft } from '@/features/meters/meter-form';
import { blank, eventOf, requestIn } from '@/features/usage/test-event';
import { meterWords, type Clause, type Filter } from '@/lib/meter-words';

const call: Clause = { property: 'name', operator: 'eq', value: 'api_call' };
const large: Clause = { property: 'tokens', operator: 'gte', value: 100 };
const all = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'and', clauses });
const any = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'or', clauses });
const where = (filter: Filter) => meterWords(filter, { func: 'count' }).replace(/^Events where |, counted$/g, '');

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
    const rest = { id: 'm', created_at: '', modified_at: null, organization_id: 'o' };
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
