import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/documents.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { dayOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { metadataEntries } from '../metadata.ts';
import { filterOf } from '../meters/meter.projection.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { usageChunkProjection, type CountOf, type UsageChunkDocument } from './usage-chunk.projection.ts';
import { anyOf, countedBy, namesWithin, passing, type UsageCondition } from './usage-condition.rules.ts';
import { usageCountProjection, usageScope } from './usage-count.projection.ts';
import { UsageEventPresenter } from './usage-presenter.queries.ts';
import { usageQueryOf, type UsageQuery } from './usage-events.request.ts';
import { endOfHour, HOURS, startOfHour } from './usage-hours.rules.ts';
import { UsageLog, type KnownChunks, type UsageEventFacts } from './usage-log.service.ts';
import { UsageOwners } from './usage-owners.service.ts';
import { spansOfPage, spansWithin, type Span } from './usage-page.rules.ts';
import type { UsageEventRead } from './usage.dto.ts';

/** Events that are read to answer what no count answers, such as a filter by metadata. */
const MOST_READ = 20_000;

/** A query whose owners and meters are resolved. */
interface Resolved extends UsageQuery {
  organizationIds: readonly string[];
  owners: readonly string[] | undefined;
  /** All of which hold. */
  conditions: readonly UsageCondition[];
  /** Whether counts alone cannot tell which events match. */
  isReadToMatch: boolean;
  known: KnownChunks;
}

/** Events of an hour that match: read, or only counted. */
interface Matching extends Span {
  chunk?: UsageChunkDocument;
  events?: UsageEventFacts[];
}

/**
 * Usage events by time. Counts by hour lead to the hours of a page, and the chunks of these to the events in the log, so that a page far down
 * in ten million events reads no more than the first.
 */
@Injectable()
export class UsageEventQueries {
  constructor(
    private readonly documents: Documents,
    private readonly owners: UsageOwners,
    private readonly meters: MeterReader,
    private readonly log: UsageLog,
    private readonly presenter: UsageEventPresenter,
  ) {}

  /** @throws NotFound */
  async get(id: string, caller: Caller): Promise<UsageEventRead> {
    const found = await this.log.get(id, caller);
    if (!found) throw new NotFound();
    return (await this.presenter.presentAll([found]))[0]!;
  }

  /** @throws InvalidInput a filter would have to read too many events */
  async list(list: ListRequest, caller: Caller): Promise<Page<UsageEventRead>> {
    const query = await this.resolved(list, caller);
    const { events, total } = await this.page(query);
    return pageOf(await this.presenter.presentAll(events), total, query.limit);
  }

  private async resolved(list: ListRequest, caller: Caller): Promise<Resolved> {
    const query = usageQueryOf(list);
    const scope = narrowedTo(list.organizationIds, caller);
    const organizationIds = scope === 'any' ? [] : scope.organizationIds;
    const owners = await this.owners.named(query, organizationIds);
    const conditions = await this.conditions(query, organizationIds);
    const names = namesWithin(query.names, conditions);
    const isReadToMatch =
      query.metadata.length > 0 || conditions.length > 0 || (owners !== undefined && names !== undefined);
    return { ...query, organizationIds, owners, names, conditions, isReadToMatch, known: new Map() };
  }

  private async conditions(
    { meterIds, filter }: UsageQuery,
    organizationIds: readonly string[],
  ): Promise<UsageCondition[]> {
    const conditions = filter ? [passing(filter)] : [];
    if (!meterIds) return conditions;
    const meters = [...(await this.meters.within(meterIds, { organizationIds })).values()];
    return [...conditions, anyOf(meters.map((meter) => countedBy({ ...meter, filter: filterOf(meter) })))];
  }

  private async page(query: Resolved): Promise<{ events: UsageEventFacts[]; total: number }> {
    const { owners, names, sources } = query;
    if (owners?.length === 0 || names?.length === 0 || sources?.includes('user') === false)
      return { events: [], total: 0 };
    const hours = await this.hours(query);
    if (query.isReadToMatch) demandReadable([...hours.values()]);
    const events: UsageEventFacts[] = [];
    let total = 0;
    for (const hour of ordered(hours, query)) {
      const isWhole = !query.isReadToMatch && isWithin(hour, query);
      const isElsewhere = total + hours.get(hour)! <= query.skip || events.length === query.limit;
      if (isWhole && isElsewhere) {
        total += hours.get(hour)!;
        continue;
      }
      const matching = await this.matching(hour, query);
      const here = { skip: Math.max(0, query.skip - total), limit: query.limit - events.length };
      events.push(...(await this.eventsOf(matching, { ...here, direction: query.direction }, query)));
      total += matching.reduce((sum, { count }) => sum + count, 0);
    }
    return { events, total };
  }

  /** How many events of a query's names or owners each hour has, as far as counts tell. */
  private async hours(query: Resolved): Promise<Map<string, number>> {
    const { organizationIds, owners, names, from, until } = query;
    const scopes = owners
      ? owners.map(usageScope.owner)
      : names
        ? organizationIds.flatMap((id) => names.map((name) => usageScope.name(id, name)))
        : organizationIds.map(usageScope.organization);
    const within: Where[] = [{ in: ['scope', [...new Set(scopes)]] }];
    if (from !== undefined) within.push({ gte: ['day', dayOf(from)] });
    if (until !== undefined) within.push({ lte: ['day', dayOf(until)] });
    const days = await this.documents.all(usageCountProjection, { where: { and: within } }, { organizationIds });
    const hours = new Map<string, number>();
    for (const { day, hours: counts } of days)
      counts.forEach((count, hour) => {
        const name = `${day}T${HOURS[hour]}`;
        if (count > 0 && touches(name, query)) hours.set(name, (hours.get(name) ?? 0) + count);
      });
    return hours;
  }

  /** The matching events of an hour. Chunks are read where counts do not tell which of theirs match. */
  private async matching(hour: string, query: Resolved): Promise<Matching[]> {
    const where: Where = { eq: ['hour', hour] };
    const chunks = await this.documents.all(
      usageChunkProjection,
      { where },
      { organizationIds: query.organizationIds },
    );
    const spans = chunks
      .map((chunk): Matching => {
        const { first_at, last_at } = chunk;
        return { first_at, last_at, count: countedIn(chunk, query), chunk };
      })
      .filter(({ count }) => count > 0);
    const [from, until] = [query.from ?? startOfHour(hour), query.until ?? endOfHour(hour)];
    const read = query.isReadToMatch ? spans : spansWithin(spans, from, until).open;
    const counted = spans.filter((span) => !read.includes(span) && span.last_at >= from && span.first_at <= until);
    return [...counted, ...(await this.matchesIn(read, query)).map(alone)];
  }

  /** The events of those that have not been read. */
  private async matchesIn(spans: readonly Matching[], query: Resolved): Promise<UsageEventFacts[]> {
    const chunks = spans.flatMap(({ chunk }) => chunk ?? []);
    return (await this.log.eventsOf(chunks, query.known)).filter((event) => matches(event, query));
  }

  private async eventsOf(
    matching: Matching[],
    page: { skip: number; limit: number; direction: UsageQuery['direction'] },
    query: Resolved,
  ): Promise<UsageEventFacts[]> {
    if (page.limit === 0) return [];
    const { spans, before } = spansOfPage(matching, page);
    const events = [...spans.flatMap((span) => span.events ?? []), ...(await this.matchesIn(spans, query))];
    return events.sort(inOrder(page.direction)).slice(page.skip - before, page.skip - before + page.limit);
  }
}

function demandReadable(counts: readonly number[]): void {
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count > MOST_READ)
    throw InvalidInput.at(
      'query',
      `These filters would read ${count} events, and ${MOST_READ} is the most; narrow start_timestamp and end_timestamp`,
      'too_long',
    );
}

