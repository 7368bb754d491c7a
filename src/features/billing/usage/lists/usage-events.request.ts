import { anyId, anyOf, equalTo, instant, type Filter } from '../../../../app/http/lists/filters.ts';
import type { ListRequest, ListSpec } from '../../../../app/http/lists/list.ts';
import { InvalidInput } from '../../../../kernel/errors.ts';
import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { MeterReading } from '../../meters/meter-filter.rules.ts';
import type { MeterFilter } from '../../meters/meter.events.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import type { UsageCriteria } from './usage-matching.rules.ts';
import type { Direction } from './usage-page.rules.ts';

export const SOURCES = ['system', 'user'] as const satisfies readonly UsageSource[];

/** Of lists by customer. */
export const OWNER_FILTERS = {
  customer_id: anyId('customer_id'),
  external_customer_id: anyOf('external_customer_id'),
};

/** A meter's filter as JSON text. */
const METER_FILTER: Filter = {
  where(values, name) {
    const reading = new MeterReading();
    const filter = reading.filter(jsonOf(values.at(-1)!, name), ['query', name]);
    if (reading.errors.length > 0) throw new InvalidInput(reading.errors);
    return [{ eq: ['filter', JSON.stringify(filter)] }];
  },
  schema: { type: 'string', example: '{"conjunction":"and","clauses":[]}' },
};

export const usageEventList: ListSpec = {
  sorting: { timestamp: 'timestamp' },
  defaultSorting: ['-timestamp'],
  filters: {
    ...OWNER_FILTERS,
    name: anyOf('name'),
    source: anyOf('source', SOURCES),
    start_timestamp: instant('timestamp', 'from'),
    end_timestamp: instant('timestamp', 'until'),
    meter_id: anyId('meter_id'),
    filter: METER_FILTER,
  },
  metadata: true,
};

/** What a list of usage events asks for; each field that is undefined asks for all. */
export interface UsageQuery extends Pick<UsageCriteria, 'names' | 'from' | 'until' | 'metadata'> {
  customerIds: readonly string[] | undefined;
  externalCustomerIds: readonly string[] | undefined;
  sources: readonly string[] | undefined;
  /** Of meters, of which one must count the event. */
  meterIds: readonly string[] | undefined;
  filter: MeterFilter | undefined;
  direction: Direction;
  skip: number;
  limit: number;
}

export function usageQueryOf({ where, sort, skip, limit }: ListRequest): UsageQuery {
  const [filter] = equalTo(where, 'filter') ?? [];
  return {
    customerIds: equalTo(where, 'customer_id'),
    externalCustomerIds: equalTo(where, 'external_customer_id'),
    names: equalTo(where, 'name'),
    sources: equalTo(where, 'source'),
    from: where.flatMap((one) => ('gte' in one ? [one.gte[1] as Instant] : []))[0],
    until: where.flatMap((one) => ('lte' in one ? [one.lte[1] as Instant] : []))[0],
    metadata: where.flatMap((one) => ('or' in one ? [one.or.flatMap((alternative) => elementOf(alternative))] : [])),
    meterIds: equalTo(where, 'meter_id'),
    filter: filter === undefined ? undefined : (JSON.parse(filter) as MeterFilter),
    direction: sort[0]!.direction,
    skip,
    limit,
  };
}

function elementOf(where: Where): string[] {
  return 'has' in where ? [where.has[1]] : [];
}

/** @throws InvalidInput */
function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw InvalidInput.at(`query.${name}`, 'Input should be valid JSON', 'json_invalid');
  }
}
