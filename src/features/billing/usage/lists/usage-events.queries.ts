import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../../app/reading/documents.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../../app/http/lists/list.ts';
import { LongWork } from '../../../../kernel/coordination/long-work.ts';
import { FairSlots } from '../../../../kernel/coordination/fair-slots.ts';
import { InvalidInput, NotFound, TooManyRequests } from '../../../../kernel/errors.ts';
import { addSeconds, type Instant } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { LIMITS } from '../../../../limits.ts';
import { MeterReader } from '../../meters/meters.queries.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import { SystemEvents } from './system-events.queries.ts';
import { usageChunkProjection, type UsageChunkDocument } from '../usage-chunk.projection.ts';
import { conditionsOf, countedSince, namesWithin, type CountedSince } from './usage-condition.rules.ts';
import { UsageCounts, type HourCounts } from './usage-counts.queries.ts';
import { UsageEventPresenter } from './usage-presenter.queries.ts';
import { SOURCES, usageQueryOf, type UsageQuery } from './usage-events.request.ts';
import { endOfHour, hourOf, startOfHour } from '../usage-hours.rules.ts';
import { usageNameId, usageNameProjection } from './usage-name.projection.ts';
import { UsageLog, type KnownChunks, type UsageEventFacts } from '../usage-log.service.ts';
import {
  countedIn,
  inOrder,
  isCountedByHour,
  isWithin,
  matches,
  weightOf,
  type UsageCriteria,
} from './usage-matching.rules.ts';
import { UsageOwners } from '../usage-owners.service.ts';
import { aheadOf, inOrderOf, nearOf, spansOfPage, spansWithin, type Span } from './usage-page.rules.ts';
import type { UsageEventRead } from '../usage.dto.ts';

/** Events that a request reads to answer what no count answers, such as a filter by metadata; or chunks that it looks at to count by two criteria. */
const MOST_READ = LIMITS.request.usageRead.most;
/** The same by the weight of what is asked of each: beyond ten clauses, fewer events are read. */
const MOST_COMPARED = LIMITS.request.usageCompared.most;
/** When a request that was refused may come again. */
const AGAIN_SECONDS = 1;
const AT_ONCE_OF_ONE = LIMITS.organization.usageListsAtOnce.most;
const MOST_WAITING = LIMITS.organization.usageListsWaiting.most;
/** Lists that read events at once, of all organizations together. */
const AT_ONCE = 8;
/** Counts of names that a request adds up. */
const MOST_NAMED = 500;
/** Chunks of these. */
const READ_AT_ONCE = 16;

/** A query whose owners and meters are resolved. */
interface Resolved extends UsageCriteria, Pick<UsageQuery, 'direction' | 'skip' | 'limit'> {
  organizationIds: readonly string[];
  sources: readonly UsageSource[];
  /** Those that the list asks for, whatever its meter or filter demands. */
  askedNames: readonly string[] | undefined;
  /** Whether counts alone cannot tell which events match. */
  isReadToMatch: boolean;
  known: KnownChunks;
  counted: CountedSince | undefined;
}

const NO_SPANS = { spans: [], looked: 0 };

interface HourOfList {
  counts: HourCounts;
  part: Resolved;
}

/** What was found of an hour before enough was found or read. */
interface Search {
  matching: Matching[];
  /** How many events were, or chunks looked at. */
  read: number;
  /** Where it ended; undefined: nothing is left. */
  searchedUntil?: Instant;
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
  private readonly slots = new FairSlots({
    slots: AT_ONCE,
    perOwner: AT_ONCE_OF_ONE,
    queue: MOST_WAITING,
    refusal: tooManyAtOnce,
  });

  constructor(
    private readonly documents: Documents,
    private readonly owners: UsageOwners,
    private readonly meters: MeterReader,
    private readonly counts: UsageCounts,
    private readonly log: UsageLog,
    private readonly system: SystemEvents,
    private readonly presenter: UsageEventPresenter,
    private readonly work: LongWork,
  ) {}

