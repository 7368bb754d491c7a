import type { BenefitFields } from '@/api/benefits';
import { applyFieldErrors } from '@/api/form-errors';
import type { Benefit } from '@/api/types';
import { Input, Select, Textarea } from '@/ui/Field';
import { FormFrame, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { fieldNames, fieldsOf, valuesOf, type BenefitValues } from './benefit-form';
import { LicenseKeyFields } from './LicenseKeyFields';

interface BenefitFormProps {
  benefit?: Benefit;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: BenefitFields) => Promise<void>;
}

export function BenefitForm({ benefit, action, busy, cancel, onSubmit }: BenefitFormProps) {
  const form = useGuardedForm<BenefitValues>({ defaultValues: valuesOf(benefit) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(fieldsOf(values));
    } catch (error) {
      applyFieldErrors(form, error, fieldNames);
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
        {!benefit && (
          <Select label="Type" {...form.register('type')}>
            <option value="custom">Custom: a note to customers</option>
            <option value="license_keys">License keys for your software</option>
          </Select>
        )}
        <Input
          label="Description"
          hint="Shown on the checkout; 3 to 42 characters."
          error={errors.description?.message}
          {...form.register('description', {
            required: 'Say what buyers get.',
            minLength: { value: 3, message: 'Use at least 3 characters.' },
            maxLength: { value: 42, message: 'Use at most 42 characters.' },
          })}
        />
        {form.watch('type') === 'license_keys' ? (
          <LicenseKeyFields form={form} />
        ) : (
          <Textarea
            label="Note to customers"
            optional
            hint="Shown to those who have the benefit, such as how to use it."
            error={errors.note?.message}
            {...form.register('note')}
          />
        )}
      </div>
    </FormFrame>
  );
}
