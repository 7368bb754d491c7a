import { linkOptions } from '@tanstack/react-router';
import { useRoom } from '@/api/limits';
import { useCreateMeter } from '@/api/meters';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { blank, contentOf } from './meter-form';
import { MeterForm } from './MeterForm';

interface NewMeterProps {
  organization: Organization;
  onCreated: (id: string) => void;
}

export function NewMeter({ organization, onCreated }: NewMeterProps) {
  const create = useCreateMeter(organization.id);
  const room = useRoom(organization.id, 'meters');
  const list = linkOptions({ to: '/$org/meters', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New meter" up={{ label: 'Meters', link: list }} />
      <MeterForm
        organizationId={organization.id}
        initial={blank}
        action="Create meter"
        busy="Creating"
        room={room}
        cancel={list}
        onSubmit={async (fields) => {
          const { id } = await create.mutateAsync(contentOf(fields));
          announce('Created. A product can have a price per unit of it.');
          onCreated(id);
        }}
      />
    </>
  );
}
