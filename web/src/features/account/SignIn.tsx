import { Link } from '@tanstack/react-router';
import { useSignIn } from '@/api/account';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { SocialSignIn } from './SocialSignIn';

interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

interface SignInProps {
  email: string;
  /** The path of this app to open afterwards. */
  next: string;
  onSignedIn: () => void;
}

const words = {
  EMAIL_NOT_VERIFIED: 'This e-mail is not verified yet. We have sent you a new link; open it, then sign in.',
  INVALID_EMAIL_OR_PASSWORD: 'E-mail and password do not match an account. Check both, or create an account.',
  INVALID_EMAIL: { at: 'email', text: 'Enter a complete e-mail address.' },
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: 'Password sign-in is turned off here. Use another way.',
} as const;

export function SignIn({ email, next, onSignedIn }: SignInProps) {
  const form = useGuardedForm<Credentials>({
    draft: false,
    defaultValues: { email, password: '', rememberMe: true },
  });
  const signIn = useSignIn();
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (credentials) => {
    try {
      await signIn.mutateAsync(credentials);
      onSignedIn();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, words));
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
          <div className="flex flex-wrap items-start justify-between gap-3">
            <Checkbox label="Stay signed in on this device" {...form.register('rememberMe')} />
            <Link to="/forgot-password" search={{ email: form.watch('email') }} className="tap link">
              Forgot your password?
            </Link>
          </div>
        </div>
        <Button type="submit" kind="primary" busy={form.formState.isSubmitting && 'Signing in'}>
          Sign in
        </Button>
      </Form>
      <SocialSignIn next={next || '/'} />
      <p className="mt-6 text-soft">
        New here?{' '}
        <Link to="/sign-up" search={{ next, email: form.watch('email') }} className="tap link">
          Create an account
        </Link>
      </p>
    </Sheet>
  );
}
