import { useQuery } from '@tanstack/react-query';
import { useActing, useSendVerification } from '@/api/account';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { useChangeEmail } from '@/api/my-account';
import { signInOptionsQuery } from '@/api/sign-in-options';
import type { User } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { StatusMark } from '@/ui/StatusMark';
import { SandboxMail } from './SandboxMail';

const words = {
  EMAIL_IS_THE_SAME: { at: 'email', text: 'This is your e-mail already.' },
  COULDNT_UPDATE_YOUR_EMAIL: { at: 'email', text: 'This e-mail can’t be used. Try another one.' },
  INVALID_EMAIL: { at: 'email', text: 'Enter a complete e-mail address.' },
  VALIDATION_ERROR: { at: 'email', text: 'Enter a complete e-mail address.' },
  CHANGE_EMAIL_IS_DISABLED: 'E-mails can’t be changed here. Ask your administrator.',
  VERIFICATION_EMAIL_ISNT_ENABLED: 'No mails are sent from here, so the change can’t be confirmed.',
} as const;

interface EmailAddressProps {
  user: User;
  /** Changed at once, because the old address was not verified. */
  onChanged: () => void;
}

export function EmailAddress({ user, onChanged }: EmailAddressProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  const acting = useActing();
  return (
    <div className="max-w-form">
      <Section title="E-mail">
        <div className="grid gap-4">
          <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-y border-line py-1">
            <span className="min-w-0 break-all">{user.email}</span>
            {user.emailVerified ? (
              <StatusMark tone="good">Verified</StatusMark>
            ) : (
              <StatusMark tone="warn">Not verified yet</StatusMark>
            )}
            {!user.emailVerified && <SendLink email={user.email} />}
          </div>
          {acting ? (
            <p className="text-soft">Only they can change it.</p>
          ) : options?.change_email ? (
            <ChangeEmail user={user} onChanged={onChanged} />
          ) : (
            <p className="text-soft">It can’t be changed here. Ask your administrator.</p>
          )}
        </div>
      </Section>
    </div>
  );
}

function SendLink({ email }: { email: string }) {
  const send = useSendVerification();
  return (
    <span role="status" className="ml-auto">
      {send.isSuccess ? (
        'Sent. It can take a minute to arrive.'
      ) : (
        <Button kind="quiet" busy={send.isPending && 'Sending'} onClick={() => send.mutate({ email })}>
          {send.error ? 'Not sent. Try again' : 'Send me a link'}
        </Button>
      )}
    </span>
  );
}

function ChangeEmail({ user, onChanged }: EmailAddressProps) {
  const form = useGuardedForm({ draft: 'email', defaultValues: { email: '' } });
  const change = useChangeEmail();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await change.mutateAsync(email.trim());
      form.reset();
      if (user.emailVerified) return;
      announce('Your e-mail was changed');
      onChanged();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, words));
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit} aria-label="Change e-mail">
      <FormError message={errors.root?.message} />
      <Input
        label="New e-mail"
        type="email"
        autoComplete="email"
        hint={
          user.emailVerified
            ? `We ask at ${user.email} first. Nothing changes until you open the link in that mail.`
            : 'Changed at once, because the current one is not verified. We send a link to the new one.'
        }
        error={errors.email?.message}
        {...form.register('email', { required: 'Enter the e-mail you want to sign in with.' })}
      />
      <div>
        <Button type="submit" busy={isSubmitting && 'Asking'}>
          Change e-mail
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {change.isSuccess && user.emailVerified && <Pending from={user.email} to={change.variables} />}
      </div>
    </Form>
  );
}

function Pending({ from, to }: { from: string; to: string }) {
  return (
    <div className="grid gap-2 border-l-2 border-amber bg-amber-wash px-3 py-2">
      <p>
        <span className="font-medium">Not changed yet.</span> Open the link that we sent to {from}, here in this
        browser. After that {to} is your e-mail, and gets a link of its own to be verified.
      </p>
      <SandboxMail to={from} />
    </div>
  );
}
