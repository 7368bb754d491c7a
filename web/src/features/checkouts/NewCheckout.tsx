import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Controller } from 'react-hook-form';
import { useCreateCheckout } from '@/api/checkouts';
import { useDiscountSearch } from '@/api/discounts';
import { applyFieldErrors } from '@/api/form-errors';
import { productQuery, soldProductQuery, useProductSearch } from '@/api/products';
import type { Organization, Product } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { ButtonLink } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { MoneyInput } from '@/ui/MoneyInput';
import { PageHead } from '@/ui/PageHead';
import { PickField } from '@/ui/PickField';
import { PickMany, type Picked } from '@/ui/PickMany';
import { EmptyState } from '@/ui/States';
import { amountError, amountHint, chosenPrice, namesIn } from './checkout-form';

interface NewCheckoutProps {
  organization: Organization;
  /** Selected at first, or ''. */
  productId: string;
  onCreated: (id: string) => void;
}

interface Fields {
  /** The first is selected. */
  products: Picked[];
  /** In cents, where the buyer chooses it. */
  amount: number | null;
  discount: Picked | null;
  customer_email: string;
  success_url: string;
}

const MOST_PRODUCTS = 100;

export function NewCheckout({ organization, productId, onCreated }: NewCheckoutProps) {
  const { data: product } = useSuspenseQuery(soldProductQuery(organization.id, productId));
  const head = {
    title: 'New checkout',
    note: 'For one customer: it can be paid once, and expires after an hour.',
    up: { label: 'Checkouts', link: linkOptions({ to: '/$org/checkouts', params: { org: organization.slug } }) },
  };
  if (product) return <LinkForm head={head} organization={organization} product={product} onCreated={onCreated} />;
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

interface LinkFormProps extends Omit<NewCheckoutProps, 'productId'> {
  head: Pick<ComponentProps<typeof FormPage>, 'title' | 'note' | 'up'>;
  product: Product;
}

function LinkForm({ head, organization, product, onCreated }: LinkFormProps) {
  const create = useCreateCheckout();
  const productSearch = useProductSearch(organization.id);
  const discountSearch = useDiscountSearch(organization.id, 'active');
  const form = useGuardedForm<Fields>({
    defaultValues: {
      products: [{ id: product.id, label: product.name }],
      amount: null,
      discount: null,
      customer_email: '',
      success_url: '',
    },
  });
  const { errors, isSubmitting } = form.formState;
  const selected = form.watch('products')[0]?.id ?? '';
  const price = chosenPrice(useQuery({ ...productQuery(selected), enabled: selected !== '' }).data);

  const submit = form.handleSubmit(async ({ products, amount, discount, customer_email, success_url }) => {
    try {
      const { id } = await create.mutateAsync({
        products: products.map((picked) => picked.id),
        ...(price && amount !== null && { amount }),
        ...(discount && { discount_id: discount.id }),
        ...(customer_email && { customer_email }),
        ...(success_url && { success_url }),
      });
      announce('Checkout created');
      onCreated(id);
    } catch (error) {
      applyFieldErrors(form, error, namesIn(products.length));
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
        <Controller
          control={form.control}
          name="products"
          rules={{ validate: (products) => products.length > 0 || 'Choose at least one product.' }}
          render={({ field }) => (
            <PickMany
              legend="Products"
              label="Product"
              search={productSearch}
              value={field.value}
              onChange={field.onChange}
              rowOf={({ id, label }) => ({ id, label })}
              sortable
              most={MOST_PRODUCTS}
              note={(_, at) => (at === 0 && field.value.length > 1 ? 'Selected at first' : undefined)}
              errorAt={(at) => errors.products?.[at]?.message}
              error={errors.products?.message}
            />
          )}
        />
        {price && (
          <Controller
            control={form.control}
            name="amount"
            rules={{ validate: (amount) => amountError(amount, price) ?? true }}
            render={({ field, fieldState }) => (
              <div className="max-w-64">
                <MoneyInput
                  label="Amount"
                  optional
                  hint={amountHint(price)}
                  currency={price.price_currency}
                  error={fieldState.error?.message}
                  {...field}
                />
              </div>
            )}
          />
        )}
        <Controller
          control={form.control}
          name="discount"
          render={({ field }) => (
            <PickField
              label="Discount"
              optional
              error={errors.discount?.message}
              picked={field.value?.label ?? 'None'}
              {...discountSearch}
              onPick={(id) => field.onChange(discountSearch.options?.find((option) => option.id === id) ?? null)}
              onClear={field.value ? () => field.onChange(null) : undefined}
              buttonRef={field.ref}
            />
          )}
        />
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
