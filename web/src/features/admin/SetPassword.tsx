import { useSetPassword } from '@/api/admin';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { adminRefusals } from './refusals';
import type { UserDialogProps } from './user-dialog';

export function SetPassword({ open, onOpenChange, user }: UserDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Password of ${personName(user)}`}
      description="Their current password stops working. No mail is sent: give them the new password yourself."
    >
      <PasswordForm user={user} onSet={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PasswordForm({ user, onSet }: Pick<UserDialogProps, 'user'> & { onSet: () => void }) {
  const set = useSetPassword(user.id);
  const form = useGuardedForm({ draft: 'password', defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await set.mutateAsync(password);
      announce(`${personName(user)} has a new password`);
      onSet();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, adminRefusals));
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
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
        <DialogCancel />
        <Button type="submit" kind="primary" busy={isSubmitting && 'Setting password'}>
          Set password
        </Button>
      </div>
    </Form>
  );
}