  /** @throws NotFound */
  async get(id: string, caller: Caller): Promise<UsageEventRead> {
    const found = (await this.system.get(id, caller)) ?? (await this.log.get(id, caller));
    if (!found) throw new NotFound();
    return (await this.presenter.presentAll([found]))[0]!;
  }

  /**
   * @throws InvalidInput a filter finds too little in the events that a request may read
   * @throws TooManyRequests too many of the organization's lists are being read
   */
  async list(list: ListRequest, caller: Caller): Promise<Page<UsageEventRead>> {
    const query = await this.resolved(list, caller);
    const isCounted = !query.isReadToMatch && isCountedByHour(query);
    const { events, total } = isCounted
      ? await this.page(query)
      : await this.slots.run(query.organizationIds.join(), () => this.page(query));
    return pageOf(await this.presenter.presentAll(events), total, query.limit);
  }

  private async resolved(list: ListRequest, caller: Caller): Promise<Resolved> {
    const query = usageQueryOf(list);
    const scope = narrowedTo(list.organizationIds, caller);
    const organizationIds = scope === 'any' ? [] : scope.organizationIds;
    const owners = await this.owners.named(query, organizationIds);
    const meters = query.meterIds && [...(await this.meters.within(query.meterIds, { organizationIds })).values()];
    const conditions = conditionsOf(query.filter, meters);
    const names = namesWithin(query.names, conditions);
    // Meters count what sellers report.
    const possible = meters ? (['user'] as const) : SOURCES;
    const sources = possible.filter((source) => query.sources?.includes(source) ?? true);
    const isReadToMatch = query.metadata.length > 0 || conditions.length > 0;
    const resolved = { ...query, organizationIds, sources, owners, names, conditions, isReadToMatch };
    return {
      ...resolved,
      askedNames: query.names,
      meter: undefined,
      known: new Map(),
      counted: countedSince(query, meters),
    };
  }

  /**
   * What counts by hour cannot tell is read from the beginning of the order on, until the page is full if there is too much to count all.
   * @throws InvalidInput the page is not full after `mostReadFor` events or chunks
   */
  private async page(query: Resolved): Promise<{ events: UsageEventFacts[]; total: number }> {
    const [hours, all] = await Promise.all([this.hours(query), this.named(query)]);
    const end = query.skip + query.limit;
    // One more than the page tells that there is a next one.
    const most = mostReadFor(query);
    const enough = candidatesIn(hours) > most ? end + 1 : Infinity;
    const events: UsageEventFacts[] = [];
    let [total, left] = [0, most];
    for (const hour of ordered(hours, query)) {
      const { counts, part } = hours.get(hour)!;
      if (all !== undefined && (events.length === query.limit || total === all)) break;
      const isWhole = !part.isReadToMatch && isCountedByHour(part) && isWithin(hour, part);
      const isElsewhere = total + sumOf(counts) <= query.skip || events.length === query.limit;
      if (isWhole && isElsewhere) {
        total += sumOf(counts);
        continue;
      }
      const search = part.isReadToMatch
        ? await this.searched(hour, counts, part, { enough: enough - total, most: left })
        : await this.counted(hour, counts, part, left);
      const { matching, searchedUntil } = search;
      left -= search.read;
      const here = { skip: Math.max(0, query.skip - total), limit: query.limit - events.length };
      const found = matching.reduce((sum, { count }) => sum + count, 0);
      if (here.skip < found)
        events.push(...(await this.eventsOf(matching, { ...here, direction: query.direction }, part)));
      total += found;
      if (searchedUntil === undefined) continue;
      if (total < end) throw tooFar(searchedUntil, total, query);
      return { events, total: Math.max(total, end + 1) };
    }
    return { events, total: all ?? total };
  }

