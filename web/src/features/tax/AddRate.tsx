import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import { useRoom } from '@/api/limits';
import { useAddTaxRate } from '@/api/tax';
import { countries } from '@/lib/countries';
import { percentIn, writtenNumber } from '@/lib/typed-number';
import { EU_VAT_AS_OF, euVat } from '@/lib/eu-vat';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Checkbox } from '@/ui/Choice';
import { Dialog } from '@/ui/Dialog';
import { Input, Select } from '@/ui/Field';
import { FormFrame } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { NumberInput } from '@/ui/NumberInput';
import { statesOf } from './states';

interface AddRateProps {
  organizationId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AddRate({ organizationId, open, onOpenChange }: AddRateProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Add a rate">
      <RateForm organizationId={organizationId} onAdded={() => onOpenChange(false)} />
    </Dialog>
  );
}

const names = {
  applies_to_businesses: 'businesses',
  starts_on: 'starts',
} as const;

const DECIMALS = 4;

function RateForm({ organizationId, onAdded }: { organizationId: string; onAdded: () => void }) {
  const add = useAddTaxRate(organizationId);
  const room = useRoom(organizationId, 'tax_rates');
  const form = useGuardedForm({
    draft: 'rate',
    defaultValues: { country: '', state: '', name: '', percent: '', businesses: true, starts: '' },
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const country = form.watch('country');
  const states = statesOf(country);
  const submit = form.handleSubmit(async ({ state, name, percent, businesses, starts }) => {
    try {
      await add.mutateAsync({
        country: country as never,
        state: states.length > 0 && state ? `${country}-${state}` : null,
        name,
        percent: percentIn(percent, DECIMALS) ?? percent,
        applies_to_businesses: businesses,
        starts_on: starts || null,
      });
      announce('The rate was added');
      onAdded();
    } catch (error) {
      applyFieldErrors(form, error, names);
    }
  });
  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action="Add rate"
      busy={isSubmitting && 'Adding'}
      room={room}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Select
          label="Country"
          error={errors.country?.message}
          {...form.register('country', {
            required: 'Choose the country of the buyers.',
            onChange: ({ target }: { target: { value: string } }) => {
              const vat = euVat[target.value];
              // As the server decides if nobody says it.
              if (!dirtyFields.businesses) form.setValue('businesses', vat === undefined);
              if (!dirtyFields.name) form.setValue('name', vat === undefined ? '' : 'VAT');
              if (!dirtyFields.percent) form.setValue('percent', vat === undefined ? '' : writtenNumber(vat));
            },
          })}
        >
          <option value="">Choose a country</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {states.length > 0 && (
          <Select
            label="State or province"
            optional
            hint="Rates of a state are added beside those of its country."
            error={errors.state?.message}
            {...form.register('state')}
          >
            <option value="">The whole country</option>
            {states.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </Select>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Name"
            hint="As orders show it, such as VAT."
            autoComplete="off"
            error={errors.name?.message}
            {...form.register('name', {
              required: 'Name the tax.',
              maxLength: { value: 60, message: 'Use at most 60 characters.' },
            })}
          />
          <Controller
            control={form.control}
            name="percent"
            rules={{
              validate: (percent) =>
                percentIn(percent, DECIMALS) !== undefined || 'Enter 0 to 100, with at most four decimals.',
            }}
            render={({ field, fieldState }) => {
              const percent = percentIn(field.value, DECIMALS);
              return (
                <NumberInput
                  label="Percent"
                  hint={
                    euVat[country]
                      ? `The standard rate as of ${day(EU_VAT_AS_OF)}.`
                      : `Such as 19 or ${writtenNumber('5.5')}.`
                  }
                  unit="%"
                  understood={percent !== undefined && `${percent}%`}
                  error={fieldState.error?.message}
                  {...field}
                />
              );
            }}
          />
        </div>
        <Input
          type="date"
          label="First day"
          optional
          className="max-w-48"
          hint="Today if you leave it empty."
          error={errors.starts?.message}
          {...form.register('starts')}
        />
        <Checkbox
          label="Businesses of other countries pay it, too"
          hint="Otherwise those with a tax id owe it themselves (reverse charge), as usual within the EU."
          error={errors.businesses?.message}
          {...form.register('businesses')}
        />
      </div>
    </FormFrame>
  );
}
