import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useSignIn } from '@/api/account';
import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Shell';

interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

export function SignIn({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const form = useForm<Credentials>({ defaultValues: { email, password: '', rememberMe: true } });
  const signIn = useSignIn();
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (credentials) => {
    try {
      await signIn.mutateAsync(credentials);
      onSignedIn();
    } catch (error) {
      applyFieldErrors(form, explained(error));
    }
  });

  return (
    <Sheet>
      <PageHead title="Sign in" />
      <Form onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <div className="grid gap-4">
          <Input
            label="E-mail"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email', { required: 'Enter the e-mail you signed up with.' })}
          />
          <Input
            label="Password"
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password', { required: 'Enter your password.' })}
          />
          <Checkbox label="Stay signed in on this device" {...form.register('rememberMe')} />
        </div>
        <Button type="submit" kind="primary" busy={form.formState.isSubmitting && 'Signing in'}>
          Sign in
        </Button>
      </Form>
      <p className="mt-6 text-soft">
        New here?{' '}
        <Link to="/sign-up" className="link">
          Create an account
        </Link>
      </p>
    </Sheet>
  );
}

function explained(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code } = error;
  if (code === 'EMAIL_NOT_VERIFIED') {
    return new ApiError(
      status,
      code,
      'This e-mail is not verified yet. We have sent you a new link; open it, then sign in.',
    );
  }
  if (code === 'INVALID_EMAIL_OR_PASSWORD') {
    return new ApiError(status, code, 'E-mail and password do not match an account. Check both, or create an account.');
  }
  if (code === 'INVALID_EMAIL')
    return new ApiError(status, code, error.message, { email: 'Enter a complete e-mail address.' });
  return error;
}
