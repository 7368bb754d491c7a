import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Input } from './Field';
import { Form, FormError } from './Form';

interface NameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
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
export function NameDialog(props: NameDialogProps) {
  const { open, onOpenChange, title, action, name = '', missing, longest, onNamed } = props;
  const form = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const { reset } = form;
  useEffect(() => {
    if (open) reset({ name });
  }, [open, name, reset]);

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onNamed(fields.name.trim());
      onOpenChange(false);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : 'That did not work. Try again.';
      form.setError('root', { type: 'server', message });
    }
  });

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form onSubmit={submit}>
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
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Saving'}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
