import type { UseFormReturn } from 'react-hook-form';
import { wholeBetween } from '@/lib/typed-number';
import { Checkbox } from '@/ui/Choice';
import { Input, Select } from '@/ui/Field';
import type { BenefitValues } from './benefit-form';

/** The terms of the license keys that a benefit gives. */
export function LicenseKeyFields({
  form,
  isEdited,
}: {
  form: Pick<UseFormReturn<BenefitValues>, 'register' | 'watch' | 'formState'>;
  /** Customers may have keys already. */
  isEdited: boolean;
}) {
  const { register, formState } = form;
  const { errors } = formState;
  const [expires, activates] = form.watch(['expires', 'activates']);
  return (
    <div className="grid gap-4">
      {isEdited && (
        <p className="text-soft">
          Changes apply to the keys that customers have, too: they expire so long after they were given. What you have
          set for a single key stays, and a revoked or disabled key stays revoked or disabled.
        </p>
      )}
      <Input
        label="Prefix"
        optional
        hint="What keys begin with, such as LEDGER."
        error={errors.prefix?.message}
        {...register('prefix', { maxLength: { value: 50, message: 'Use at most 50 characters.' } })}
      />
      <Checkbox label="Keys expire" {...register('expires')} />
      {expires && (
        <div className="grid grid-cols-2 gap-4">
          <Input
            label="Valid for"
            inputMode="numeric"
            error={errors.ttl?.message}
            {...register('ttl', { required: 'Enter a number.', validate: wholeBetween(1, 10_000) })}
          />
          <Select label="Unit" {...register('timeframe')}>
            <option value="day">Days</option>
            <option value="month">Months</option>
            <option value="year">Years</option>
          </Select>
        </div>
      )}
      <Checkbox label="Keys are activated" hint="On each device, up to a number." {...register('activates')} />
      {activates && (
        <>
          <Input
            label="Activations"
            inputMode="numeric"
            error={errors.activations?.message}
            {...register('activations', { required: 'Enter a number.', validate: wholeBetween(1, 50) })}
          />
          <Checkbox label="Customers can deactivate devices themselves" {...register('customerAdmin')} />
        </>
      )}
      <Input
        label="Usage limit"
        optional
        inputMode="numeric"
        hint="How much validations may use in all."
        error={errors.limitUsage?.message}
        {...register('limitUsage', { validate: wholeBetween(1, 2_147_483_647) })}
      />
    </div>
  );
}