  /** How many events match, if that is known by name and owner. */
  private async named(query: Resolved): Promise<number | undefined> {
    const { organizationIds, sources, owners, names, from, until } = query;
    if (!owners || !names || query.isReadToMatch || from !== undefined || until !== undefined) return undefined;
    const ids = organizationIds.flatMap((organizationId) =>
      sources.flatMap((source) =>
        owners.flatMap((owner) => names.map((name) => usageNameId(organizationId, source, owner, name))),
      ),
    );
    if (ids.length > MOST_NAMED) return undefined;
    const found = await this.documents.getMany(usageNameProjection, [...new Set(ids)], { organizationIds });
    return [...found.values()].reduce((sum, { occurrences }) => sum + occurrences, 0);
  }

  /** Every hour with events that may match, as far as counts tell. */
  private async hours(query: Resolved): Promise<Map<string, HourOfList>> {
    const hours = new Map<string, HourOfList>();
    for (const part of partsOf(query))
      for (const [hour, counts] of await this.counts.byHour(part)) hours.set(hour, { counts, part });
    return hours;
  }

  /** The matching events of an hour whose chunks tell how many there are, but for those at the ends of the range. */
  private async counted(hour: string, counts: HourCounts, query: Resolved, most: number): Promise<Search> {
    const { from, until } = rangeIn(hour, query);
    if (most <= 0) return { matching: [], read: 0, searchedUntil: query.direction === 'desc' ? until : from };
    const { spans, looked } = counts.user > 0 ? await this.spans(hour, query) : NO_SPANS;
    const { inside, open } = spansWithin(spans, from, until);
    const matching = [
      ...inside,
      ...(await this.matchesIn(open, query)).map(alone),
      ...(await this.ofSystem(hour, counts, query)),
    ];
    return { matching, read: isCountedByHour(query) ? 0 : looked };
  }

  /** The matching events of an hour, as far as they are read: chunks in the order of the list, some at a time. */
  private async searched(
    hour: string,
    counts: HourCounts,
    query: Resolved,
    { enough, most }: { enough: number; most: number },
  ): Promise<Search> {
    const { spans: found } = counts.user > 0 ? await this.spans(hour, query) : NO_SPANS;
    const spans = inOrderOf(found, query.direction);
    const matching = await this.ofSystem(hour, counts, query);
    let read = 0;
    for (let at = 0; at < spans.length; at += READ_AT_ONCE) {
      const some = spans.slice(at, at + READ_AT_ONCE);
      const settled = () => aheadOf(matching, some[0]!, query.direction);
      if (read >= most || (matching.length >= enough && settled().length >= enough))
        return { matching: settled(), read, searchedUntil: nearOf(some[0]!, query.direction) };
      matching.push(...(await this.matchesIn(some, query)).map(alone));
      read += some.reduce((sum, { chunk }) => sum + chunk!.count, 0);
    }
    return { matching, read };
  }

  private async ofSystem(hour: string, { system }: HourCounts, query: Resolved): Promise<Matching[]> {
    const events = system > 0 ? await this.system.ofHour(hour, query.organizationIds) : [];
    return events.filter((event) => matches(event, query)).map(alone);
  }

  /** The chunks of an hour that may have matching events in the range, and how many were looked at. */
  private async spans(hour: string, query: Resolved): Promise<{ spans: Matching[]; looked: number }> {
    const where: Where = { eq: ['hour', hour] };
    const { organizationIds } = query;
    const chunks = await this.documents.all(usageChunkProjection, { where }, { organizationIds });
    const { from, until } = rangeIn(hour, query);
    const spans: Matching[] = [];
    for (const chunk of chunks) {
      if (this.work.isLong()) await this.work.nextTurn();
      const { first_at, last_at } = chunk;
      const count = last_at >= from && first_at <= until ? countedIn(chunk, query) : 0;
      if (count > 0) spans.push({ first_at, last_at, count, chunk });
    }
    return { spans, looked: chunks.length };
  }

