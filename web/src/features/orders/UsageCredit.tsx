import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventQuery } from '@/api/events';
import { useMayChange } from '@/api/members';
import type { LedgerEvent, Order, Organization, OrderUsageCredit } from '@/api/types';
import { usageCreditWords } from '@/lib/account-lines';
import { count, money } from '@/lib/format';
import { day } from '@/lib/time';
import { Fact } from '@/ui/Facts';
import { Note, Opener } from './Opener';

const SHOWN = 8;

interface UsageCreditProps {
  credit: OrderUsageCredit;
  customer: Order['customer'];
  organization: Organization;
  open: boolean;
  onToggle: () => void;
}

/** What the customer's account was credited for voided usage that the order had billed. It opens to its entries, with what was voided. */
export function UsageCredit({ credit, customer, organization, open, onToggle }: UsageCreditProps) {
  const { amount, currency, entries } = credit;
  const label = (
    <Opener open={open} onToggle={onToggle}>
      Credited for voided usage
    </Opener>
  );
  const below = open && (
    <Note>
      {entries.slice(0, SHOWN).map((entry, at) => (
        <Entry
          key={entry.event_id}
          entry={entry}
          voids={entry.voids - (entries[at + 1]?.voids ?? 0)}
          currency={currency}
          organization={organization}
        />
      ))}
      {entries.length > SHOWN && <span className="block">These are the newest; the account has more.</span>}
      {customer.deleted_at === null && (
        <Link
          to="/$org/customers/$id"
          params={{ org: organization.slug, id: customer.id }}
          hash="account"
          className="link mt-1 inline-block"
        >
          The customer’s account
        </Link>
      )}
    </Note>
  );
  return (
    <Fact term={label} figures below={below}>
      {money(amount, currency)}
    </Fact>
  );
}

interface EntryProps {
  entry: OrderUsageCredit['entries'][number];
  /** How many were voided since the entry before it. */
  voids: number;
  currency: string;
  organization: Organization;
}

function Entry({ entry, voids, currency, organization }: EntryProps) {
  const maySeeEvents = useMayChange(organization.id);
  const { data: cause } = useQuery({ ...eventQuery(entry.cause_event_id), enabled: maySeeEvents });
  return (
    <span className="flex justify-between gap-4 tabular-nums">
      <span className="min-w-0 truncate">
        {cause ? (
          <Cause cause={cause} entry={entry} voids={voids} org={organization.slug} />
        ) : (
          usageCreditWords(entry.type)
        )}{' '}
        <span className="text-faint">{day(entry.at)}</span>
      </span>
      <span>{money(entry.amount, currency)}</span>
    </span>
  );
}

interface CauseProps extends Pick<EntryProps, 'entry' | 'voids'> {
  cause: LedgerEvent;
  org: string;
}

/** The usage event that was voided; the entry in the log if it was booked for the order, which was created or became void after that. */
function Cause({ cause: { type, data }, entry, voids, org }: CauseProps) {
  const { eventId, name } = data;
  if (type === 'UsageVoided' && typeof eventId === 'string' && typeof name === 'string') {
    return (
      <Link to="/$org/usage-events/$id" params={{ org, id: eventId }} className="link">
        {name}
        {voids > 1 && ` and ${count(voids - 1)} more`}, voided
      </Link>
    );
  }
  return (
    <Link to="/$org/events/$id" params={{ org, id: entry.event_id }} className="link">
      {usageCreditWords(entry.type)}
    </Link>
  );
}
