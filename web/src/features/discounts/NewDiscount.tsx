import { linkOptions } from '@tanstack/react-router';
import { useCreateDiscount } from '@/api/discounts';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { blank, newDiscount } from './discount-form';
import { DiscountForm } from './DiscountForm';

interface NewDiscountProps {
  organization: Organization;
  onCreated: (id: string) => void;
}

export function NewDiscount({ organization, onCreated }: NewDiscountProps) {
  const create = useCreateDiscount(organization.id);
  const list = linkOptions({ to: '/$org/discounts', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New discount" up={{ label: 'Discounts', link: list }} />
      <DiscountForm
        organizationId={organization.id}
        initial={{ ...blank, currency: organization.currency }}
        action="Create discount"
        busy="Creating"
        cancel={list}
        onSubmit={async (fields) => {
          const { id } = await create.mutateAsync(newDiscount(fields));
          announce('Discount created');
          onCreated(id);
        }}
      />
    </>
  );
}
