import { Link } from '@tanstack/react-router';
import { useSignUp } from '@/api/account';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { isInvited } from './invited';
import { useNewPassword } from './new-password';
import { SocialSignIn } from './SocialSignIn';

interface SignUpProps {
  email: string;
  /** The path of this app to open afterwards. */
  next: string;
  onSignedUp: (who: { email: string; signedIn: boolean }) => void;
}

const words = {
  USER_ALREADY_EXISTS: { at: 'email', text: 'There is an account with this e-mail.' },
  INVALID_EMAIL: { at: 'email', text: 'Enter a complete e-mail address.' },
} as const;

export function SignUp({ email, next, onSignedUp }: SignUpProps) {
  const form = useGuardedForm({ draft: false, defaultValues: { name: '', email, password: '' } });
  const newPassword = useNewPassword();
  const signUp = useSignUp();
  const { errors } = form.formState;
  const exists = errors.email?.message === words.USER_ALREADY_EXISTS.text;

  const submit = form.handleSubmit(async (person) => {
    try {
      const { token } = await signUp.mutateAsync({ ...person, next });
      onSignedUp({ email: person.email, signedIn: token !== null });
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, { ...words, ...newPassword.words('password') }));
    }
  });

  return (
    <Sheet>
      <PageHead
        title="Create an account"
        note={
          isInvited(next)
            ? 'Use the address that the invitation went to; with another one it can’t be answered.'
            : 'For people who sell. Your customers need none to buy from you.'
        }
      />
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
            error={exists ? <Exists email={form.watch('email')} next={next} /> : errors.email?.message}
            {...form.register('email', { required: 'Enter an e-mail address you can read.' })}
          />
          <Input
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={newPassword.hint}
            error={errors.password?.message}
            {...form.register('password', newPassword.rules)}
          />
        </div>
        <Button type="submit" kind="primary" busy={form.formState.isSubmitting && 'Creating the account'}>
          Create account
        </Button>
      </Form>
      <SocialSignIn next={next || '/'} signUp />
      <p className="mt-6 text-soft">
        Have one already?{' '}
        <Link to="/sign-in" search={{ next, email: form.watch('email') }} className="tap link">
          Sign in
        </Link>
      </p>
    </Sheet>
  );
}

function Exists({ email, next }: { email: string; next: string }) {
  return (
    <>
      {words.USER_ALREADY_EXISTS.text}{' '}
      <Link to="/sign-in" search={{ next, email }} className="underline">
        Sign in instead
      </Link>
    </>
  );
}
