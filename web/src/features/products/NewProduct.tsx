import { linkOptions } from '@tanstack/react-router';
import { useCreateProduct } from '@/api/products';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { blankIn, contentOf, newPrices, type ProductFields } from './product-form';
import { ProductForm } from './ProductForm';

export function NewProduct({
  organization,
  onCreated,
}: {
  organization: Organization;
  onCreated: (id: string) => void;
}) {
  const create = useCreateProduct(organization.id);
  const list = linkOptions({ to: '/$org/products', params: { org: organization.slug } });

  async function submit(fields: ProductFields) {
    const { product, benefitsKept } = await create.mutateAsync({
      ...contentOf(fields),
      recurring_interval: fields.interval === 'once' ? null : fields.interval,
      prices: newPrices(fields),
    });
    const created = `${product.name} ${product.visibility === 'draft' ? 'is a draft' : 'is on sale'}`;
    if (benefitsKept) announce(created);
    else announce(`${created}, but its benefits may not be saved. Edit it to check them.`, true);
    onCreated(product.id);
  }

  return (
    <>
      <PageHead title="New product" up={{ label: 'Products', link: list }} />
      <ProductForm
        organization={organization}
        initial={blankIn(organization.currency)}
        action="Put on sale"
        busy="Putting on sale"
        cancel={list}
        onSubmit={submit}
      />
    </>
  );
}
