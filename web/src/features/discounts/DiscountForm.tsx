import { Controller, type UseFormReturn } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import { useProductSearch } from '@/api/products';
import type { Discount } from '@/api/types';
import { notAnAmount, stepError } from '@/lib/amounts';
import { rescaled } from '@/lib/currencies';
import { wholeBetween, writtenNumber } from '@/lib/typed-number';
import { Button } from '@/ui/Button';
import { RadioGroup } from '@/ui/Choice';
import { CurrencySelect } from '@/ui/CurrencySelect';
import { Field, Input, Select } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields } from '@/ui/MetadataFields';
import { MoneyInput } from '@/ui/MoneyInput';
import { NumberInput } from '@/ui/NumberInput';
import { PickMany } from '@/ui/PickMany';
import { durationLabel, valueLabel } from '@/lib/discount-words';
import { basisPoints, generatedCode, names, type DiscountFields } from './discount-form';

interface DiscountFormProps {
  organizationId: string;
  initial: DiscountFields;
  /** Its type and duration never change, and its value not once it is redeemed. */
  discount?: Discount;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: DiscountFields) => Promise<void>;
}

type Form = UseFormReturn<DiscountFields>;

const MOST_PRODUCTS = 100;
const MOST_REDEMPTIONS = 2_147_483_647;

export function DiscountForm(props: DiscountFormProps) {
  const { organizationId, initial, discount, action, busy, cancel, onSubmit } = props;
  const form = useGuardedForm<DiscountFields>({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
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
          hint="Shown to the customer when it is applied."
          error={errors.name?.message}
          {...form.register('name', { required: 'Give the discount a name.' })}
        />
        <CodeField form={form} />
      </div>
      <Value form={form} discount={discount} />
      <FormSection title="Limits" hint="Leave them empty for a discount that always applies.">
        <div className="grid gap-4 sm:grid-cols-2">
          <Input type="date" label="First day" optional error={errors.starts?.message} {...form.register('starts')} />
          <Input
            type="date"
            label="Last day"
            optional
            error={errors.ends?.message}
            {...form.register('ends', {
              validate: (ends, { starts }) =>
                !ends || !starts || starts <= ends || 'It is before the first day. Choose a later one.',
            })}
          />
        </div>
        <Input
          label="Maximum redemptions"
          optional
          inputMode="numeric"
          className="max-w-64"
          hint={discount ? `Redeemed ${discount.redemptions_count} times so far.` : 'How many purchases may use it.'}
          error={errors.max?.message}
          {...form.register('max', { validate: wholeBetween(1, MOST_REDEMPTIONS) })}
        />
        <Products organizationId={organizationId} form={form} />
      </FormSection>
      <MetadataFields form={form} />
    </FormFrame>
  );
}

function CodeField({ form }: { form: Form }) {
  const error = form.formState.errors.code?.message;
  return (
    <Field
      label="Code"
      optional
      hint="What customers type at the checkout: 3 letters and digits or more. Without one, only you can apply it."
      error={error}
    >
      {(ids) => (
        <span className="flex gap-2">
          <input
            {...ids}
            className="control font-mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.register('code', {
              pattern: { value: /^[a-zA-Z0-9]*$/, message: 'Use letters and digits only.' },
              minLength: { value: 3, message: 'Use at least 3 characters.' },
              maxLength: { value: 256, message: 'Use at most 256 characters.' },
            })}
          />
          <Button onClick={() => form.setValue('code', generatedCode(), { shouldDirty: true, shouldValidate: true })}>
            Generate
          </Button>
        </span>
      )}
    </Field>
  );
}

