import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customFieldQuery, useUpdateCustomField } from '@/api/custom-fields';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { contentOf, fieldsOf } from './custom-field-form';
import { CustomFieldForm } from './CustomFieldForm';

interface EditCustomFieldProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditCustomField({ organization, id, onSaved }: EditCustomFieldProps) {
  const { data: field } = useSuspenseQuery(customFieldQuery(id));
  const update = useUpdateCustomField(id);
  const back = linkOptions({ to: '/$org/custom-fields/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${field.name}`} up={{ label: field.name, link: back }} />
      <CustomFieldForm
        key={id}
        initial={fieldsOf(field)}
        exists
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={async (fields) => {
          await update.mutateAsync(contentOf(fields, field.metadata));
          announce('Saved');
          onSaved();
        }}
      />
    </>
  );
}
