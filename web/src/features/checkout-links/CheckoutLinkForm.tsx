import { useSuspenseQuery } from '@tanstack/react-query';
import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import type { CheckoutLinkFields } from '@/api/checkout-links';
import { applyFieldErrors } from '@/api/form-errors';
import { productChoicesQuery } from '@/api/products';
import type { CheckoutLink, Organization } from '@/api/types';
import { metadataLines, metadataOf, type MetadataLine } from '@/lib/metadata';
import { Checkbox, CheckboxList } from '@/ui/Choice';
import { Input, Select } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields, type WithMetadata } from '@/ui/MetadataFields';

interface CheckoutLinkFormProps {
  organization: Organization;
  link?: CheckoutLink;
  /** Chosen at first, or ''. */
  productId?: string;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: CheckoutLinkFields) => Promise<void>;
}

interface Fields {
  label: string;
  products: string[];
  /** Selected at first. */
  first: string;
  success_url: string;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  metadata: MetadataLine[];
}

export function CheckoutLinkForm({
  organization,
  link,
  productId,
  action,
  busy,
  cancel,
  onSubmit,
}: CheckoutLinkFormProps) {
  const { data } = useSuspenseQuery(productChoicesQuery(organization.id));
  const onSale = data.items.filter(({ is_archived }) => !is_archived);
  const chosen = link?.products.map(({ id }) => id) ?? onSale.filter(({ id }) => id === productId).map(({ id }) => id);
  const form = useGuardedForm<Fields>({
    defaultValues: {
      label: link?.label ?? '',
      products: chosen,
      first: chosen[0] ?? '',
      success_url: link?.success_url ?? '',
      allow_discount_codes: link?.allow_discount_codes ?? true,
      require_billing_address: link?.require_billing_address ?? false,
      metadata: metadataLines(link?.metadata),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const offered = form.watch('products');

  const submit = form.handleSubmit(async ({ label, products, first, success_url, metadata, ...toggles }) => {
    try {
      await onSubmit({
        ...toggles,
        label: label || null,
        products: products.includes(first) ? [first, ...products.filter((id) => id !== first)] : products,
        success_url: success_url || null,
        metadata: metadataOf(metadata, link?.metadata),
      });
    } catch (error) {
      applyFieldErrors(form, error, Object.fromEntries(products.map((_, at) => [`products.${at}`, 'products'])));
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
          render={({ field, fieldState }) => (
            <CheckboxList
              legend="Products"
              options={onSale.map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        {offered.length > 1 && (
          <Controller
            control={form.control}
            name="first"
            render={({ field, fieldState }) => (
              <Select
                label="Selected at first"
                hint="Buyers may switch to the others."
                error={fieldState.error?.message}
                {...field}
                value={offered.includes(field.value) ? field.value : offered[0]}
              >
                {onSale
                  .filter(({ id }) => offered.includes(id))
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </Select>
            )}
          />
        )}
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
      <MetadataFields
        control={form.control as unknown as Control<WithMetadata>}
        register={form.register as unknown as UseFormRegister<WithMetadata>}
        errors={errors as FieldErrors<WithMetadata>}
        hint="Copied to every checkout of the link, for your own programs."
      />
    </FormFrame>
  );
}
