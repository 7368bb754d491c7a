import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outboxQuery, type OutboxMail } from '@/api/sandbox';
import { word } from '@/lib/format';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/FilterBar';
import { Icon } from '@/ui/Icon';
import { PageHead } from '@/ui/PageHead';
import { SkipLink } from '@/ui/SkipLink';
import { EmptyState, ErrorState, Loading } from '@/ui/States';
import { Time } from '@/ui/Value';

interface Filter {
  to: string;
  kind: string;
}

const kinds = [
  'verify-email',
  'change-email',
  'reset-password',
  'delete-account',
  'invitation',
  'receipt',
  'payment-failed',
];

/** The mails the sandbox kept instead of sending, newest first. */
export function Outbox({ filter, onFilter }: { filter: Filter; onFilter: (change: Partial<Filter>) => void }) {
  const { data: mails, error, refetch } = useQuery(outboxQuery(filter));
  return (
    <div>
      <SkipLink />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[52rem] px-4 pt-8 pb-24 outline-none sm:px-8">
        <PageHead title="Outbox" note="Mails that this sandbox kept instead of sending them." />
        <FilterBar>
          <SearchFilter label="To this address" value={filter.to} onChange={(to) => onFilter({ to })} />
          <SelectFilter
            label="Kind"
            value={filter.kind}
            options={[
              { value: '', label: 'All kinds' },
              ...kinds.map((kind) => ({ value: kind, label: kindName(kind) })),
            ]}
            onChange={(kind) => onFilter({ kind })}
          />
        </FilterBar>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !mails ? (
          <Loading what="the mails" />
        ) : mails.length === 0 ? (
          <EmptyState title="No mail here">
            What Tillbook would send, verification links and receipts among it, appears here.
          </EmptyState>
        ) : (
          <ul className="border-t border-ink">
            {mails.toReversed().map((mail) => (
              <Mail key={`${mail.at} ${mail.to} ${mail.subject}`} mail={mail} />
            ))}
          </ul>
        )}
      </main>
    </div>
  );
}

function Mail({ mail }: { mail: OutboxMail }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full flex-wrap items-center gap-x-4 px-2 py-2 text-left hover:bg-shade focus-visible:outline-offset-0"
      >
        <span className="text-faint">
          <Icon name={open ? 'down' : 'right'} size={12} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{mail.subject}</span>
          <span className="block truncate text-note text-soft">{mail.to}</span>
        </span>
        <span className="text-soft">
          <Time at={mail.at} inRow side="left" />
        </span>
      </button>
      {open && (
        <div className="grid gap-3 px-2 pb-4 sm:pl-9">
          <pre className="max-w-full overflow-x-auto bg-slip p-4 font-mono text-[13px] break-words whitespace-pre-wrap">
            {mail.text}
          </pre>
          {mail.url && (
            <a href={mail.url} className="link justify-self-start">
              Open the link in it
            </a>
          )}
        </div>
      )}
    </li>
  );
}

function kindName(kind: string): string {
  return word(kind.replaceAll('-', '_'));
}
