import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { productQuery, useUpdateProduct } from '@/api/products';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { contentOf, fieldsOf, priceChanges, type ProductFields } from './product-form';
import { ProductForm } from './ProductForm';

interface EditProductProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditProduct({ organization, id, onSaved }: EditProductProps) {
  const { data: product } = useSuspenseQuery(productQuery(id));
  const update = useUpdateProduct(id);
  const back = linkOptions({ to: '/$org/products/$id', params: { org: organization.slug, id } });

  async function submit(fields: ProductFields) {
    await update.mutateAsync({
      ...contentOf(fields, product.metadata),
      prices: priceChanges(fields, product.prices),
    });
    announce('Saved');
    onSaved();
  }

  return (
    <>
      <PageHead title={`Edit ${product.name}`} up={{ label: product.name, link: back }} />
      <ProductForm
        key={id}
        organization={organization}
        initial={fieldsOf(product, organization.currency)}
        intervalFixed
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={submit}
      />
    </>
  );
}
