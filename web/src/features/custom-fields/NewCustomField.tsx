import { linkOptions } from '@tanstack/react-router';
import { useCreateCustomField } from '@/api/custom-fields';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { blank, contentOf } from './custom-field-form';
import { CustomFieldForm } from './CustomFieldForm';

interface NewCustomFieldProps {
  organization: Organization;
  onCreated: (id: string) => void;
}

export function NewCustomField({ organization, onCreated }: NewCustomFieldProps) {
  const create = useCreateCustomField(organization.id);
  const list = linkOptions({ to: '/$org/custom-fields', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New custom field" up={{ label: 'Custom fields', link: list }} />
      <CustomFieldForm
        initial={blank}
        action="Create custom field"
        busy="Creating"
        cancel={list}
        onSubmit={async (fields) => {
          const { id } = await create.mutateAsync(contentOf(fields));
          announce('Created. Edit a product to ask its buyers for it.');
          onCreated(id);
        }}
      />
    </>
  );
}
