import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { endpointQuery, useUpdateEndpoint } from '@/api/webhooks';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { EndpointForm } from './EndpointForm';
import { addressOf } from './endpoint';

interface EditEndpointProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditEndpoint({ organization, id, onSaved }: EditEndpointProps) {
  const { data: endpoint } = useSuspenseQuery(endpointQuery(id));
  const { url, format, events, api_version } = endpoint;
  const update = useUpdateEndpoint(id);
  const back = linkOptions({ to: '/$org/webhooks/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${addressOf(endpoint.url)}`} up={{ label: addressOf(endpoint.url), link: back }} />
      <EndpointForm
        key={id}
        initial={{ url, format, events, api_version }}
        hasSecret
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={async (change) => {
          await update.mutateAsync(change);
          announce('Saved');
          onSaved();
        }}
      />
    </>
  );
}
