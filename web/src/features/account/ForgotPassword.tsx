import { Link } from '@tanstack/react-router';
import { useRequestPasswordReset } from '@/api/account';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { SandboxMail } from './SandboxMail';

const words = {
  INVALID_EMAIL: { at: 'email', text: 'Enter a complete e-mail address.' },
  VALIDATION_ERROR: { at: 'email', text: 'Enter a complete e-mail address.' },
  RESET_PASSWORD_ISNT_ENABLED: 'No mails are sent from here. Ask your administrator for a new password.',
} as const;

export function ForgotPassword({ email }: { email: string }) {
  const form = useGuardedForm({ draft: false, defaultValues: { email } });
  const request = useRequestPasswordReset();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await request.mutateAsync(fields.email);
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, words));
    }
  });

  if (request.isSuccess) return <Sent to={request.variables} onAgain={() => request.reset()} />;
  return (
    <Sheet>
      <PageHead title="Forgot your password?" note="We send you a link with which you choose a new one." />
      <Form onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <Input
          label="E-mail"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', { required: 'Enter the e-mail you signed up with.' })}
        />
        <Button type="submit" kind="primary" className="justify-self-start" busy={isSubmitting && 'Sending'}>
          Send the link
        </Button>
      </Form>
      <p className="mt-6 text-soft">
        <Link to="/sign-in" search={{ email: form.watch('email') }} className="tap link">
          Back to sign-in
        </Link>
      </p>
    </Sheet>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <Sheet>
      <PageHead
        title="Check your mail"
        note={`If there is an account for ${to}, a link to choose a new password is on its way there. It works once.`}
      />
      <div className="grid justify-items-start gap-6">
        <SandboxMail to={to} />
        <p className="text-soft">
          Nothing there after a few minutes? Look among the spam, or{' '}
          <button type="button" onClick={onAgain} className="tap link">
            try another address
          </button>
          .
        </p>
        <Link to="/sign-in" search={{ email: to }} className="tap link">
          Back to sign-in
        </Link>
      </div>
    </Sheet>
  );
}
