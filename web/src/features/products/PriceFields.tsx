import { Controller, type UseFormReturn } from 'react-hook-form';
import { CURRENCY, MAX_CHOSEN, MAX_PRICE, MIN_PRICE } from '@/lib/billing';
import { money } from '@/lib/format';
import { RadioGroup } from '@/ui/Choice';
import { FormSection } from '@/ui/Form';
import { MoneyInput } from '@/ui/MoneyInput';
import { intervalLabel } from '@/lib/price';
import type { ProductFields } from './product-form';

interface PriceFieldsProps {
  form: UseFormReturn<ProductFields>;
  /** The interval can't change once the product exists. */
  intervalFixed: boolean;
}

const NOT_AN_AMOUNT = 'Enter an amount with at most two decimals, such as 19.00.';
const intervals = (['month', 'year', 'once'] as const).map((value) => ({ value, label: intervalLabel[value] }));

/** How often it is charged, and the price that does not depend on usage. */
export function PriceFields({ form, intervalFixed }: PriceFieldsProps) {
  const { errors } = form.formState;
  const [amountType, interval, metered] = form.watch(['amountType', 'interval', 'metered']);
  const onlyMetered = amountType === 'metered' || (interval !== 'once' && metered.length > 0);
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
  );
}

const limits = [
  { name: 'minimum', label: 'Minimum' },
  { name: 'preset', label: 'Suggested' },
  { name: 'maximum', label: 'Maximum' },
] as const;

function checkLimit(amount: number | null, { amountType, minimum, preset, maximum }: ProductFields): true | string {
  if (amountType !== 'custom' || amount === null) return true;
  if (Number.isNaN(amount)) return NOT_AN_AMOUNT;
  if (amount < MIN_PRICE || amount > MAX_CHOSEN)
    return `Use ${money(MIN_PRICE, CURRENCY)} to ${money(MAX_CHOSEN, CURRENCY)}.`;
  const given = [minimum, preset, maximum].filter((limit) => limit !== null);
  return given.every((limit, at) => at === 0 || !(given[at - 1]! > limit)) || 'Use minimum ≤ suggested ≤ maximum.';
}

function checkAmount(amount: number | null, fields: ProductFields): true | string {
  if (fields.amountType !== 'fixed') return true;
  if (amount === null) return NOT_AN_AMOUNT;
  if (amount < MIN_PRICE) return `Charge at least ${money(MIN_PRICE, CURRENCY)}, or make it free.`;
  if (amount > MAX_PRICE) return `Charge at most ${money(MAX_PRICE, CURRENCY)}.`;
  return true;
}
