import { linkOptions } from '@tanstack/react-router';
import { useCreateCustomer } from '@/api/customers';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { CustomerForm } from './CustomerForm';

export function NewCustomer({
  organization,
  onCreated,
}: {
  organization: Organization;
  onCreated: (id: string) => void;
}) {
  const create = useCreateCustomer(organization.id);
  const list = linkOptions({ to: '/$org/customers', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New customer" up={{ label: 'Customers', link: list }} />
      <CustomerForm
        action="Add customer"
        busy="Adding"
        cancel={list}
        onSubmit={async (fields) => {
          const { id, email } = await create.mutateAsync(fields);
          announce(`${email} was added`);
          onCreated(id);
        }}
      />
    </>
  );
}
