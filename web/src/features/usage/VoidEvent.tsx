import { applyFieldErrors } from '@/api/form-errors';
import type { UsageEvent } from '@/api/types';
import { useVoidUsageEvent } from '@/api/usage-events';
import { announce } from '@/ui/Announcer';
import { Dialog } from '@/ui/Dialog';
import { Textarea } from '@/ui/Field';
import { FormFrame } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';

interface VoidEventProps {
  event: UsageEvent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Corrects usage that was reported wrongly. */
export function VoidEvent({ event, open, onOpenChange }: VoidEventProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Void event"
      description="Meters no longer count it. What was billed for it is taken off the next bill. This can’t be undone."
    >
      <VoidForm event={event} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function VoidForm({ event, onDone }: { event: UsageEvent; onDone: () => void }) {
  const voiding = useVoidUsageEvent(event.id);
  const form = useGuardedForm<{ reason: string }>({ draft: `void-${event.id}`, defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await voiding.mutateAsync(reason);
      announce(`${event.name} is void`);
      onDone();
    } catch (error) {
      applyFieldErrors(form, error, { reason: 'reason' });
    }
  });
  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action="Void event"
      busy={isSubmitting && 'Voiding'}
      onSubmit={submit}
    >
      <Textarea
        label="Reason"
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason', {
          required: 'Say why.',
          maxLength: { value: 500, message: 'Use at most 500 characters.' },
        })}
      />
    </FormFrame>
  );
}