function ordered(hours: ReadonlyMap<string, number>, { direction }: UsageQuery): string[] {
  const sorted = [...hours.keys()].sort();
  return direction === 'asc' ? sorted : sorted.reverse();
}

function touches(hour: string, { from, until }: UsageQuery): boolean {
  return (until === undefined || startOfHour(hour) <= until) && (from === undefined || endOfHour(hour) >= from);
}

function isWithin(hour: string, { from, until }: UsageQuery): boolean {
  return (from === undefined || startOfHour(hour) >= from) && (until === undefined || endOfHour(hour) <= until);
}

/** How many events of a chunk match; at most, if they have to be read to tell. */
function countedIn(chunk: UsageChunkDocument, { owners, names }: Resolved): number {
  if (owners && names) return Math.min(countOf(chunk.owners, owners), countOf(chunk.names, names));
  if (owners) return countOf(chunk.owners, owners);
  return names ? countOf(chunk.names, names) : chunk.count;
}

function countOf(counts: readonly CountOf[], values: readonly string[]): number {
  return counts.reduce((sum, [value, count]) => (values.includes(value) ? sum + count : sum), 0);
}

function matches(event: UsageEventFacts, { owners, names, from, until, metadata, conditions }: Resolved): boolean {
  if (owners && !owners.includes(event.ownerKey)) return false;
  if (names && !names.includes(event.name)) return false;
  if ((from !== undefined && event.timestamp < from) || (until !== undefined && event.timestamp > until)) return false;
  if (!conditions.every((condition) => condition.holds(event))) return false;
  if (metadata.length === 0) return true;
  const entries = metadataEntries(event.metadata);
  return metadata.every((alternatives) => alternatives.some((entry) => entries.includes(entry)));
}

function alone(event: UsageEventFacts): Matching {
  return { first_at: event.timestamp, last_at: event.timestamp, count: 1, events: [event] };
}

function inOrder(direction: UsageQuery['direction']): (one: UsageEventFacts, other: UsageEventFacts) => number {
  const keyOf = ({ timestamp, id }: UsageEventFacts): Instant => `${timestamp} ${id}`;
  return (one, other) => (keyOf(one) < keyOf(other) ? -1 : 1) * (direction === 'asc' ? 1 : -1);
}
