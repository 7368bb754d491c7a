import type { UseFormReturn } from 'react-hook-form';
import { count } from '@/lib/format';
import { Dialog } from './Dialog';
import { Textarea } from './Field';
import { FormFrame } from './Form';
import { useGuardedForm } from './guarded-form';

interface Reason {
  reason: string;
}

interface ReasonFormProps {
  action: string;
  /** The pending action, such as "Sending". */
  busy: string;
  /** Keeps what was typed under this name. */
  draft: string;
  /** Characters. */
  most: number;
  onReason: (reason: string) => Promise<void>;
  /** Shows in the form why it failed. */
  onError: (form: UseFormReturn<Reason>, error: unknown) => void;
  onDone: () => void;
}

interface ReasonDialogProps extends Omit<ReasonFormProps, 'onDone'> {
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks why, and does it. */
export function ReasonDialog({ title, description, open, onOpenChange, ...form }: ReasonDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <ReasonForm {...form} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ReasonForm({ action, busy, draft, most, onReason, onError, onDone }: ReasonFormProps) {
  const form = useGuardedForm<Reason>({ draft, defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onReason(reason);
      onDone();
    } catch (error) {
      onError(form, error);
    }
  });
  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      onSubmit={submit}
    >
      <Textarea
        label="Reason"
        rows={5}
        error={errors.reason?.message}
        {...form.register('reason', {
          required: 'Say why.',
          maxLength: { value: most, message: `Use at most ${count(most)} characters.` },
        })}
      />
    </FormFrame>
  );
}
