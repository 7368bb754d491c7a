import { Link } from '@tanstack/react-router';
import { plural } from '@/lib/format';
import { exact } from '@/lib/time';
import { Section } from '@/ui/Facts';

/** What a `UsageIngested` says of its usage events. */
export interface Chunk {
  ingestId: string;
  first: number;
  events: readonly { name: string; at: string }[];
}

/** Hexadecimal digits of an event's id that hold its place in its call. */
const DIGITS = 3;

/** The usage events of a chunk, which the ledger shows as one entry; each opens. */
export function ChunkEvents({ org, chunk: { ingestId, first, events } }: { org: string; chunk: Chunk }) {
  const idOf = (place: number) => ingestId.slice(0, -DIGITS) + place.toString(16).padStart(DIGITS, '0');
  return (
    <Section title="Usage events" action={<span className="text-soft">{plural(events.length, 'event')}</span>}>
      <ul className="max-h-80 overflow-y-auto border-y border-line">
        {events.map(({ name, at }, index) => (
          <li key={idOf(first + index)} className="flex justify-between gap-x-4 py-1">
            <Link
              to="/$org/usage-events/$id"
              params={{ org, id: idOf(first + index) }}
              className="link min-w-0 wrap-anywhere"
            >
              {name}
            </Link>
            <time dateTime={at} className="text-soft tabular-nums">
              {exact(at)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
