import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useCreateCheckout } from '@/api/checkouts';
import { applyFieldErrors } from '@/api/form-errors';
import { productChoicesQuery } from '@/api/products';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { ButtonLink } from '@/ui/Button';
import { Input, Select } from '@/ui/Field';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';

interface NewCheckoutProps {
  organization: Organization;
  /** Selected at first, or ''. */
  productId: string;
  onCreated: (id: string) => void;
}

interface Fields {
  product: string;
  customer_email: string;
  success_url: string;
}

const names = { 'products.0': 'product', products: 'product' } as const;

export function NewCheckout({ organization, productId, onCreated }: NewCheckoutProps) {
  const { data } = useSuspenseQuery(productChoicesQuery(organization.id));
  const onSale = data.items.filter(({ is_archived }) => !is_archived);
  const head = {
    title: 'New checkout',
    note: 'For one customer: it can be paid once, and expires after an hour.',
    up: { label: 'Checkouts', link: linkOptions({ to: '/$org/checkouts', params: { org: organization.slug } }) },
  };
  if (onSale.length > 0) return <LinkForm head={head} products={onSale} productId={productId} onCreated={onCreated} />;
  return (
    <>
      <PageHead {...head} />
      <EmptyState
        title="Nothing is on sale"
        action={
          <ButtonLink to="/$org/products/new" params={{ org: organization.slug }} kind="primary">
            New product
          </ButtonLink>
        }
      >
        A checkout sells a product. Put one on sale first.
      </EmptyState>
    </>
  );
}

interface LinkFormProps extends Omit<NewCheckoutProps, 'organization'> {
  head: Pick<ComponentProps<typeof FormPage>, 'title' | 'note' | 'up'>;
  products: { id: string; name: string }[];
}

function LinkForm({ head, products, productId, onCreated }: LinkFormProps) {
  const create = useCreateCheckout();
  const chosen = products.find(({ id }) => id === productId) ?? products[0];
  const form = useGuardedForm<Fields>({
    defaultValues: { product: chosen?.id ?? '', customer_email: '', success_url: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ product, customer_email, success_url }) => {
    try {
      const { id } = await create.mutateAsync({
        products: [product],
        ...(customer_email && { customer_email }),
        ...(success_url && { success_url }),
      });
      announce('Checkout created');
      onCreated(id);
    } catch (error) {
      applyFieldErrors(form, error, names);
    }
  });

  return (
    <FormPage
      draft={form.draft}
      {...head}
      error={errors.root?.message}
      action="Create checkout"
      busy={isSubmitting && 'Creating'}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Select label="Product" error={errors.product?.message} {...form.register('product')}>
          {products.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Input
          label="Customer’s e-mail"
          type="email"
          optional
          hint="Filled in for them; they may change it."
          error={errors.customer_email?.message}
          {...form.register('customer_email')}
        />
        <Input
          label="Success URL"
          type="url"
          optional
          placeholder="https://shop.example.com/thanks"
          hint="The page that opens after the payment; without one, the checkout’s own confirmation."
          error={errors.success_url?.message}
          {...form.register('success_url')}
        />
      </div>
    </FormPage>
  );
}
