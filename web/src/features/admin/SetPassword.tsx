import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useSetPassword } from '@/api/admin';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { adminRefusals } from './refusals';
import type { UserDialogProps } from './user-dialog';

export function SetPassword({ open, onOpenChange, user }: UserDialogProps) {
  const set = useSetPassword(user.id);
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const { reset } = form;
  useEffect(() => {
    if (open) reset({ password: '' });
  }, [open, reset]);

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await set.mutateAsync(password);
      announce(`${personName(user)} has a new password`);
      onOpenChange(false);
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, adminRefusals));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Password of ${personName(user)}`}
      description="The one they have now no longer works. Tell them the new one yourself; no mail is sent."
    >
      <Form onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <Input
          label="New password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.password?.message}
          {...form.register('password', { required: 'Enter a password.' })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Setting password'}>
            Set password
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
