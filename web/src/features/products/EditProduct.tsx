import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { productQuery, useUpdateProduct } from '@/api/products';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { meteredPrices } from './price';
import { fieldsOf, priceChanges, type ProductFields } from './product-form';
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
      name: fields.name,
      description: fields.description || null,
      prices: priceChanges(fields, product.prices),
      medias: fields.medias.map(({ id }) => id),
      benefits: fields.benefits,
    });
    announce('Saved');
    onSaved();
  }

  return (
    <>
      <PageHead title={`Edit ${product.name}`} up={{ label: product.name, link: back }} />
      <ProductForm
        key={id}
        organizationId={organization.id}
        initial={fieldsOf(product)}
        intervalFixed
        metered={meteredPrices(product.prices).length > 0}
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={submit}
      />
    </>
  );
}
