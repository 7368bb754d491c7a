import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useActing } from '@/api/account';
import { oauthGrantsQuery, useRevokeOAuthGrant } from '@/api/oauth-grants';
import { useOrganizationNames } from '@/api/organization-names';
import type { OAuthGrant } from '@/api/types';
import { allowancesLabel } from '@/lib/scopes';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { DataTable } from '@/ui/DataTable';
import { Dialog } from '@/ui/Dialog';
import { Section } from '@/ui/Facts';
import { ScopeFacts } from '@/ui/ScopeFacts';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';

/** The apps that may act for the user, or for an organization whose owner or admin they are. */
export function AllowedApps() {
  const [page, setPage] = useState(1);
  const query = useQuery(oauthGrantsQuery(page));
  const nameOf = useOrganizationNames();
  const [shown, setShown] = useState<OAuthGrant>();
  const [ending, setEnding] = useState<OAuthGrant>();
  const revoke = useRevokeOAuthGrant();
  // An administrator who acts as a user can't remove what they have allowed.
  const mayRemove = !useActing();
  const columns = useMemo(
    () => [...columnsWith(nameOf, setShown), ...(mayRemove ? [removing(setEnding)] : [])],
    [nameOf, mayRemove],
  );
  return (
    <>
      <Section title="Apps that may act for you">
        <DataTable
          label="apps"
          columns={columns}
          query={query}
          rowKey={({ id }) => id}
          page={page}
          onPage={setPage}
          empty={
            <EmptyState title="No app may act for you">
              When an app asks to work with your organization, you decide on a page of Tillbook what it may do. What you
              have allowed appears here, and you can end it here.
            </EmptyState>
          }
        />
      </Section>
      <Dialog
        open={Boolean(shown)}
        onOpenChange={(open) => !open && setShown(undefined)}
        title={shown ? `What ${appOf(shown)} may do` : ''}
      >
        {shown && <ScopeFacts scopes={shown.scopes} />}
      </Dialog>
      <Confirm
        open={Boolean(ending)}
        onOpenChange={(open) => !open && setEnding(undefined)}
        danger
        title={ending ? `Remove the access of ${appOf(ending)}?` : ''}
        description="It is refused from this moment on. What it has done stays. To act for you again, it has to ask you again."
        action="Remove access"
        busy="Removing"
        onConfirm={async () => {
          if (!ending) return;
          await revoke.mutateAsync(ending.id);
          announce(`${appOf(ending)} no longer has access`);
        }}
      />
    </>
  );
}

function appOf({ client }: OAuthGrant): string {
  return client.client_name ?? client.client_id;
}

function columnsWith(
  nameOf: ReturnType<typeof useOrganizationNames>,
  onShow: (grant: OAuthGrant) => void,
): Column<OAuthGrant>[] {
  return [
    { header: 'App', phone: 'lead', grow: true, cell: (grant) => <span className="font-medium">{appOf(grant)}</span> },
    {
      header: 'Acts for',
      grow: true,
      cell: ({ organization }) => (organization ? nameOf(organization) : 'You, in all organizations'),
    },
    {
      header: 'Access to',
      grow: true,
      cell: (grant) => (
        <button
          type="button"
          className="tap link text-left"
          aria-label={`What ${appOf(grant)} may do: ${allowancesLabel(grant.scopes)}`}
          onClick={() => onShow(grant)}
        >
          {allowancesLabel(grant.scopes)}
        </button>
      ),
    },
    { header: 'Allowed by', phone: 'hide', cell: ({ is_own }) => (is_own ? 'You' : 'Another owner or admin') },
    { header: 'Since', phone: 'hide', cell: ({ created_at }) => <Time machine at={created_at} side="left" /> },
  ];
}

function removing(onRemove: (grant: OAuthGrant) => void): Column<OAuthGrant> {
  return {
    header: 'Actions',
    actions: true,
    phone: 'trail',
    cell: (grant) => (
      <Button kind="quiet" aria-label={`Remove access of ${appOf(grant)}`} onClick={() => onRemove(grant)}>
        Remove
      </Button>
    ),
  };
}
