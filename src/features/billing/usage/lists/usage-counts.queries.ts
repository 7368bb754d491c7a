import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { dayOf } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import { usageCountProjection, usageScope, type UsageCountDocument } from './usage-count.projection.ts';
import { HOURS } from '../usage-hours.rules.ts';
import { touches, type UsageCriteria } from './usage-matching.rules.ts';

/** How many events of each source an hour has. */
export type HourCounts = Readonly<Record<UsageSource, number>>;

interface Counting extends Pick<UsageCriteria, 'owners' | 'names' | 'meter' | 'from' | 'until'> {
  organizationIds: readonly string[];
  sources: readonly UsageSource[];
}

@Injectable()
export class UsageCounts {
  constructor(private readonly documents: Documents) {}

  /** By hour: how many events have one of the owners, or else the meter counted, or else have one of the names; hours at the ends of the range are counted whole. */
  async byHour(counting: Counting): Promise<Map<string, HourCounts>> {
    const { organizationIds, from, until } = counting;
    const range = { from: from && dayOf(from), until: until && dayOf(until) };
    const days = await this.ofScopes(scopesOf(counting), range, organizationIds);
    const counted = new Map<string, HourCounts>();
    for (const { day, source, hours } of days)
      hours.forEach((count, hourOfDay) => {
        const hour = `${day}T${HOURS[hourOfDay]}`;
        if (count === 0 || !touches(hour, counting)) return;
        const known = counted.get(hour) ?? { user: 0, system: 0 };
        counted.set(hour, { ...known, [source]: known[source] + count });
      });
    return counted;
  }

  /** The counted days of scopes. @param range days, both included; undefined: open */
  async ofScopes(
    scopes: readonly string[],
    { from, until }: { from: string | undefined; until: string | undefined },
    organizationIds: readonly string[],
  ): Promise<UsageCountDocument[]> {
    if (scopes.length === 0) return [];
    const within: Where[] = [{ in: ['scope', scopes] }];
    if (from !== undefined) within.push({ gte: ['day', from] });
    if (until !== undefined) within.push({ lte: ['day', until] });
    return this.documents.all(usageCountProjection, { where: { and: within } }, { organizationIds });
  }
}

function scopesOf({ organizationIds, sources, meter, owners, names }: Counting): string[] {
  const scopes = sources.flatMap((source) => {
    if (owners) return owners.map((key) => usageScope.owner(source, key));
    if (meter !== undefined) return source === 'user' ? [usageScope.meter(meter)] : [];
    return organizationIds.flatMap((id) =>
      names ? names.map((name) => usageScope.name(source, id, name)) : [usageScope.organization(source, id)],
    );
  });
  return [...new Set(scopes)];
}
