import { expect } from '@jest/globals';
import { addSeconds } from '../../src/kernel/ports/clock.ts';
import { Random } from './contract-tools.ts';
import type { Shop } from './shop.ts';

export const clauseOf = (property: string, value: string) => ({ property, operator: 'eq' as const, value });
/** What the meters of the shop measure. */
export const METERS = [
  { key: 'count', aggregation: { func: 'count' as const }, clauses: [clauseOf('name', 'call')] },
  { key: 'sum', aggregation: { func: 'sum' as const, property: 'tokens' }, clauses: [clauseOf('model', 'large')] },
  { key: 'max', aggregation: { func: 'max' as const, property: 'tokens' }, clauses: [clauseOf('model', 'large')] },
  { key: 'avg', aggregation: { func: 'avg' as const, property: 'tokens' }, clauses: [] },
];
export const NAMES = ['call', 'search', 'upload'] as const;
const OWNERS = ['id', 'external', 'stranger'] as const;

/** As it was sent: with the customer's id, with their external id, or with an external id that no customer has yet. */
export interface SentEvent {
  name: string;
  at: string;
  of: (typeof OWNERS)[number];
  metadata: Record<string, string | number>;
}

/** A customer and meters of a shop, and random events that the seller has sent since. */
export interface ReportedUsage {
  customerId: string;
  meterIds: Map<string, string>;
  sent: SentEvent[];
}

export async function reportUsage({ seller, clock }: Shop): Promise<ReportedUsage> {
  const customerId = (await seller.customers.create({ email: 'ada@example.com', externalId: 'ada' })).id;
  const meterIds = new Map<string, string>();
  for (const { key, aggregation, clauses } of METERS) {
    const filter = { conjunction: 'and' as const, clauses };
    meterIds.set(key, (await seller.meters.create({ name: `Meter ${key}`, filter, aggregation })).id);
  }
  const sent: SentEvent[] = [];
  const random = new Random(3);
  const now = clock.now();
  for (let n = 0; n < 12; n++) {
    const events = Array.from({ length: 40 }, (_, m) => {
      const at = addSeconds(now, -random.int(5) * 3_600 * (n % 3 === 0 ? 40 : 1) - random.int(3_600) - 1);
      const metadata = {
        tokens: random.int(6) ? random.int(100) : 'many',
        model: random.int(2) ? 'small' : 'large',
        n: n * 40 + m,
      };
      return { name: NAMES[random.int(3)]!, at, of: OWNERS[random.int(3)]!, metadata };
    });
    sent.push(...events);
    const ingested = await seller.events.ingest({
      events: events.map(({ name, at, of, metadata }) => ({
        name,
        timestamp: new Date(at),
        metadata,
        ...(of === 'id' ? { customerId } : { externalCustomerId: of === 'external' ? 'ada' : 'later' }),
      })),
    });
    expect(ingested).toEqual({ inserted: 40 });
  }
  return { customerId, meterIds, sent };
}

/** What a meter measures of events, added up one by one. */
export function quantityOf(key: string, events: readonly SentEvent[]): number {
  const isMeasured = ({ name, metadata: { model, tokens: value } }: SentEvent) =>
    key === 'count' ? name === 'call' : typeof value === 'number' && (key === 'avg' || model === 'large');
  const values = events.filter(isMeasured).map(({ metadata }) => Number(metadata['tokens']));
  const sum = values.reduce((total, value) => total + value, 0);
  const found = { count: values.length, sum, avg: sum / values.length, max: Math.max(...values) };
  return values.length === 0 ? 0 : found[key as keyof typeof found];
}
