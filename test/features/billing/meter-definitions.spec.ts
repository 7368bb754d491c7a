import { describe, expect, it } from '@jest/globals';
import { meterDecider } from '../../../src/features/billing/meters/meter.decider.ts';
import type { MeterEvent, MeterFilter } from '../../../src/features/billing/meters/meter.events.ts';
import { MeterReading } from '../../../src/features/billing/meters/meter-filter.rules.ts';
import { meterProjection } from '../../../src/features/billing/meters/meter.projection.ts';
import { documentsOf, recorded, specOf } from '../../support/given.ts';

const everything: MeterFilter = { conjunction: 'and', clauses: [] };
const clause = { property: 'name', operator: 'eq', value: 'api_call' } as const;

describe('the meter decider', () => {
  const given = specOf(meterDecider);
  const count = { func: 'count' } as const;
  const data = {
    meterId: 'm1',
    organizationId: 'o1',
    name: 'Calls',
    filter: everything,
    aggregation: count,
    metadata: {},
  };
  const created: MeterEvent = { type: 'MeterCreated', data };
  const update = (changes: object) => ({ type: 'UpdateMeter', data: { meterId: 'm1', ...changes } }) as const;

  it('creates once', () => {
    given().when({ type: 'CreateMeter', data }).then(created);
    given(created).when({ type: 'CreateMeter', data }).then();
  });

  it('keeps its definition once it was billed', () => {
    const frozen: MeterEvent = { type: 'MeterFrozen', data: { meterId: 'm1', organizationId: 'o1' } };
    const freeze = { type: 'FreezeMeter', data: { meterId: 'm1' } } as const;
    given(created).when(freeze).then(frozen);
    given(created, frozen).when(freeze).then();
    const other = { filter: { ...everything, conjunction: 'or' }, aggregation: { func: 'sum', property: 'n' } };
    given(created, frozen).when(update(other)).thenRefusedAt('body.filter', 'body.aggregation');
    given(created, frozen)
      .when(update({ filter: everything }))
      .then();
    given(created, frozen)
      .when(update({ name: 'Requests' }))
      .then({ type: 'MeterUpdated', data: { meterId: 'm1', name: 'Requests' } });
  });

  it('records only what has changed', () => {
    given(created)
      .when(update({ name: 'Calls', filter: { ...everything }, aggregation: { ...count }, metadata: {} }))
      .then();
    const aggregation = { func: 'sum', property: 'tokens' } as const;
    given(created)
      .when(update({ name: 'Calls', aggregation }))
      .then({ type: 'MeterUpdated', data: { meterId: 'm1', aggregation } });
    given(created)
      .when(update({ filter: { conjunction: 'or', clauses: [] } }))
      .then({ type: 'MeterUpdated', data: { meterId: 'm1', filter: { conjunction: 'or', clauses: [] } } });
  });

  it('lets the newest revision serve, once', () => {
    const serve = (revision: number) => ({ type: 'ServeMeterRevision', data: { meterId: 'm1', revision } }) as const;
    const served = (revision: number): MeterEvent => ({
      type: 'MeterRevisionServed',
      data: { meterId: 'm1', revision },
    });
    const changed = (changes: object): MeterEvent => ({ type: 'MeterUpdated', data: { meterId: 'm1', ...changes } });
    const sum = changed({ aggregation: { func: 'sum', property: 'tokens' } });
    const named = changed({ name: 'Other' });
    given(created).when(serve(1)).then();
    given(created, named).when(serve(2)).then();
    given(created, sum, named).when(serve(2)).then(served(2));
    given(created, sum, changed({ filter: everything }))
      .when(serve(2))
      .then();
    given(created, sum, changed({ filter: everything }))
      .when(serve(3))
      .then(served(3));
    given(created, sum, served(2)).when(serve(2)).then();
  });

  it('shows what served before, until the newest revision does', () => {
    const aggregation = { func: 'sum', property: 'tokens' } as const;
    const serving = (...past: MeterEvent[]) =>
      documentsOf(
        meterProjection,
        past.map((event) => recorded(event)),
      )['m1']!.serving;
    const changes: MeterEvent = { type: 'MeterUpdated', data: { meterId: 'm1', aggregation } };
    const again: MeterEvent = { type: 'MeterUpdated', data: { meterId: 'm1', filter: everything } };
    const first = { revision: 1, filter: JSON.stringify(everything), aggregation: count };
    expect(serving(created)).toBeNull();
    expect(serving(created, { type: 'MeterUpdated', data: { meterId: 'm1', name: 'Other' } })).toBeNull();
    expect(serving(created, changes)).toEqual(first);
    expect(serving(created, changes, again)).toEqual(first);
    expect(serving(created, changes, { type: 'MeterRevisionServed', data: { meterId: 'm1', revision: 2 } })).toBeNull();
  });

  it('knows no meter that was not created', () =>
    given()
      .when(update({ name: 'None' }))
      .thenRefused('ResourceNotFound'));
});

