import { linkOptions } from '@tanstack/react-router';
import { useRoom } from '@/api/limits';
import { useCreateEndpoint } from '@/api/webhooks';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { EndpointForm } from './EndpointForm';

interface NewEndpointProps {
  organization: Organization;
  onCreated: (id: string) => void;
}

export function NewEndpoint({ organization, onCreated }: NewEndpointProps) {
  const create = useCreateEndpoint(organization.id);
  const room = useRoom(organization.id, 'webhook_endpoints');
  const list = linkOptions({ to: '/$org/webhooks', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New endpoint" up={{ label: 'Webhooks', link: list }} />
      <EndpointForm
        initial={{ url: '', format: 'raw', events: [], api_version: '0.32' }}
        hasSecret={false}
        action="Add endpoint"
        busy="Adding"
        room={room}
        cancel={list}
        onSubmit={async (endpoint) => {
          const { id } = await create.mutateAsync(endpoint);
          announce('Events are sent to it from now on');
          onCreated(id);
        }}
      />
    </>
  );
}
