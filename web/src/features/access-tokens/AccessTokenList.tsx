import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useActing } from '@/api/account';
import { accessTokensQuery, useDeleteAccessToken } from '@/api/access-tokens';
import type { AccessToken, Organization } from '@/api/types';
import type { ListSearch } from '@/lib/search';
import { announce } from '@/ui/Announcer';
import { Button, ButtonLink } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import type { Column } from '@/ui/table-column';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';
import { scopesLabel } from './scopes';

type Search = Omit<ListSearch, 'query'>;

interface AccessTokenListProps {
  organization: Organization;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
}

export function AccessTokenList({ organization, search, onSearch }: AccessTokenListProps) {
  const query = useQuery(accessTokensQuery(organization.id, search));
  const [deleting, setDeleting] = useState<AccessToken>();
  const remove = useDeleteAccessToken();
  // An administrator who acts as a user can't create or delete tokens.
  const mayCreate = !useActing();
  const columns = useMemo(() => columnsWith(mayCreate ? setDeleting : undefined), [mayCreate]);
  const add = mayCreate && (
    <ButtonLink to="/$org/access-tokens/new" params={{ org: organization.slug }} kind="primary">
      New token
    </ButtonLink>
  );
  return (
    <>
      <ResourceList
        title="Access tokens"
        note="For your own programs: each token can do what its scopes allow. Start with one of these."
        label="tokens"
        action={add}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        empty={{
          title: 'No access tokens yet',
          text: 'A token lets a program of yours call Tillbook, to create checkouts or read orders. It can do what you allow and nothing else.',
          action: add,
        }}
      />
      <Confirm
        open={Boolean(deleting)}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        danger
        title={`Delete ${deleting?.comment ?? 'this token'}?`}
        description="Programs that use it are refused from this moment on. This can’t be undone."
        action="Delete token"
        busy="Deleting"
        onConfirm={async () => {
          if (!deleting) return;
          await remove.mutateAsync(deleting.id);
          announce(`${deleting.comment} was deleted`);
        }}
      />
    </>
  );
}

function columnsWith(onDelete: ((token: AccessToken) => void) | undefined): Column<AccessToken>[] {
  return [
    { header: 'Name', sort: 'comment', phone: 'lead', grow: true, cell: ({ comment }) => comment },
    { header: 'Scopes', cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopesLabel(scopes)}</span> },
    {
      header: 'Expires',
      sort: 'expires_at',
      cell: ({ expires_at }) => (expires_at ? <Time machine at={expires_at} side="left" /> : 'Never'),
    },
    {
      header: 'Last used',
      cell: ({ last_used_at }) => (last_used_at ? <Time machine at={last_used_at} side="left" /> : 'Never'),
    },
    {
      header: 'Created',
      sort: 'created_at',
      phone: 'hide',
      cell: ({ created_at }) => <Time machine at={created_at} side="left" />,
    },
    ...(onDelete ? [deleting(onDelete)] : []),
  ];
}

function deleting(onDelete: (token: AccessToken) => void): Column<AccessToken> {
  return {
    header: 'Actions',
    actions: true,
    phone: 'trail',
    cell: (token) => (
      <Button kind="quiet" aria-label={`Delete ${token.comment}`} onClick={() => onDelete(token)}>
        Delete
      </Button>
    ),
  };
}