describe('reading filters and aggregations', () => {
  const errorsOf = (read: (reading: MeterReading) => unknown) => {
    const reading = new MeterReading();
    read(reading);
    return reading.errors.map(({ loc, type }) => [loc.join('.'), type]);
  };
  const refused = (filter: unknown) => errorsOf((reading) => reading.filter(filter));
  const nested = (levels: number): object =>
    levels === 1
      ? { conjunction: 'and', clauses: [clause] }
      : { conjunction: 'or', clauses: [clause, nested(levels - 1)] };

  it('keeps every operator and type of value', () => {
    const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;
    const values = ['', 'x'.repeat(400), 0, -(2 ** 31), 2 ** 31 - 1, true, false];
    const clauses = operators.flatMap((operator) => values.map((value) => ({ property: 'tokens', operator, value })));
    const reading = new MeterReading();
    expect(reading.filter({ conjunction: 'or', clauses })).toEqual({ conjunction: 'or', clauses });
    expect(reading.errors).toEqual([]);
  });

  it('strips the prefix of metadata, once and at any depth', () => {
    const of = (property: string) => ({ ...clause, property });
    const reading = new MeterReading();
    const read = reading.filter({
      conjunction: 'and',
      clauses: [
        of('metadata.tokens'),
        { conjunction: 'or', clauses: [of('metadata.metadata.x'), of('my.metadata.x')] },
      ],
    });
    expect(read.clauses).toEqual([
      of('tokens'),
      { conjunction: 'or', clauses: [of('metadata.x'), of('my.metadata.x')] },
    ]);
    expect(reading.aggregation({ func: 'sum', property: 'metadata.tokens' })).toEqual({
      func: 'sum',
      property: 'tokens',
    });
    expect(reading.aggregation({ func: 'count', property: 'ignored' })).toEqual({ func: 'count' });
  });

  it('drops what a filter does not know', () =>
    expect(new MeterReading().filter({ conjunction: 'and', clauses: [{ ...clause, note: 'x' }], more: 1 })).toEqual({
      conjunction: 'and',
      clauses: [clause],
    }));

  it('takes five levels and a hundred clauses', () => {
    const clauses = (length: number) => ({ conjunction: 'and', clauses: Array.from({ length }, () => clause) });
    expect(refused(nested(5))).toEqual([]);
    expect(refused(nested(6))).toEqual([
      ['body.filter.clauses.1.clauses.1.clauses.1.clauses.1.clauses.1', 'recursion_loop'],
    ]);
    expect(refused(clauses(100))).toEqual([]);
    expect(refused(clauses(101))).toEqual([['body.filter.clauses', 'too_long']]);
    const wide = { conjunction: 'and', clauses: [clauses(49), clauses(48), clauses(1)] };
    expect(refused(wide)).toEqual([['body.filter.clauses.2.clauses', 'too_long']]);
  });

  it.each<[string, object, [string, string][]]>([
    ['an object as a value', { value: { $ne: 1 } }, [['value', 'value_error']]],
    ['a list as a value', { value: [1] }, [['value', 'value_error']]],
    ['null as a value', { value: null }, [['value', 'value_error']]],
    ['no value', { value: undefined }, [['value', 'missing']]],
    ['a fraction', { value: 1.5 }, [['value', 'value_error']]],
    ['an integer of more than 32 bits', { value: 2 ** 31 }, [['value', 'value_error']]],
    ['a long text', { value: 'x'.repeat(1_001) }, [['value', 'string_too_long']]],
    ['an unknown operator', { operator: 'matches' }, [['operator', 'enum']]],
    ['no operator', { operator: undefined }, [['operator', 'missing']]],
    ['a property of every object', { property: '__proto__' }, [['property', 'value_error']]],
    ['the same behind the prefix', { property: 'metadata.__proto__' }, [['property', 'value_error']]],
    ['an empty property', { property: '' }, [['property', 'string_too_short']]],
    ['nothing but the prefix', { property: 'metadata.' }, [['property', 'string_too_short']]],
    ['a long property', { property: 'x'.repeat(129) }, [['property', 'string_too_long']]],
    ['a number as a property', { property: 1 }, [['property', 'string_type']]],
    [
      'several errors at once',
      { property: 1, operator: 2, value: null },
      [
        ['operator', 'enum'],
        ['value', 'value_error'],
        ['property', 'string_type'],
      ],
    ],
  ])('refuses %s', (_, changes, expected) =>
    expect(refused({ conjunction: 'and', clauses: [clause, { ...clause, ...changes }] })).toEqual(
      expected.map(([field, type]) => [`body.filter.clauses.1.${field}`, type]),
    ),
  );

  it('refuses what is no filter or aggregation', () => {
    expect(refused({ conjunction: 'xor', clauses: [] })).toEqual([['body.filter.conjunction', 'enum']]);
    expect(refused({ clauses: [] })).toEqual([['body.filter.conjunction', 'missing']]);
    expect(refused({ conjunction: 'and' })).toEqual([['body.filter.clauses', 'missing']]);
    expect(refused({ conjunction: 'and', clauses: {} })).toEqual([['body.filter.clauses', 'list_type']]);
    expect(refused({ conjunction: 'and', clauses: ['x', null] })).toEqual([
      ['body.filter.clauses.0', 'model_attributes_type'],
      ['body.filter.clauses.1', 'model_attributes_type'],
    ]);
    const aggregation = (input: unknown) => errorsOf((reading) => reading.aggregation(input));
    expect(aggregation({})).toEqual([
      ['body.aggregation.func', 'missing'],
      ['body.aggregation.property', 'missing'],
    ]);
    expect(aggregation({ func: 'median', property: 'x' })).toEqual([['body.aggregation.func', 'enum']]);
    expect(aggregation({ func: 'sum' })).toEqual([['body.aggregation.property', 'missing']]);
    expect(aggregation({ func: 'avg', property: 'constructor' })).toEqual([
      ['body.aggregation.property', 'value_error'],
    ]);
  });
});
