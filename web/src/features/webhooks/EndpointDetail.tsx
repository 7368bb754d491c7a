import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMayChange } from '@/api/members';
import type { Organization, WebhookEndpoint } from '@/api/types';
import { endpointQuery, useAttemptsFollowed, useDeleteEndpoint } from '@/api/webhooks';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Fact, Facts, Section } from '@/ui/Facts';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Secret } from '@/ui/Secret';
import { Id, Time } from '@/ui/Value';
import { Deliveries, type DeliverySearch } from './Deliveries';
import { addressOf, eventsLabel, FORMATS, VERSIONS } from './endpoint';
import { EndpointCourse } from './EndpointCourse';
import { RotateSecret, SendTest, StartReplay } from './EndpointDialogs';
import { EndpointGlance } from './EndpointGlance';
import { WIRE_TYPE_COUNT } from './wire-types';

interface EndpointDetailProps {
  organization: Organization;
  id: string;
  search: DeliverySearch;
  onSearch: (change: Partial<DeliverySearch>) => void;
  onDeleted: () => void;
}

export function EndpointDetail({ organization, id, search, onSearch, onDeleted }: EndpointDetailProps) {
  const { data: endpoint } = useSuspenseQuery(endpointQuery(id));
  const [deleting, setDeleting] = useState(false);
  const [rotating, setRotating] = useState(false);
  const [testing, setTesting] = useState(false);
  const [replaying, setReplaying] = useState(false);
  const remove = useDeleteEndpoint(id);
  useAttemptsFollowed(id);
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;

  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit endpoint',
        short: 'Edit',
        link: linkOptions({ to: '/$org/webhooks/$id/edit', params: { org, id } }),
      },
      { label: 'Send test event', rank: 'more', run: () => setTesting(true) },
      { label: 'Replay past events', rank: 'more', run: () => setReplaying(true) },
      { label: 'Rotate signing secret', rank: 'more', run: () => setRotating(true) },
      { label: 'Delete endpoint', rank: 'danger', run: () => setDeleting(true) },
    ],
    [org, id],
  );

  return (
    <>
      <PageHead
        title={addressOf(endpoint.url)}
        up={{ label: 'Webhooks', link: linkOptions({ to: '/$org/webhooks', params: { org } }) }}
        action={<PageActions offered={mayChange} actions={actions} />}
      />
      <EndpointCourse endpoint={endpoint} mayChange={mayChange} />
      <EndpointGlance endpoint={endpoint} />
      <div className="grid gap-8">
        <div className="max-w-[44rem]">
          <EndpointFacts endpoint={endpoint} />
        </div>
        <Section title="Deliveries">
          <Deliveries organization={organization} endpointId={id} search={search} onSearch={onSearch} />
        </Section>
      </div>
      <SendTest endpoint={endpoint} open={testing} onOpenChange={setTesting} />
      <StartReplay endpoint={endpoint} open={replaying} onOpenChange={setReplaying} />
      <RotateSecret endpoint={endpoint} open={rotating} onOpenChange={setRotating} />
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={`Delete ${addressOf(endpoint.url)}?`}
        description="Nothing more is sent there, waiting messages included. What was delivered stays in the log."
        action="Delete endpoint"
        busy="Deleting"
        onConfirm={async () => {
          await remove.mutateAsync();
          announce('The endpoint was deleted');
          onDeleted();
        }}
      />
    </>
  );
}

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { url, format, events, api_version, secret, former_secret_until, created_at, modified_at, id } = endpoint;
  return (
    <Facts>
      <Fact term="URL">
        <span className="font-mono text-[13px] break-all">{url}</span>
      </Fact>
      <Fact term="Format">{FORMATS[format]}</Fact>
      {format === 'raw' && <Fact term="SDK">{VERSIONS[api_version]}</Fact>}
      <Fact term="Events">
        {eventsLabel(events)}
        {events.length < WIRE_TYPE_COUNT && (
          <span className="block font-mono text-[13px] text-soft">{events.join(', ')}</span>
        )}
      </Fact>
      <Fact term="Signing secret">
        {secret ? (
          <Secret label="Signing secret" value={secret} />
        ) : (
          <span className="text-soft">Only owners and admins see it.</span>
        )}
      </Fact>
      {former_secret_until && (
        <Fact term="Former secret valid until">
          <Time machine at={former_secret_until} />
        </Fact>
      )}
      <Fact term="Created">
        <Time at={created_at} />
      </Fact>
      <Fact term="Changed">
        <Time at={modified_at} />
      </Fact>
      <Fact term="ID">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
