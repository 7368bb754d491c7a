import { linkOptions } from '@tanstack/react-router';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { CreateCustomField } from './CreateCustomField';

interface NewCustomFieldProps {
  organization: Organization;
  onCreated: (id: string) => void;
}

export function NewCustomField({ organization, onCreated }: NewCustomFieldProps) {
  const list = linkOptions({ to: '/$org/custom-fields', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New custom field" up={{ label: 'Custom fields', link: list }} />
      <CreateCustomField
        organizationId={organization.id}
        cancel={list}
        onCreated={({ id }) => {
          announce('Created. Edit a product to ask its buyers for it.');
          onCreated(id);
        }}
      />
    </>
  );
}
