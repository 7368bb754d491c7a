import { equalTo } from '../../../../app/http/lists/filters.ts';
import { Injectable } from '@nestjs/common';
import { narrowedTo } from '../../../../app/reading/documents.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import type { FilterRequest } from '../../../../app/http/lists/list.ts';
import { InvalidInput } from '../../../../kernel/errors.ts';
import { addDays, dayOf, type Instant } from '../../../../kernel/ports/clock.ts';
import { startsBetween } from '../../intervals.ts';
import { usageScope } from './usage-count.projection.ts';
import { UsageCounts } from './usage-counts.queries.ts';
import { SOURCES } from './usage-events.request.ts';
import type { UsageDays, UsageDaysOfName } from '../usage.dto.ts';

/** Days that are counted, the one of the request included. */
const DAYS = 14;
const MOST_NAMES = 100;

/** How many events have a name, by day. */
@Injectable()
export class UsageDayQueries {
  constructor(private readonly counts: UsageCounts) {}

  /** In the last days, by source: only of those that have any. @throws InvalidInput too many names */
  async ofNames(asked: FilterRequest, caller: Caller, now: Instant): Promise<UsageDays> {
    const names = equalTo(asked.where, 'name') ?? [];
    if (names.length > MOST_NAMES)
      throw InvalidInput.at('query.name', `List should have at most ${MOST_NAMES} items`, 'too_long');
    const scope = narrowedTo(asked.organizationIds, caller);
    const organizationIds = scope === 'any' ? [] : scope.organizationIds;
    const days = startsBetween(addDays(now, 1 - DAYS), now, 'day').map(dayOf);
    const byScope = new Map<string, UsageDaysOfName>();
    for (const name of names)
      for (const source of SOURCES) {
        const counted = { name, source, counts: days.map(() => 0) };
        for (const id of organizationIds) byScope.set(usageScope.name(source, id, name), counted);
      }
    const range = { from: days[0], until: days.at(-1) };
    for (const one of await this.counts.ofScopes([...byScope.keys()], range, organizationIds))
      byScope.get(one.scope)!.counts[days.indexOf(one.day)]! += one.total;
    const counted = [...new Set(byScope.values())].filter(({ counts }) => counts.some((count) => count > 0));
    return { days, names: counted };
  }
}
