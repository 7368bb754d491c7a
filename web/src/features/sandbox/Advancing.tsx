import { useQuery } from '@tanstack/react-query';
import { progressQuery } from '@/api/sandbox';
import { day } from '@/lib/time';

/** The clock's progress through the due items; both ends in milliseconds. */
export function Advancing({ from, to }: { from: number; to: number }) {
  const { data: clock } = useQuery(progressQuery);
  const at = Math.min(Math.max(clock ? Date.parse(clock.now) : from, from), to);
  return (
    <span role="status" className="inline-flex min-w-0 flex-1 items-center gap-x-3 max-md:gap-x-1">
      <span className="whitespace-nowrap max-lg:sr-only">Moving to {day(new Date(to).toISOString())}…</span>
      <progress aria-label="Days passed" max={to - from} value={at - from} className="min-w-8 w-32" />
      <span className="font-mono text-[13px] whitespace-nowrap text-soft max-md:hidden">
        {day(new Date(at).toISOString())}
      </span>
    </span>
  );
}
