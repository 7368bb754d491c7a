import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSendVerification } from '@/api/account';
import { clockQuery } from '@/api/sandbox';
import type { User } from '@/api/types';
import { Button, ButtonLink } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Shell';

interface VerifyEmailProps {
  email: string;
  error: string;
  session: { user: User } | null;
}

/** Where the mail's link leads, and where one waits for that mail. */
export function VerifyEmail({ email, error, session }: VerifyEmailProps) {
  if (error) return <Failed error={error} email={email || (session?.user.email ?? '')} />;
  if (email && !session?.user.emailVerified) return <Waiting email={email} />;
  return (
    <Sheet>
      <PageHead title="Your e-mail is verified" note={session ? undefined : 'Sign in to go on.'} />
      {session ? (
        <ButtonLink to="/organizations" kind="primary">
          Continue
        </ButtonLink>
      ) : (
        <ButtonLink to="/sign-in" kind="primary">
          Sign in
        </ButtonLink>
      )}
    </Sheet>
  );
}

function Waiting({ email }: { email: string }) {
  const { data: sandbox } = useQuery(clockQuery);
  return (
    <Sheet>
      <PageHead title="Check your mail" note={`We have sent a link to ${email}. Open it to verify the address.`} />
      <SendAgain email={email} action="Send it again" />
      {sandbox && (
        <p className="mt-6 text-soft">
          This is a sandbox: its mails are kept in the{' '}
          <a href={`/outbox?to=${encodeURIComponent(email)}`} className="link">
            outbox
          </a>
          .
        </p>
      )}
    </Sheet>
  );
}

function Failed({ error, email }: { error: string; email: string }) {
  const expired = error === 'token_expired';
  return (
    <Sheet>
      <PageHead
        title={expired ? 'This link has expired' : 'This link does not work'}
        note={
          expired
            ? 'Links last an hour. Ask for a new one.'
            : 'It may be cut off, or was used before. Ask for a new one.'
        }
      />
      <SendAgain email={email} action="Send a new link" />
    </Sheet>
  );
}

function SendAgain({ email, action }: { email: string; action: string }) {
  const [address, setAddress] = useState(email);
  const send = useSendVerification();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(address);
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
        <Button type="submit" kind={email ? 'plain' : 'primary'} busy={send.isPending && 'Sending'}>
          {action}
        </Button>
        <span role="status" className="text-soft">
          {send.isSuccess && 'Sent. It can take a minute to arrive.'}
        </span>
      </div>
    </Form>
  );
}
