import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { BenefitFields } from '@/api/benefits';
import { applyFieldErrors } from '@/api/form-errors';
import type { Benefit } from '@/api/types';
import { Button } from '@/ui/Button';
import { Input, Textarea } from '@/ui/Field';
import { Form, FormActions, FormError } from '@/ui/Form';

interface BenefitFormProps {
  benefit?: Benefit;
  action: string;
  busy: string;
  cancel: ReactNode;
  onSubmit: (fields: BenefitFields) => Promise<void>;
}

const names = { properties: 'note', 'properties.note': 'note' } as const;

export function BenefitForm({ benefit, action, busy, cancel, onSubmit }: BenefitFormProps) {
  const form = useForm({
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
    <Form onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <div className="grid gap-4">
        <Input
          label="Description"
          hint="On the checkout and in the customer’s list of benefits; 3 to 42 characters."
          error={errors.description?.message}
          {...form.register('description', {
            required: 'Say what buyers get.',
            minLength: { value: 3, message: 'Use at least 3 characters.' },
            maxLength: { value: 42, message: 'Use at most 42 characters.' },
          })}
        />
        <Textarea
          label="Note to those who have it"
          optional
          hint="Shown only to them, such as how to come by what was promised."
          error={errors.note?.message}
          {...form.register('note')}
        />
      </div>
      <FormActions>
        <Button type="submit" kind="primary" busy={isSubmitting && busy}>
          {action}
        </Button>
        {cancel}
      </FormActions>
    </Form>
  );
}
