import { applyFieldErrors } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { useActInDialog } from './act';

interface SkipEventProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Makes every reader skip an event that cannot be read. */
export function SkipEvent({ open, onOpenChange }: SkipEventProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Skip an unreadable event"
      description="Every read model and process skips it, now and in every rebuild. Do so only if neither a newer release nor the right vault and keys make it readable. This can’t be undone."
    >
      <SkipForm onSkipped={() => onOpenChange(false)} />
    </Dialog>
  );
}

function SkipForm({ onSkipped }: { onSkipped: () => void }) {
  const act = useActInDialog();
  const form = useGuardedForm({ defaultValues: { event: '', reason: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ event, reason }) => {
    try {
      await act({ action: 'events skip', args: { event, reason } });
      onSkipped();
    } catch (refused) {
      applyFieldErrors(form, refused);
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <div className="grid gap-4">
        <Input
          label="Event"
          hint="Its id, or stream@revision. “Find unreadable events” lists them."
          autoComplete="off"
          spellCheck={false}
          error={errors.event?.message}
          {...form.register('event', { required: 'Name the event.' })}
        />
        <Input
          label="Reason"
          autoComplete="off"
          error={errors.reason?.message}
          {...form.register('reason', { required: 'Say why it is skipped.' })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="danger" busy={isSubmitting && 'Skipping'}>
          Skip event
        </Button>
      </div>
    </Form>
  );
}
