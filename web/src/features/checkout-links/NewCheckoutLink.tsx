import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCreateCheckoutLink } from '@/api/checkout-links';
import { soldProductQuery } from '@/api/products';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { CheckoutLinkForm } from './CheckoutLinkForm';

interface NewCheckoutLinkProps {
  organization: Organization;
  /** Chosen at first, or ''. */
  productId: string;
  onCreated: (id: string) => void;
}

export function NewCheckoutLink({ organization, productId, onCreated }: NewCheckoutLinkProps) {
  const create = useCreateCheckoutLink();
  const { data: product } = useSuspenseQuery(soldProductQuery(organization.id, productId));
  const params = { org: organization.slug };
  const list = linkOptions({ to: '/$org/checkout-links', params });
  return (
    <>
      <PageHead
        title="New checkout link"
        note="For everybody: each visit opens a new checkout."
        up={{ label: 'Checkout links', link: list }}
      />
      {product === null ? (
        <EmptyState
          title="Nothing is on sale"
          action={
            <ButtonLink to="/$org/products/new" params={params} kind="primary">
              New product
            </ButtonLink>
          }
        >
          A checkout link sells products. Put one on sale first.
        </EmptyState>
      ) : (
        <CheckoutLinkForm
          organization={organization}
          {...(product.id === productId && { product })}
          action="Create checkout link"
          busy="Creating"
          cancel={list}
          onSubmit={async (fields) => {
            const { id } = await create.mutateAsync(fields);
            announce('Checkout link created');
            onCreated(id);
          }}
        />
      )}
    </>
  );
}