  /** The events of those that have not been read. */
  private async matchesIn(spans: readonly Matching[], query: Resolved): Promise<UsageEventFacts[]> {
    const chunks = spans.flatMap(({ chunk }) => chunk ?? []);
    const matching: UsageEventFacts[] = [];
    for (const event of await this.log.eventsOf(chunks, query.known)) {
      if (this.work.isLong()) await this.work.nextTurn();
      if (matches(event, query)) matching.push(event);
    }
    return matching;
  }

  private async eventsOf(
    matching: Matching[],
    page: { skip: number; limit: number; direction: UsageQuery['direction'] },
    query: Resolved,
  ): Promise<UsageEventFacts[]> {
    if (page.limit === 0) return [];
    const isRead = matching.every(({ events }) => events);
    const { spans, before } = isRead ? { spans: matching, before: 0 } : spansOfPage(matching, page);
    const events = [...spans.flatMap((span) => span.events ?? []), ...(await this.matchesIn(spans, query))];
    return events.sort(inOrder(page.direction)).slice(page.skip - before, page.skip - before + page.limit);
  }
}

/** How many events, or chunks, a request may read. */
function mostReadFor(query: UsageCriteria): number {
  return mostReadOf(weightOf(query));
}

function mostReadOf(weight: number): number {
  return Math.min(MOST_READ, Math.floor(MOST_COMPARED / weight));
}

/** Such as "A list reads at most 20000 events". @param weight of what is asked of each */
export function readLimit(weight: number): string {
  const most = mostReadOf(weight);
  const compared = most < MOST_READ ? `, because with this filter they take ${MOST_COMPARED} comparisons` : '';
  return `A list reads at most ${most} events${compared}`;
}

export function tooManyAtOnce(): TooManyRequests {
  const lists = 'lists of usage events by metadata, filter or several criteria';
  const limit = `At most ${AT_ONCE_OF_ONE} ${lists} are read at once for an organization, and ${MOST_WAITING} wait`;
  return new TooManyRequests(`${limit}; try again shortly`, AGAIN_SECONDS);
}

/** The range before and since the meter's definition. */
function partsOf(query: Resolved): Resolved[] {
  const { counted, from, until } = query;
  if (!counted) return [query];
  const start = startOfHour(counted.hour);
  const before = endOfHour(hourOf(addSeconds(start, -1)));
  return [
    { ...query, until: until !== undefined && until < before ? until : before },
    {
      ...query,
      from: from !== undefined && from > start ? from : start,
      names: query.askedNames,
      meter: counted.meter,
      isReadToMatch: false,
    },
  ];
}

/** How many events would be read to count all that match; at most. */
function candidatesIn(hours: ReadonlyMap<string, HourOfList>): number {
  const read = [...hours.values()].filter(({ part }) => part.isReadToMatch);
  return read.reduce((sum, { counts }) => sum + sumOf(counts), 0);
}

/** @param until where the first of the events begins that were not read */
function tooFar(until: Instant, found: number, query: Resolved): InvalidInput {
  const isDescending = query.direction === 'desc';
  const [near, far] = isDescending ? ['end', 'start'] : ['start', 'end'];
  const read = `${readLimit(weightOf(query))}. Events were read as far as ${until}, and ${found} of them match`;
  const last = addSeconds(until, isDescending ? 0.001 : -0.001);
  return InvalidInput.at(
    'query',
    `${read}: set ${far}_timestamp to ${last} to list these, or ${near}_timestamp to ${until} to look further`,
    'too_long',
  );
}

function rangeIn(hour: string, { from, until }: Pick<Resolved, 'from' | 'until'>): { from: Instant; until: Instant } {
  return { from: from ?? startOfHour(hour), until: until ?? endOfHour(hour) };
}

function sumOf({ user, system }: HourCounts): number {
  return user + system;
}

function ordered(hours: ReadonlyMap<string, unknown>, { direction }: Resolved): string[] {
  const sorted = [...hours.keys()].sort();
  return direction === 'asc' ? sorted : sorted.reverse();
}

function alone(event: UsageEventFacts): Matching {
  return { first_at: event.timestamp, last_at: event.timestamp, count: 1, events: [event] };
}
