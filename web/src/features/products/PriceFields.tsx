import { Controller, type UseFormReturn } from 'react-hook-form';
import { chargeError, notAnAmount, stepError, type TypedAmount } from '@/lib/amounts';
import { leastCharge, mostChosen } from '@/lib/charges';
import { rescaled } from '@/lib/currencies';
import { money } from '@/lib/format';
import { RadioGroup } from '@/ui/Choice';
import { CurrencySelect } from '@/ui/CurrencySelect';
import { FormSection } from '@/ui/Form';
import { MoneyInput } from '@/ui/MoneyInput';
import { intervalLabel } from '@/lib/price';
import type { ProductFields } from './product-form';

interface PriceFieldsProps {
  form: UseFormReturn<ProductFields>;
  /** The interval can't change once the product exists. */
  intervalFixed: boolean;
}

const intervals = (['month', 'year', 'once'] as const).map((value) => ({ value, label: intervalLabel[value] }));

/** How often it is charged, and the price that does not depend on usage. */
export function PriceFields({ form, intervalFixed }: PriceFieldsProps) {
  const { errors } = form.formState;
  const [amountType, interval, metered, currency] = form.watch(['amountType', 'interval', 'metered', 'currency']);
  const onlyMetered = amountType === 'metered' || (interval !== 'once' && metered.length > 0);
  const isCharged = amountType === 'fixed' || amountType === 'custom' || (interval !== 'once' && metered.length > 0);

  /** What is typed keeps its digits in the other currency's units. */
  function changeCurrency(next: string) {
    for (const name of ['amount', 'minimum', 'preset', 'maximum'] as const)
      form.setValue(name, rescaled(form.getValues(name), currency, next));
    form.getValues('metered').forEach(({ cap }, at) => {
      form.setValue(`metered.${at}.cap`, rescaled(cap, currency, next));
    });
    form.setValue('currency', next, { shouldDirty: true });
    form.clearErrors(['currency', 'amount', 'minimum', 'preset', 'maximum']);
  }

  return (
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
          ...(onlyMetered ? [{ value: 'metered', label: 'Only what meters count' }] : []),
        ]}
        error={errors.amountType?.message}
        {...form.register('amountType', {
          validate: (type, fields) =>
            type !== 'metered' ||
            (fields.interval !== 'once' && fields.metered.length > 0) ||
            'Choose a price, or add one for usage.',
        })}
      />
      {isCharged && (
        <CurrencySelect
          label="Currency"
          className="max-w-72"
          hint="Of every price of this product. What was sold in another one stays as it is."
          name="currency"
          value={currency}
          error={errors.currency?.message}
          onChange={({ target }) => changeCurrency(target.value)}
        />
      )}
      {amountType === 'fixed' && (
        <Controller
          control={form.control}
          name="amount"
          rules={{ validate: checkAmount }}
          render={({ field, fieldState }) => (
            <div className="max-w-48">
              <MoneyInput label="Amount" currency={currency} error={fieldState.error?.message} {...field} />
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
                <MoneyInput label={label} optional currency={currency} error={fieldState.error?.message} {...field} />
              )}
            />
          ))}
        </div>
      )}
    </FormSection>
  );
}

const limits = [
  { name: 'minimum', label: 'Minimum' },
  { name: 'preset', label: 'Suggested' },
  { name: 'maximum', label: 'Maximum' },
] as const;

function checkLimit(
  amount: TypedAmount,
  { amountType, currency, minimum, preset, maximum }: ProductFields,
): true | string {
  if (amountType !== 'custom' || amount === null) return true;
  if (typeof amount === 'string') return notAnAmount(currency);
  const [least, most] = [leastCharge(currency), mostChosen(currency)];
  if (amount < least || amount > most) return `Use ${money(least, currency)} to ${money(most, currency)}.`;
  const problem = stepError(amount, currency);
  if (problem) return problem;
  const given = [minimum, preset, maximum].filter((limit) => typeof limit === 'number');
  return given.every((limit, at) => at === 0 || !(given[at - 1]! > limit)) || 'Use minimum ≤ suggested ≤ maximum.';
}

function checkAmount(amount: TypedAmount, fields: ProductFields): true | string {
  if (fields.amountType !== 'fixed') return true;
  return chargeError(amount, fields.currency) ?? true;
}
