import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { useChangePassword } from '@/api/my-account';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { useNewPassword } from './new-password';

export function ChangePassword({ email }: { email: string }) {
  const form = useGuardedForm({
    draft: 'password',
    defaultValues: { currentPassword: '', newPassword: '', revokeOtherSessions: true },
  });
  const newPassword = useNewPassword();
  const change = useChangePassword();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await change.mutateAsync(fields);
      form.reset();
      announce(fields.revokeOtherSessions ? 'Password changed; other devices are signed out' : 'Password changed');
    } catch (error) {
      const wrong = { at: 'currentPassword', text: 'This is not your password.' } as const;
      applyFieldErrors(form, withOwnMessage(error, { INVALID_PASSWORD: wrong, ...newPassword.words('newPassword') }));
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit} aria-label="Change password">
      <FormError message={errors.root?.message} />
      {/* Tells password managers whose it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-4">
        <Input
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: 'Enter the password you have now.' })}
        />
        <Input
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={newPassword.hint}
          error={errors.newPassword?.message}
          {...form.register('newPassword', newPassword.rules)}
        />
        <Checkbox label="Sign out other devices" {...form.register('revokeOtherSessions')} />
      </div>
      <div>
        <Button type="submit" kind="primary" busy={isSubmitting && 'Changing it'}>
          Change password
        </Button>
      </div>
    </Form>
  );
}
