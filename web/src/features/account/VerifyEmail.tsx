import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSendVerification } from '@/api/account';
import type { User } from '@/api/types';
import { Button, ButtonLink } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { SandboxMail } from './SandboxMail';

interface VerifyEmailProps {
  email: string;
  error: string;
  /** Set by the link after it worked. */
  verified: string;
  /** The path of this app to continue to. */
  next: string;
  /** The signed-in user. */
  user: User | undefined;
}

/** The page that links to verify or change an address open, and that users wait on for such a mail. */
export function VerifyEmail({ email, error, verified, next, user }: VerifyEmailProps) {
  if (error) return <Failed {...{ error, next, user }} email={email || (user?.email ?? '')} />;
  if (email && !user?.emailVerified) {
    return <Waiting title="Check your mail" note={`We have sent a link to ${email}.`} {...{ email, next, user }} />;
  }
  // The change was confirmed from the old address; the new address now gets its own mail.
  if (user && !user.emailVerified) {
    const { email: address } = user;
    return (
      <Waiting
        title="One step is left"
        note={`Your e-mail is ${address} now. We have sent a link there.`}
        email={address}
        {...{ next, user }}
      />
    );
  }
  // Opened without a link: nothing was verified.
  if (!user && !verified) {
    return (
      <Sheet>
        <PageHead
          title="Verify your e-mail"
          note="Open the link in the mail that we sent when you signed up, or sign in to have it sent again."
        />
        <ButtonLink to="/sign-in" search={{ next }} kind="primary">
          Sign in
        </ButtonLink>
      </Sheet>
    );
  }
  return (
    <Sheet>
      <PageHead
        title="Your e-mail is verified"
        note={user ? `You sign in as ${user.email}.` : 'Sign in to continue.'}
      />
      {user ? (
        <ButtonLink to={next || '/'} kind="primary">
          Continue
        </ButtonLink>
      ) : (
        <ButtonLink to="/sign-in" search={{ next }} kind="primary">
          Sign in
        </ButtonLink>
      )}
    </Sheet>
  );
}

interface WaitingProps {
  title: string;
  note: string;
  email: string;
  next: string;
  user: User | undefined;
}

function Waiting({ title, note, email, next, user }: WaitingProps) {
  return (
    <Sheet>
      <PageHead title={title} note={`${note} Open it to verify the address.`} />
      <div className="grid gap-6">
        <SandboxMail to={email} />
        <SendAgain email={email} next={next} action="Send it again" />
        <p className="text-soft">
          {user ? (
            <Link to={next || '/'} className="tap link">
              Continue, and verify it later
            </Link>
          ) : (
            <>
              Is the address wrong?{' '}
              <Link to="/sign-up" search={{ next }} className="tap link">
                Sign up with another
              </Link>
            </>
          )}
        </p>
      </div>
    </Sheet>
  );
}

interface FailedProps {
  error: string;
  email: string;
  next: string;
  user: User | undefined;
}

function Failed({ error, email, next, user }: FailedProps) {
  if (error === 'unauthorized') {
    return (
      <Sheet>
        <PageHead
          title="Not signed in with that account"
          note={`This link changes an account’s e-mail. ${user ? `You are signed in as ${user.email}. ` : ''}Sign in to that account in this browser, then open the link again.`}
        />
        <ButtonLink to="/sign-in" kind="primary">
          Sign in
        </ButtonLink>
      </Sheet>
    );
  }
  const [title, why] = failures[error] ?? ['This link does not work', 'It may be incomplete or already used.'];
  // Nothing is left to verify; the user can request another change there.
  if (error === 'user_not_found' || user?.emailVerified) {
    return (
      <Sheet>
        <PageHead title={title} note={user ? `${why} You sign in as ${user.email}.` : why} />
        <ButtonLink to="/account" kind="primary">
          Go to your account
        </ButtonLink>
      </Sheet>
    );
  }
  return (
    <Sheet>
      <PageHead title={title} note={`${why} Ask for a new one.`} />
      <SendAgain email={email} next={next} action="Send a new link" primary />
    </Sheet>
  );
}

const failures: Record<string, [title: string, why: string]> = {
  token_expired: ['This link has expired', 'It was opened too late.'],
  user_not_found: ['This link was used before', 'The account’s e-mail has changed since.'],
};

interface SendAgainProps {
  email: string;
  next: string;
  action: string;
  /** The only action on the page. */
  primary?: boolean;
}

function SendAgain({ email, next, action, primary }: SendAgainProps) {
  const [address, setAddress] = useState(email);
  const send = useSendVerification();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ email: address, next });
      }}
    >
      <FormError message={send.error?.message} />
      {!email && (
        <Input
          label="E-mail"
          type="email"
          autoComplete="username"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind={primary ? 'primary' : 'plain'} busy={send.isPending && 'Sending'}>
          {action}
        </Button>
        <span role="status" className="text-soft">
          {send.isSuccess && 'Sent. It can take a minute to arrive.'}
        </span>
      </div>
      {primary && send.isSuccess && <SandboxMail to={address} />}
    </Form>
  );
}
