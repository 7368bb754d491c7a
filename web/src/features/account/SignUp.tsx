import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useSignUp } from '@/api/account';
import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Shell';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

interface SignUpProps {
  onSignedUp: (who: { email: string; signedIn: boolean }) => void;
}

export function SignUp({ onSignedUp }: SignUpProps) {
  const form = useForm({ defaultValues: { name: '', email: '', password: '' } });
  const signUp = useSignUp();
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (person) => {
    try {
      const { token } = await signUp.mutateAsync(person);
      onSignedUp({ email: person.email, signedIn: token !== null });
    } catch (error) {
      applyFieldErrors(form, explained(error));
    }
  });

  return (
    <Sheet>
      <PageHead title="Create an account" note="For people who sell. Your customers need none to buy from you." />
      <Form onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <div className="grid gap-4">
          <Input
            label="Name"
            autoComplete="name"
            error={errors.name?.message}
            {...form.register('name', { required: 'Enter your name as others should see it.' })}
          />
          <Input
            label="E-mail"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email', { required: 'Enter an e-mail address you can read.' })}
          />
          <Input
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD} characters.`}
            error={errors.password?.message}
            {...form.register('password', {
              required: 'Choose a password.',
              minLength: { value: MIN_PASSWORD, message: `Make it at least ${MIN_PASSWORD} characters long.` },
              maxLength: { value: MAX_PASSWORD, message: `Keep it under ${MAX_PASSWORD + 1} characters.` },
            })}
          />
        </div>
        <Button type="submit" kind="primary" busy={form.formState.isSubmitting && 'Creating the account'}>
          Create account
        </Button>
      </Form>
      <p className="mt-6 text-soft">
        Have one already?{' '}
        <Link to="/sign-in" className="link">
          Sign in
        </Link>
      </p>
    </Sheet>
  );
}

function explained(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  switch (error.code) {
    case 'USER_ALREADY_EXISTS':
      return at(error, 'email', 'There is an account with this e-mail. Sign in instead.');
    case 'INVALID_EMAIL':
      return at(error, 'email', 'Enter a complete e-mail address.');
    case 'PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_LONG':
      return at(error, 'password', `Use ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
    default:
      return error;
  }
}

function at(error: ApiError, field: string, message: string): ApiError {
  return new ApiError(error.status, error.code, error.message, { [field]: message });
}
