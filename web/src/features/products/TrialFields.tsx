import type { UseFormReturn } from 'react-hook-form';
import { MOST_TRIAL_INTERVALS, trialIntervals } from '@/lib/trials';
import { Input, Select } from '@/ui/Field';
import { FormSection } from '@/ui/Form';
import { hasTrial, type ProductFields } from './product-form';

/** How long new subscriptions cost nothing; without a number they are charged at once. */
export function TrialFields({ form }: { form: UseFormReturn<ProductFields> }) {
  const { errors } = form.formState;
  return (
    <FormSection
      title="Free trial"
      hint="New subscribers give a card and get the benefits at once. They are charged when the trial ends, unless they cancel before."
    >
      <div className="grid max-w-96 grid-cols-2 gap-4">
        <Input
          label="Length"
          optional
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_TRIAL_INTERVALS}
          hint="Empty: no trial."
          error={errors.trialCount?.message}
          {...form.register('trialCount', {
            setValueAs: (typed: string | number | null) => (typed === '' || typed === null ? null : Number(typed)),
            validate: (count, fields) =>
              !hasTrial(fields) ||
              (Number.isInteger(count) && count! >= 1 && count! <= MOST_TRIAL_INTERVALS) ||
              `Enter a whole number from 1 to ${MOST_TRIAL_INTERVALS}.`,
          })}
        />
        <Select label="In" error={errors.trialInterval?.message} {...form.register('trialInterval')}>
          {trialIntervals.map((interval) => (
            <option key={interval} value={interval}>
              {interval}s
            </option>
          ))}
        </Select>
      </div>
    </FormSection>
  );
}
