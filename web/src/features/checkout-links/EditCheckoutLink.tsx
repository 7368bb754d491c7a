import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { checkoutLinkQuery, useUpdateCheckoutLink } from '@/api/checkout-links';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { linkTitle } from './checkout-link';
import { CheckoutLinkForm } from './CheckoutLinkForm';

interface EditCheckoutLinkProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditCheckoutLink({ organization, id, onSaved }: EditCheckoutLinkProps) {
  const { data: link } = useSuspenseQuery(checkoutLinkQuery(id));
  const update = useUpdateCheckoutLink(id);
  const title = linkTitle(link);
  const back = linkOptions({ to: '/$org/checkout-links/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${title}`} up={{ label: title, link: back }} />
      <CheckoutLinkForm
        key={id}
        organization={organization}
        link={link}
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
