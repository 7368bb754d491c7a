import { Button } from './Button';
import { Dialog } from './Dialog';
import { DialogCancel } from './DialogCancel';
import { Input } from './Field';
import { Form, FormError } from './Form';
import { useGuardedForm } from './guarded-form';

interface NameDialogProps extends NameFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface NameFormProps {
  title: string;
  /** The verb on the button: "Create team". */
  action: string;
  name?: string;
  /** The error for an empty name. */
  missing: string;
  /** The maximum length. */
  longest: number;
  /** Closes the dialog when it settles; a rejection shows its message and keeps it open. */
  onNamed: (name: string) => Promise<unknown>;
}

/** Asks for the name of something new or existing. */
export function NameDialog({ open, onOpenChange, onNamed, ...props }: NameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={props.title}>
      <NameForm
        {...props}
        onNamed={async (name) => {
          await onNamed(name);
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

function NameForm({ title, action, name = '', missing, longest, onNamed }: NameFormProps) {
  const form = useGuardedForm({ draft: title, defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onNamed(fields.name.trim());
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : 'That did not work. Try again.';
      form.setError('root', { type: 'server', message });
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <Input
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', {
          validate: (value) => value.trim().length > 0 || missing,
          maxLength: { value: longest, message: `Keep it under ${longest + 1} characters.` },
        })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="primary" busy={isSubmitting && 'Saving'}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
