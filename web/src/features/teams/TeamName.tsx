import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { applyFieldErrors, inWords } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { teamRefusals } from './refusals';

interface TeamNameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The verb on the button: "Create team". */
  action: string;
  name?: string;
  /** Closes the dialog when it settles; a rejection shows at the field or above it. */
  onNamed: (name: string) => Promise<unknown>;
}

/** Asks for a team's name, a new one's or another one's. */
export function TeamName({ open, onOpenChange, title, action, name = '', onNamed }: TeamNameProps) {
  const form = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const { reset } = form;
  useEffect(() => {
    if (open) reset({ name });
  }, [open, name, reset]);

  const submit = form.handleSubmit(async (team) => {
    try {
      await onNamed(team.name.trim());
      onOpenChange(false);
    } catch (error) {
      applyFieldErrors(form, inWords(error, teamRefusals));
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
            validate: (value) => value.trim().length > 0 || 'Enter a name that tells what the team does.',
            maxLength: { value: 255, message: 'Keep it under 256 characters.' },
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
