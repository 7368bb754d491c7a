import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MeterFilter } from '@/api/types';
import { matchingQuery } from '@/api/usage-events';
import { plural } from '@/lib/format';
import { useSettled } from '@/lib/hooks';
import { useNow } from '@/lib/time';

/** While somebody types. */
const SETTLES_MS = 400;

interface MatchingEventsProps {
  organizationId: string;
  /** undefined while it is not complete. */
  filter: MeterFilter | undefined;
}

/** How many events of the last day a filter lets through, while it is being written. */
export function MatchingEvents({ organizationId, filter }: MatchingEventsProps) {
  const text = filter && JSON.stringify(filter);
  const [settled, setSettled] = useState(text);
  const { settle } = useSettled(setSettled, SETTLES_MS);
  useEffect(() => settle(text), [text]);
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as MeterFilter);
  const everything: MeterFilter = { conjunction: 'and', clauses: [] };
  const query = useQuery({
    ...matchingQuery(organizationId, asked ?? everything, useNow()),
    enabled: asked !== undefined,
  });
  return (
    <p aria-live="polite" className="text-soft">
      {asked === undefined ? 'Complete the conditions to see how many events match.' : saidOf(query)}
    </p>
  );
}

function saidOf({ data, isError }: { data: number | undefined; isError: boolean }): string {
  if (isError) return 'Too many events of the last day to count with these conditions.';
  if (data === undefined) return 'Counting the events of the last day that match …';
  return `${plural(data, 'event')} of the last day ${data === 1 ? 'matches' : 'match'}.`;
}
