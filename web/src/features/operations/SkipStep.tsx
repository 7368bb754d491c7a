import type { OperatorStep } from '@/api/types';
import { applyFieldErrors } from '@/api/form-errors';
import { plural } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Fact, Facts } from '@/ui/Facts';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { Id } from '@/ui/Value';
import { useActInDialog } from './act';

/** Asks why a step is given up, since the log records it. */
export function SkipStep({ step, onClose }: { step: OperatorStep | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={step !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Skip this step of ${step?.process ?? ''}?`}
      description="What it was to do is never done, unless somebody does it by hand. The log records who skipped it, and why. Later events of the key follow."
    >
      {step && <SkipForm step={step} onSkipped={onClose} />}
    </Dialog>
  );
}

function SkipForm({ step, onSkipped }: { step: OperatorStep; onSkipped: () => void }) {
  const act = useActInDialog();
  const form = useGuardedForm({ defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const { process, key, event_id: event, event_type, events, error } = step;

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await act({ action: 'steps skip', args: { process, key, event, reason } });
      onSkipped();
    } catch (refused) {
      applyFieldErrors(form, refused);
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <Facts>
        <Fact term="After">
          {event_type ?? 'an event'} <Id id={event} />
        </Fact>
        <Fact term="Error">{error}</Fact>
        <Fact term="Behind it">{plural(events - 1, 'event')}</Fact>
      </Facts>
      <Input
        label="Reason"
        autoComplete="off"
        error={errors.reason?.message}
        {...form.register('reason', {
          required: 'Say why it is skipped.',
          maxLength: { value: 500, message: 'Keep it under 500 characters.' },
        })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="danger" busy={isSubmitting && 'Skipping'}>
          Skip step
        </Button>
      </div>
    </Form>
  );
}