function Value({ form, discount }: { form: Form; discount: Discount | undefined }) {
  const { errors } = form.formState;
  const [type, duration, currency] = form.watch(['type', 'duration', 'currency']);
  const frozen = (discount?.redemptions_count ?? 0) > 0;
  if (discount && frozen)
    return (
      <FormSection title="Value" hint="It has been redeemed, so these no longer change.">
        <p>
          {valueLabel(discount)} off: {durationLabel(discount).toLowerCase()}
        </p>
      </FormSection>
    );
  return (
    <FormSection title="Value" hint={discount && 'Type and duration of a discount never change.'}>
      {!discount && (
        <RadioGroup
          legend="What is taken off?"
          options={[
            { value: 'percentage', label: 'A percentage' },
            { value: 'fixed', label: 'A fixed amount' },
          ]}
          error={errors.type?.message}
          {...form.register('type')}
        />
      )}
      {type === 'fixed' && !discount && (
        <CurrencySelect
          label="Currency"
          className="max-w-72"
          hint="It is taken off sales in this currency only."
          name="currency"
          value={currency}
          error={errors.currency?.message}
          onChange={({ target }) => {
            form.setValue('amount', rescaled(form.getValues('amount'), currency, target.value));
            form.setValue('currency', target.value, { shouldDirty: true });
            form.clearErrors(['currency', 'amount']);
          }}
        />
      )}
      <div className="max-w-48">
        {type === 'fixed' ? (
          <Controller
            control={form.control}
            name="amount"
            rules={{
              validate: (amount, { currency }) =>
                typeof amount !== 'number' ? notAnAmount(currency) : (stepError(amount, currency) ?? true),
            }}
            render={({ field, fieldState }) => (
              <MoneyInput label="Amount" currency={currency} error={fieldState.error?.message} {...field} />
            )}
          />
        ) : (
          <Controller
            control={form.control}
            name="percentage"
            rules={{ validate: checkPercentage }}
            render={({ field, fieldState }) => {
              const points = basisPoints(field.value);
              return (
                <NumberInput
                  label="Percentage"
                  hint={`From ${writtenNumber('0.01')} to 100.`}
                  unit="%"
                  understood={points !== undefined && `${points / 100}%`}
                  error={fieldState.error?.message}
                  {...field}
                />
              );
            }}
          />
        )}
      </div>
      {!discount && (
        <RadioGroup
          legend="For subscriptions, how long?"
          options={[
            { value: 'once', label: 'The first invoice' },
            { value: 'repeating', label: 'Several months or years' },
            { value: 'forever', label: 'Every invoice' },
          ]}
          error={errors.duration?.message}
          {...form.register('duration')}
        />
      )}
      {duration === 'repeating' && (
        <div className="grid max-w-96 grid-cols-2 gap-4">
          <Input
            label="Length"
            inputMode="numeric"
            error={errors.length?.message}
            {...form.register('length', {
              required: 'Enter how many.',
              validate: (length, { unit }) => wholeBetween(1, unit === 'years' ? 83 : 999)(length),
            })}
          />
          <Select label="In" {...form.register('unit', { deps: 'length' })}>
            <option value="months">months</option>
            <option value="years">years</option>
          </Select>
        </div>
      )}
    </FormSection>
  );
}

function checkPercentage(percentage: string, { type }: DiscountFields): true | string {
  if (type === 'fixed') return true;
  return (basisPoints(percentage) ?? 0) >= 1 || `Enter ${writtenNumber('0.01')} to 100, with at most two decimals.`;
}

function Products({ organizationId, form }: { organizationId: string; form: Form }) {
  const search = useProductSearch(organizationId);
  const errors = form.formState.errors.products;
  return (
    <Controller
      control={form.control}
      name="products"
      render={({ field }) => (
        <PickMany
          legend={
            field.value.length === 0 ? 'Only for these products: none chosen, so for all' : 'Only for these products'
          }
          label="Product"
          search={search}
          value={field.value}
          onChange={field.onChange}
          rowOf={({ id, label }) => ({ id, label })}
          most={MOST_PRODUCTS}
          errorAt={(at) => errors?.[at]?.message}
          error={errors?.message}
        />
      )}
    />
  );
}
