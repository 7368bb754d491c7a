import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { useActing } from '@/api/account';
import { oauthClientsQuery } from '@/api/oauth-clients';
import type { OAuthClient } from '@/api/types';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { METHODS } from './client';
import { NewClient } from './NewClient';

const columns: Column<OAuthClient & { id: string }>[] = [
  {
    header: 'Name',
    phone: 'lead',
    grow: true,
    cell: ({ client_name }) => <span className="font-medium">{client_name}</span>,
  },
  {
    header: 'Client ID',
    phone: 'hide',
    width: 22,
    cell: ({ client_id }) => <span className="font-mono text-[13px] text-soft">{client_id}</span>,
  },
  { header: 'Type', cell: ({ token_endpoint_auth_method: method }) => METHODS[method].label },
  { header: 'Registered', cell: ({ created_at }) => <Time machine at={created_at} inRow side="left" /> },
];

/** The clients that the user has registered. */
export function OwnClients({ onRegistered }: { onRegistered: (id: string) => void }) {
  const [page, setPage] = useState(1);
  const query = useQuery(oauthClientsQuery(page));
  const [adding, setAdding] = useState(false);
  // An administrator who acts as a user can't register any.
  const mayRegister = !useActing();
  return (
    <Section
      title="Your OAuth clients"
      action={mayRegister && <Button onClick={() => setAdding(true)}>New client</Button>}
    >
      <DataTable
        label="clients"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/account/apps/$id', params: { id } })}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState title="No clients yet">
            Register an app that works with organizations of other people. They allow it by OAuth 2, and you need none
            of their keys. A program for an organization of yours needs an access token only.
          </EmptyState>
        }
      />
      <NewClient open={adding} onOpenChange={setAdding} onRegistered={onRegistered} />
    </Section>
  );
}
