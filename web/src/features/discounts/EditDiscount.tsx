import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { discountQuery, useUpdateDiscount } from '@/api/discounts';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { changeOf, fieldsOf } from './discount-form';
import { DiscountForm } from './DiscountForm';

interface EditDiscountProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditDiscount({ organization, id, onSaved }: EditDiscountProps) {
  const { data: discount } = useSuspenseQuery(discountQuery(id));
  const update = useUpdateDiscount(id);
  const back = linkOptions({ to: '/$org/discounts/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${discount.name}`} up={{ label: discount.name, link: back }} />
      <DiscountForm
        key={id}
        organizationId={organization.id}
        initial={fieldsOf(discount)}
        discount={discount}
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={async (fields) => {
          await update.mutateAsync(changeOf(fields, discount));
          announce('Saved');
          onSaved();
        }}
      />
    </>
  );
}
