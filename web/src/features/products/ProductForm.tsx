import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import type { Organization } from '@/api/types';
import { MediaField } from '@/features/files/MediaField';
import { visibilities } from '@/lib/shelf';
import { Input, Select, Textarea } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields } from '@/ui/MetadataFields';
import { AttachedFields } from './AttachedFields';
import { GivenBenefits } from './GivenBenefits';
import { MeteredPriceFields } from './MeteredPriceFields';
import { PriceFields } from './PriceFields';
import { mayHaveTrial, namesIn, type ProductFields } from './product-form';
import { TrialFields } from './TrialFields';
import { UsageBillingOff } from './UsageBillingOff';

interface ProductFormProps {
  organization: Organization;
  initial: ProductFields;
  /** The interval can't change once the product exists. */
  intervalFixed?: boolean;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: ProductFields) => Promise<void>;
}

export function ProductForm(props: ProductFormProps) {
  const { organization, initial, intervalFixed = false, action, busy, cancel, onSubmit } = props;
  const form = useGuardedForm<ProductFields>({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const [isUploading, setUploading] = useState(false);
  const [interval, amountType, metered] = form.watch(['interval', 'amountType', 'metered']);
  const metersAreUsed = organization.feature_settings?.usage_based_billing_enabled || initial.metered.length > 0;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSubmit(fields);
    } catch (error) {
      applyFieldErrors(form, error, namesIn(fields));
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
      <div className="grid gap-4">
        <Input
          label="Name"
          hint="Shown on the checkout and on receipts."
          error={errors.name?.message}
          {...form.register('name', {
            required: 'Give the product a name.',
            minLength: { value: 3, message: 'Use at least 3 characters.' },
          })}
        />
        <Textarea
          label="Description"
          optional
          hint="Shown at the checkout. Markdown works."
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Select label="Visibility" error={errors.visibility?.message} {...form.register('visibility')}>
          {Object.entries(visibilities).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <FormSection title="Images" hint="Shown to buyers at the checkout, in this order.">
        <Controller
          control={form.control}
          name="medias"
          rules={{ validate: () => !isUploading || 'Wait until all images are uploaded, or cancel them.' }}
          render={({ field, fieldState }) => (
            <MediaField
              organizationId={organization.id}
              value={field.value}
              onChange={field.onChange}
              onBusy={setUploading}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormSection>
      <PriceFields form={form} intervalFixed={intervalFixed} />
      {metersAreUsed && interval !== 'once' && <MeteredPriceFields form={form} organizationId={organization.id} />}
      {!metersAreUsed && interval !== 'once' && <UsageBillingOff organization={organization} />}
      {mayHaveTrial({ interval, amountType, metered }) && <TrialFields form={form} />}
      <GivenBenefits form={form} organizationId={organization.id} />
      <AttachedFields form={form} organizationId={organization.id} />
      <MetadataFields form={form} />
    </FormFrame>
  );
}
