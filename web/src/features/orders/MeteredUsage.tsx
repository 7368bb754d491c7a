import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meteredLineCsv, meteredLineQuery } from '@/api/orders';
import type { MeteredLineUsage } from '@/api/types';
import { count } from '@/lib/format';
import { day, exact } from '@/lib/time';

interface Props {
  orderId: string;
  lineId: string;
  org: string;
}

/** The usage that a metered line bills: between which cuts of the log it lies, its sum by day, and its first events. */
export function MeteredUsage({ orderId, lineId, org }: Props) {
  const { data: usage, error } = useQuery(meteredLineQuery(orderId, lineId));
  if (!usage)
    return <span className="block">{error ? `Its usage was not found. ${error.message}` : 'Adding it up…'}</span>;
  const { windows, days, rows, late_events, consumed_units, measured_units } = usage;
  return (
    <span className="mt-2 block space-y-2">
      {windows.map(({ from, until, until_event_id }) => (
        <span key={until_event_id} className="block">
          {from ? `What arrived from ${exact(from)} ` : 'What arrived '}until {exact(until)}
        </span>
      ))}
      {late_events > 0 && (
        <span className="block">
          {late_events === 1 ? 'One event is' : `${count(late_events)} events are`} from before the period, and came
          late.
        </span>
      )}
      {measured_units !== consumed_units && (
        <span className="block">
          {count(measured_units)} of the {count(consumed_units)} units can still be shown; the other events were erased
          with their customer.
        </span>
      )}
      <span className="block max-h-60 overflow-y-auto border-y border-line">
        {days.map((one) => (
          <span key={one.day} className="flex justify-between gap-4 py-0.5 tabular-nums">
            <span>{day(`${one.day}T12:00:00.000Z`)}</span>
            <span>{count(one.quantity)}</span>
          </span>
        ))}
      </span>
      <Rows rows={rows} org={org} />
      <a href={meteredLineCsv(orderId, lineId)} download className="link">
        All events as CSV
      </a>
    </span>
  );
}

/** A few of them, to open. */
const SHOWN = 8;

function Rows({ rows, org }: { rows: MeteredLineUsage['rows']; org: string }) {
  return rows.slice(0, SHOWN).map(({ kind, event_id, name, timestamp, value }) => (
    <span key={`${kind} ${event_id}`} className="flex justify-between gap-4 tabular-nums">
      {kind === 'carried' ? (
        <span>Voided after it was billed</span>
      ) : (
        <Link to="/$org/usage-events/$id" params={{ org, id: event_id }} className="link min-w-0 truncate">
          {kind === 'void' ? `${name}, voided` : name} <span className="text-faint">{day(timestamp)}</span>
        </Link>
      )}
      <span>{value === null ? (kind === 'void' ? '−1' : '1') : count(value)}</span>
    </span>
  ));
}
