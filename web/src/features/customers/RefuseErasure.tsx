import { applyFieldErrors } from '@/api/form-errors';
import { useRefuseErasure } from '@/api/customers';
import type { Customer } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Dialog } from '@/ui/Dialog';
import { Textarea } from '@/ui/Field';
import { FormFrame } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';

interface RefuseErasureProps {
  customer: Customer;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Tells a customer why they are not erased. */
export function RefuseErasure({ customer, open, onOpenChange }: RefuseErasureProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Refuse to erase"
      description={`${customer.email} gets your reason by mail, and can ask again. The law allows few reasons, such as a subscription that is active or a dispute.`}
    >
      <RefusalForm customer={customer} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RefusalForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const refuse = useRefuseErasure(customer.id);
  const form = useGuardedForm<{ reason: string }>({ draft: 'erasure-refusal', defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await refuse.mutateAsync(reason);
      announce(`${customer.email} gets your reason`);
      onDone();
    } catch (error) {
      applyFieldErrors(form, error, { reason: 'reason' });
    }
  });
  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action="Refuse and send"
      busy={isSubmitting && 'Sending'}
      onSubmit={submit}
    >
      <Textarea
        label="Reason"
        rows={5}
        error={errors.reason?.message}
        {...form.register('reason', {
          required: 'Say why.',
          maxLength: { value: 2_000, message: 'Use at most 2,000 characters.' },
        })}
      />
    </FormFrame>
  );
}
