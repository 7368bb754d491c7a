import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `meter-{UUIDv7}` grows with the seller's changes. */
export const meterStream = (meterId: string): string => `meter-${meterId}`;

export const FILTER_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;
export const CONJUNCTIONS = ['and', 'or'] as const;

/** Compares a property of usage events: `name`, `source`, `timestamp` (seconds since 1970) or a key of their metadata. */
export interface FilterClause {
  property: string;
  operator: (typeof FILTER_OPERATORS)[number];
  value: string | number | boolean;
}

/** Which usage events a meter counts; without clauses all of them. */
export interface MeterFilter {
  conjunction: (typeof CONJUNCTIONS)[number];
  clauses: (MeterFilter | FilterClause)[];
}

/** How a meter adds up its usage events. */
export type MeterAggregation = { func: 'count' } | { func: 'sum' | 'max' | 'min' | 'avg'; property: string };

export const meterEvents = {
  MeterCreated: event<{
    meterId: string;
    organizationId: string;
    name: string;
    filter: MeterFilter;
    aggregation: MeterAggregation;
    metadata: Metadata;
  }>(),
  /** Only what changed. */
  MeterUpdated: event<{
    meterId: string;
    name?: string;
    filter?: MeterFilter;
    aggregation?: MeterAggregation;
    metadata?: Metadata;
  }>(),
  /** The revision has counted all past usage: from here on, quantities are its own. */
  MeterRevisionServed: event<{ meterId: string; revision: number }>({ internal: true }),
  /** What it measured has been billed: filter and aggregation don't change any more. */
  MeterFrozen: event<{ meterId: string; organizationId: string }>(),
};

export type MeterEvent = EventsOf<typeof meterEvents>;
