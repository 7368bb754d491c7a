import { Controller, type UseFormReturn } from 'react-hook-form';
import { useMeterChoices } from '@/api/meters';
import { wholeBetween } from '@/lib/typed-number';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { PickField } from '@/ui/PickField';
import type { BenefitValues } from './benefit-form';

interface CreditFieldsProps {
  organizationId: string;
  form: Pick<UseFormReturn<BenefitValues>, 'control' | 'register' | 'watch' | 'formState'>;
}

/** Units of a meter that a benefit pays for. */
export function CreditFields({ organizationId, form: { control, register, watch, formState } }: CreditFieldsProps) {
  const { picked, ...search } = useMeterChoices(organizationId, watch('meterId'));
  return (
    <div className="grid gap-4">
      <Controller
        control={control}
        name="meterId"
        rules={{ required: 'Choose a meter.' }}
        render={({ field, fieldState }) => (
          <PickField
            {...search}
            label="Meter"
            error={fieldState.error?.message}
            picked={picked ?? 'Choose a meter'}
            onPick={field.onChange}
            buttonRef={field.ref}
          />
        )}
      />
      <Input
        label="Units"
        inputMode="numeric"
        hint="Credited with the purchase, and again when a subscription renews."
        error={formState.errors.units?.message}
        {...register('units', { required: 'Enter a number.', validate: wholeBetween(1, 2_147_483_647) })}
      />
      <Checkbox
        label="Unused units roll over"
        hint="What is left continues in the next period. Otherwise it expires at the next renewal, even if it was bought as a one-time product."
        {...register('rollover')}
      />
    </div>
  );
}
