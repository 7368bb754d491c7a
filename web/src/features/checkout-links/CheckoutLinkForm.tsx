import { Controller } from 'react-hook-form';
import type { CheckoutLinkFields } from '@/api/checkout-links';
import { applyFieldErrors } from '@/api/form-errors';
import { useDiscountSearch } from '@/api/discounts';
import { useProductSearch } from '@/api/products';
import type { CheckoutLink, Organization } from '@/api/types';
import { metadataLines, metadataOf, type MetadataLine } from '@/lib/metadata';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields } from '@/ui/MetadataFields';
import { PickField } from '@/ui/PickField';
import { PickMany, type Picked } from '@/ui/PickMany';

interface CheckoutLinkFormProps {
  organization: Organization;
  link?: CheckoutLink;
  /** Chosen at first. */
  product?: { id: string; name: string };
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: CheckoutLinkFields) => Promise<void>;
}

interface Fields {
  label: string;
  /** The first is selected at first. */
  products: Picked[];
  discount: Picked | null;
  success_url: string;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  metadata: MetadataLine[];
}

const MOST_PRODUCTS = 100;

export function CheckoutLinkForm({
  organization,
  link,
  product,
  action,
  busy,
  cancel,
  onSubmit,
}: CheckoutLinkFormProps) {
  const productSearch = useProductSearch(organization.id);
  const discountSearch = useDiscountSearch(organization.id);
  const form = useGuardedForm<Fields>({
    defaultValues: {
      label: link?.label ?? '',
      products: (link?.products ?? (product ? [product] : [])).map(({ id, name }) => ({ id, label: name })),
      discount: link?.discount ? { id: link.discount.id, label: link.discount.name } : null,
      success_url: link?.success_url ?? '',
      allow_discount_codes: link?.allow_discount_codes ?? true,
      require_billing_address: link?.require_billing_address ?? false,
      metadata: metadataLines(link?.metadata),
    },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ label, products, discount, success_url, metadata, ...toggles }) => {
    try {
      await onSubmit({
        ...toggles,
        label: label || null,
        products: products.map(({ id }) => id),
        discount_id: discount?.id ?? null,
        success_url: success_url || null,
        metadata: metadataOf(metadata, link?.metadata),
      });
    } catch (error) {
      applyFieldErrors(form, error, { discount_id: 'discount', ...rowNames(products.length) });
    }
  });

  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      cancel={cancel}
      onSubmit={submit}
    >
      <Input
        label="Label"
        optional
        hint="Only you see it, such as where you share the link."
        error={errors.label?.message}
        {...form.register('label', { maxLength: { value: 255, message: 'Use at most 255 characters.' } })}
      />
      <FormSection title="What it sells">
        <Controller
          control={form.control}
          name="products"
          rules={{ validate: (ids) => ids.length > 0 || 'Choose at least one product.' }}
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
        <Controller
          control={form.control}
          name="discount"
          render={({ field }) => (
            <PickField
              label="Discount"
              optional
              hint="Taken off at every checkout of the link, for as long as it applies."
              error={errors.discount?.message}
              picked={field.value?.label ?? 'None'}
              {...discountSearch}
              onPick={(id) => field.onChange(discountSearch.options?.find((option) => option.id === id) ?? null)}
              onClear={field.value ? () => field.onChange(null) : undefined}
              buttonRef={field.ref}
            />
          )}
        />
      </FormSection>
      <FormSection title="At the checkout">
        <Checkbox
          label="Buyers may enter a discount code"
          error={errors.allow_discount_codes?.message}
          {...form.register('allow_discount_codes')}
        />
        <Checkbox
          label="Ask for the whole billing address"
          hint="Otherwise for the country, and for more where it is needed."
          error={errors.require_billing_address?.message}
          {...form.register('require_billing_address')}
        />
        <Input
          label="Success URL"
          type="url"
          optional
          placeholder="https://shop.example.com/thanks?checkout={CHECKOUT_ID}"
          hint="The page that opens after the payment; without one, the checkout’s own confirmation."
          error={errors.success_url?.message}
          {...form.register('success_url')}
        />
      </FormSection>
      <MetadataFields form={form} hint="Copied to every checkout of the link, for your own programs." />
    </FormFrame>
  );
}

/** The rows of the products, as the server names them. */
function rowNames(rows: number): Record<string, `products.${number}`> {
  return Object.fromEntries(Array.from({ length: rows }, (_, at) => [`products.${at}`, `products.${at}` as const]));
}
