import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { oauthClientQuery, useRemoveOAuthClient } from '@/api/oauth-clients';
import type { OAuthClient } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Fact, Facts, Section } from '@/ui/Facts';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { ScopeFacts } from '@/ui/ScopeFacts';
import { Secret } from '@/ui/Secret';
import { Id, Time } from '@/ui/Value';
import { METHODS } from './client';
import { EditClient } from './EditClient';

export function ClientDetail({ id, onRemoved }: { id: string; onRemoved: () => void }) {
  const { data: client } = useSuspenseQuery(oauthClientQuery(id));
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const remove = useRemoveOAuthClient(id);
  const name = client.client_name;
  const actions = useMemo(
    (): PageAction[] => [
      { label: 'Edit client', short: 'Edit', run: () => setEditing(true) },
      { label: 'Remove client', rank: 'danger', run: () => setRemoving(true) },
    ],
    [],
  );
  return (
    <>
      <PageHead
        title={name}
        up={{ label: 'Apps', link: linkOptions({ to: '/account/apps' }) }}
        action={<PageActions actions={actions} />}
      />
      <div className="grid max-w-[44rem] gap-8">
        <ClientFacts client={client} />
        <Section title="What it may ask for">
          <ScopeFacts scopes={client.scope.split(' ')} />
        </Section>
      </div>
      <EditClient client={client} open={editing} onOpenChange={setEditing} />
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        danger
        title={`Remove ${name}?`}
        description="All access that people have given it ends at once, and nobody can allow it again. This can’t be undone."
        action="Remove client"
        busy="Removing"
        onConfirm={async () => {
          await remove.mutateAsync();
          announce(`${name} was removed`);
          onRemoved();
        }}
      />
    </>
  );
}

function ClientFacts({ client }: { client: OAuthClient }) {
  const { client_id, client_secret, token_endpoint_auth_method: method, redirect_uris } = client;
  const links = [
    ['Website', client.client_uri],
    ['Terms of service', client.tos_uri],
    ['Privacy policy', client.policy_uri],
  ] as const;
  return (
    <Facts>
      <Fact term="Client ID">
        <Id id={client_id} whole />
      </Fact>
      <Fact term="Client secret">
        {method === 'none' ? (
          <span className="text-soft">None: it proves itself with PKCE.</span>
        ) : (
          <Secret label="Client secret" value={client_secret} />
        )}
      </Fact>
      <Fact term="Type">
        {METHODS[method].label}
        <span className="block text-soft">{METHODS[method].hint}</span>
      </Fact>
      <Fact term="Redirect URIs">
        {redirect_uris.map((uri) => (
          <span key={uri} className="block font-mono text-[13px] break-all">
            {uri}
          </span>
        ))}
      </Fact>
      {links.map(
        ([term, url]) =>
          url && (
            <Fact key={term} term={term}>
              <a href={url} target="_blank" rel="noopener noreferrer" className="link break-all">
                {url}
              </a>
            </Fact>
          ),
      )}
      <Fact term="Registered">
        <Time machine at={client.created_at} />
      </Fact>
      <Fact term="Changed">
        <Time machine at={client.modified_at} />
      </Fact>
    </Facts>
  );
}
