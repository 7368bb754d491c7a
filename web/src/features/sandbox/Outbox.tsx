import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { organizationsQuery } from '@/api/organizations';
import { outboxQuery, type OutboxSearch } from '@/api/sandbox';
import { cx } from '@/lib/cx';
import { word } from '@/lib/format';
import { Button, ButtonLink } from '@/ui/Button';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/FilterBar';
import { PageHead } from '@/ui/PageHead';
import { Pagination } from '@/ui/Pagination';
import { Wordmark } from '@/ui/Sheet';
import { SkipLink } from '@/ui/SkipLink';
import { Loading } from '@/ui/Loading';
import { EmptyState, ErrorState } from '@/ui/States';
import { OutboxMailRow } from './OutboxMailRow';

const kinds = [
  'verify-email',
  'change-email',
  'email-changed',
  'reset-password',
  'delete-account',
  'invitation',
  'receipt',
  'payment-failed',
  'trial-ending',
  'renewal-upcoming',
  'subscription-canceled',
  'subscription-resumed',
  'subscription-changed',
  'subscription-ended',
  'refund',
  'license-key',
  'portal-code',
  'portal-email-code',
  'portal-email-changed',
  'erasure-refused',
];

interface OutboxProps {
  search: OutboxSearch;
  onSearch: (change: Partial<OutboxSearch>) => void;
  signedIn: boolean;
}

/** The mails the sandbox kept instead of sending, newest first. */
export function Outbox({ search, onSearch, signedIn }: OutboxProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(outboxQuery(search));
  const { data: organizations = [] } = useQuery({ ...organizationsQuery, enabled: signedIn });
  const filtered = Boolean(search.query || search.kind || search.organization);
  return (
    <Frame signedIn={signedIn}>
      <PageHead title="Outbox" note="Mails that this sandbox kept instead of sending them." />
      <FilterBar>
        <SearchFilter
          label="Search by address or subject"
          value={search.query}
          onChange={(query) => onSearch({ query })}
        />
        <SelectFilter
          label="Kind"
          value={search.kind}
          options={[
            { value: '', label: 'All kinds' },
            ...kinds.map((kind) => ({ value: kind, label: kindName(kind) })),
          ]}
          onChange={(kind) => onSearch({ kind })}
        />
        {organizations.length > 0 && (
          <SelectFilter
            label="Organization"
            value={search.organization}
            options={[
              { value: '', label: 'Any organization' },
              ...organizations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(organization) => onSearch({ organization })}
          />
        )}
      </FilterBar>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what="the mails" shape="rows" />
      ) : data.items.length === 0 ? (
        <EmptyState
          title={filtered ? 'No matching mails' : 'No mails yet'}
          action={
            filtered && (
              <Button onClick={() => onSearch({ query: '', kind: '', organization: '' })}>Show all mails</Button>
            )
          }
        >
          {filtered
            ? 'No address or subject contains that text.'
            : 'Mails that Tillbook would send, such as verification links and receipts, appear here.'}
        </EmptyState>
      ) : (
        <>
          <ul className={cx('border-t border-ink', isPlaceholderData && 'opacity-60')}>
            {data.items.map((mail, at) => (
              <OutboxMailRow key={`${mail.at} ${mail.to} ${mail.subject} ${at}`} mail={mail} />
            ))}
          </ul>
          <Pagination
            label="mails"
            page={search.page}
            pages={data.pagination.max_page}
            total={data.pagination.total_count}
            shown={data.items.length}
            onPage={(page) => {
              onSearch({ page });
              window.scrollTo({ top: 0 });
            }}
          />
        </>
      )}
    </Frame>
  );
}

function Frame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  return (
    <div>
      <SkipLink />
      <header className="mx-auto flex max-w-[52rem] flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-8">
        <Link to="/" className="rounded-mark">
          <Wordmark />
        </Link>
        <ButtonLink to={signedIn ? '/' : '/sign-in'} kind="quiet">
          {signedIn ? 'Back to the dashboard' : 'Sign in'}
        </ButtonLink>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[52rem] px-4 pt-6 pb-24 outline-none sm:px-8">
        {children}
      </main>
    </div>
  );
}

function kindName(kind: string): string {
  return word(kind.replaceAll('-', '_'));
}
