import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { meterQuery, useUpdateMeter } from '@/api/meters';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { contentOf, editingNote, fieldsOf } from './meter-form';
import { MeterForm } from './MeterForm';

interface EditMeterProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditMeter({ organization, id, onSaved }: EditMeterProps) {
  const { data: meter } = useSuspenseQuery(meterQuery(id));
  const update = useUpdateMeter(id);
  const back = linkOptions({ to: '/$org/meters/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${meter.name}`} note={editingNote(meter)} up={{ label: meter.name, link: back }} />
      <MeterForm
        organizationId={organization.id}
        isFrozen={meter.frozen_at !== null}
        key={id}
        initial={fieldsOf(meter)}
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={async (fields) => {
          await update.mutateAsync(contentOf(fields, meter.metadata));
          announce('Saved');
          onSaved();
        }}
      />
    </>
  );
}
