import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import { benefitChoicesQuery } from '@/api/products';
import { MediaField } from '@/features/files/MediaField';
import { CURRENCY, MAX_CHOSEN, MAX_PRICE, MIN_PRICE } from '@/lib/billing';
import { money } from '@/lib/format';
import { Checkbox, RadioGroup } from '@/ui/Choice';
import { Input, Textarea } from '@/ui/Field';
import { FormError, FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MoneyInput } from '@/ui/MoneyInput';
import { intervalLabel } from './price';
import { names, type ProductFields } from './product-form';

interface ProductFormProps {
  organizationId: string;
  initial: ProductFields;
  /** The interval can't change once the product exists. */
  intervalFixed?: boolean;
  /** It has metered prices, which stay as they are. */
  metered?: boolean;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: ProductFields) => Promise<void>;
}

const intervals = (['month', 'year', 'once'] as const).map((value) => ({ value, label: intervalLabel[value] }));

export function ProductForm(props: ProductFormProps) {
  const { organizationId, initial, intervalFixed, metered, action, busy, cancel, onSubmit } = props;
  const form = useGuardedForm<ProductFields>({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const [isUploading, setUploading] = useState(false);
  const amountType = form.watch('amountType');

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSubmit(fields);
    } catch (error) {
      applyFieldErrors(form, error, names);
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
        <Textarea label="Description" optional error={errors.description?.message} {...form.register('description')} />
      </div>
      <FormSection title="Images" hint="Shown to buyers at the checkout, in this order.">
        <Controller
          control={form.control}
          name="medias"
          rules={{ validate: () => !isUploading || 'Wait until all images are uploaded, or cancel them.' }}
          render={({ field, fieldState }) => (
            <MediaField
              organizationId={organizationId}
              value={field.value}
              onChange={field.onChange}
              onBusy={setUploading}
              error={fieldState.error?.message}
            />
          )}
        />
      </FormSection>
      <FormSection
        title="Price"
        hint={intervalFixed ? 'A new price applies to new buyers; subscribers keep theirs.' : undefined}
      >
        {!intervalFixed && (
          <RadioGroup
            legend="How often is it charged?"
            options={intervals}
            error={errors.interval?.message}
            {...form.register('interval')}
          />
        )}
        <RadioGroup
          legend="How much?"
          options={[
            { value: 'fixed', label: 'A fixed price' },
            { value: 'custom', label: 'What the buyer chooses' },
            { value: 'free', label: 'Free' },
            ...(metered ? [{ value: 'metered', label: 'Only what meters count' }] : []),
          ]}
          error={errors.amountType?.message}
          {...form.register('amountType')}
        />
        {amountType === 'fixed' && (
          <Controller
            control={form.control}
            name="amount"
            rules={{ validate: checkAmount }}
            render={({ field, fieldState }) => (
              <div className="max-w-48">
                <MoneyInput label="Amount" currency={CURRENCY} error={fieldState.error?.message} {...field} />
              </div>
            )}
          />
        )}
        {amountType === 'custom' && (
          <div className="grid gap-4 sm:grid-cols-3">
            {limits.map(({ name, label }) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                rules={{ validate: checkLimit }}
                render={({ field, fieldState }) => (
                  <MoneyInput label={label} optional currency={CURRENCY} error={fieldState.error?.message} {...field} />
                )}
              />
            ))}
          </div>
        )}
      </FormSection>
      <BenefitChoices
        organizationId={organizationId}
        register={form.register('benefits')}
        error={errors.benefits?.message}
      />
    </FormFrame>
  );
}

const limits = [
  { name: 'minimum', label: 'Minimum' },
  { name: 'preset', label: 'Suggested' },
  { name: 'maximum', label: 'Maximum' },
] as const;

function checkLimit(amount: number | null, { amountType, minimum, preset, maximum }: ProductFields): true | string {
  if (amountType !== 'custom' || amount === null) return true;
  if (amount < MIN_PRICE || amount > MAX_CHOSEN)
    return `Use ${money(MIN_PRICE, CURRENCY)} to ${money(MAX_CHOSEN, CURRENCY)}.`;
  const given = [minimum, preset, maximum].filter((limit) => limit !== null);
  return given.every((limit, at) => at === 0 || given[at - 1]! <= limit) || 'Use minimum ≤ suggested ≤ maximum.';
}

function checkAmount(amount: number | null, fields: ProductFields): true | string {
  if (fields.amountType !== 'fixed') return true;
  if (amount === null) return 'Enter an amount with at most two decimals, such as 19.00.';
  if (amount < MIN_PRICE) return `Charge at least ${money(MIN_PRICE, CURRENCY)}, or make it free.`;
  if (amount > MAX_PRICE) return `Charge at most ${money(MAX_PRICE, CURRENCY)}.`;
  return true;
}

interface BenefitChoicesProps {
  organizationId: string;
  register: object;
  error?: string;
}

function BenefitChoices({ organizationId, register, error }: BenefitChoicesProps) {
  const { data } = useQuery(benefitChoicesQuery(organizationId));
  // Without benefits there is nothing to choose.
  if (!data || data.items.length === 0) return null;
  return (
    <FormSection title="Benefits" hint="What buyers are granted, for as long as they pay.">
      <fieldset className="grid gap-2">
        <legend className="sr-only">Benefits</legend>
        {data.items.map(({ id, description }) => (
          <Checkbox key={id} label={description} value={id} {...register} />
        ))}
      </fieldset>
      <FormError message={error} />
    </FormSection>
  );
}
