import { useResetPassword } from '@/api/account';
import { ApiError } from '@/api/error';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { Button, ButtonLink } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { useNewPassword } from './new-password';

interface ResetPasswordProps {
  /** From the mail's link; '' if it no longer works. */
  token: string;
  onSpent: () => void;
}

/** The page that a password reset link opens. */
export function ResetPassword({ token, onSpent }: ResetPasswordProps) {
  const form = useGuardedForm({ draft: false, defaultValues: { newPassword: '' } });
  const newPassword = useNewPassword();
  const reset = useResetPassword();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await reset.mutateAsync({ token, ...fields });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_TOKEN') onSpent();
      else applyFieldErrors(form, withOwnMessage(error, newPassword.words('newPassword')));
    }
  });

  if (reset.isSuccess) return <Done />;
  if (!token) return <Spent />;
  return (
    <Sheet>
      <PageHead title="Choose a new password" />
      <Form onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <Input
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={newPassword.hint}
          error={errors.newPassword?.message}
          {...form.register('newPassword', newPassword.rules)}
        />
        <Button type="submit" kind="primary" className="justify-self-start" busy={isSubmitting && 'Setting password'}>
          Set password
        </Button>
      </Form>
    </Sheet>
  );
}

function Done() {
  return (
    <Sheet>
      <PageHead title="Your password is set" note="The old one no longer works, nor do links from earlier mails." />
      <ButtonLink to="/organizations" kind="primary">
        Continue
      </ButtonLink>
    </Sheet>
  );
}

function Spent() {
  return (
    <Sheet>
      <PageHead
        title="This link does not work"
        note="It was already used, has expired, or is incomplete. Your password has not changed."
      />
      <ButtonLink to="/forgot-password" kind="primary">
        Ask for a new link
      </ButtonLink>
    </Sheet>
  );
}
