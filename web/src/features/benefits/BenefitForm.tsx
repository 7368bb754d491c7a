import type { BenefitFields } from '@/api/benefits';
import { applyFieldErrors } from '@/api/form-errors';
import type { Benefit } from '@/api/types';
import { Input, Textarea } from '@/ui/Field';
import { FormFrame, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';

interface BenefitFormProps {
  benefit?: Benefit;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: BenefitFields) => Promise<void>;
}

const names = { properties: 'note', 'properties.note': 'note' } as const;

export function BenefitForm({ benefit, action, busy, cancel, onSubmit }: BenefitFormProps) {
  const form = useGuardedForm({
    defaultValues: { description: benefit?.description ?? '', note: benefit?.properties.note ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ description, note }) => {
    try {
      await onSubmit({ description, note: note || null });
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
          label="Description"
          hint="Shown on the checkout; 3 to 42 characters."
          error={errors.description?.message}
          {...form.register('description', {
            required: 'Say what buyers get.',
            minLength: { value: 3, message: 'Use at least 3 characters.' },
            maxLength: { value: 42, message: 'Use at most 42 characters.' },
          })}
        />
        <Textarea
          label="Note to customers"
          optional
          hint="Shown to those who have the benefit, such as how to use it."
          error={errors.note?.message}
          {...form.register('note')}
        />
      </div>
    </FormFrame>
  );
}
