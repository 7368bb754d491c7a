import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customerQuery, useUpdateCustomer } from '@/api/customers';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { CustomerForm } from './CustomerForm';

interface EditCustomerProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditCustomer({ organization, id, onSaved }: EditCustomerProps) {
  const { data: customer } = useSuspenseQuery(customerQuery(id));
  const update = useUpdateCustomer(id);
  const name = customer.name ?? customer.email;
  const back = linkOptions({ to: '/$org/customers/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${name}`} up={{ label: name, link: back }} />
      <CustomerForm
        key={id}
        customer={customer}
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={async (fields) => {
          await update.mutateAsync(fields);
          announce('Saved');
          onSaved();
        }}
      />
    </>
  );
}
