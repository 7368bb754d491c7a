import { useRef, useState } from 'react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { useMeterSearch } from '@/api/meters';
import { notAnAmount, stepError, type TypedAmount } from '@/lib/amounts';
import { mostCharge } from '@/lib/charges';
import { money } from '@/lib/format';
import { Button, IconButton } from '@/ui/Button';
import { FormSection } from '@/ui/Form';
import { MoneyInput } from '@/ui/MoneyInput';
import { NumberInput } from '@/ui/NumberInput';
import { PickDialog } from '@/ui/PickDialog';
import type { ProductFields } from './product-form';
import { writtenNumber } from '@/lib/typed-number';
import { unitAmountOf, unitPriceLabel, unitPriceQuestion } from '@/lib/unit-price';

interface MeteredPriceFieldsProps {
  form: UseFormReturn<ProductFields>;
  organizationId: string;
}

/** All prices of a product together. */
const MOST = 49;

/** What each unit that a meter counts costs, one price per meter. */
export function MeteredPriceFields({ form, organizationId }: MeteredPriceFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'metered' });
  const [open, setOpen] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const search = useMeterSearch(organizationId);
  const options = search.options?.filter(({ id }) => fields.every(({ meterId }) => meterId !== id));
  const currency = form.watch('currency');

  function show(on: boolean) {
    setOpen(on);
    if (!on) search.onText('');
  }
  function pick(id: string) {
    const meter = options?.find((option) => option.id === id);
    if (meter) append({ meterId: id, meterName: meter.label, unit: '', cap: null }, { shouldFocus: false });
  }

  return (
    <FormSection
      title="Usage"
      hint="What each unit that a meter counts costs, added to the price at the end of a period."
    >
      {fields.map(({ id, meterName }, at) => (
        <div key={id} role="group" aria-label={meterName} className="grid gap-2 border-b border-line pb-4">
          <div className="flex items-center justify-between gap-2">
            <h3 className="truncate font-medium">{meterName}</h3>
            <IconButton
              icon="close"
              label={`Remove the price of ${meterName}`}
              onClick={() => {
                remove(at);
                add.current?.focus();
              }}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Controller
              control={form.control}
              name={`metered.${at}.unit`}
              rules={{ validate: checkUnit }}
              render={({ field, fieldState }) => {
                const amount = unitAmountOf(field.value, currency);
                return (
                  <NumberInput
                    label="Price per unit"
                    hint={`Such as ${writtenNumber('0.05')} or ${writtenNumber('0.0002')}.`}
                    unit={currency.toUpperCase()}
                    understood={amount !== null && `${unitPriceLabel(amount, currency)} per unit`}
                    question={unitPriceQuestion(field.value, currency)}
                    error={fieldState.error?.message}
                    {...field}
                  />
                );
              }}
            />
            <Controller
              control={form.control}
              name={`metered.${at}.cap`}
              rules={{ validate: checkCap }}
              render={({ field, fieldState }) => (
                <MoneyInput
                  label="At most"
                  optional
                  hint="For a whole period."
                  currency={currency}
                  error={fieldState.error?.message}
                  {...field}
                />
              )}
            />
          </div>
        </div>
      ))}
      {fields.length < MOST && (
        <div>
          <Button ref={add} aria-haspopup="dialog" onClick={() => show(true)}>
            Add a price per unit
          </Button>
        </div>
      )}
      <PickDialog {...search} options={options} label="Meter" open={open} onOpenChange={show} onPick={pick} />
    </FormSection>
  );
}

function checkUnit(typed: string, { interval, currency }: ProductFields): true | string {
  if (interval === 'once' || unitAmountOf(typed, currency) !== null) return true;
  return unitPriceQuestion(typed, currency) ?? `Enter a price above 0, such as ${writtenNumber('0.05')}.`;
}

function checkCap(cap: TypedAmount, { interval, currency }: ProductFields): true | string {
  if (interval === 'once' || cap === null) return true;
  if (typeof cap === 'string') return notAnAmount(currency, 200);
  if (cap > mostCharge(currency)) return `Use at most ${money(mostCharge(currency), currency)}.`;
  return stepError(cap, currency) ?? true;
}
