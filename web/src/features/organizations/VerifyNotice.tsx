import { useState } from 'react';
import { useSendVerification } from '@/api/account';
import { Button, IconButton } from '@/ui/Button';
import { StatusMark } from '@/ui/StatusMark';

/** Users who hid the notice, until they open another tab. */
const LATER = 'verify later ';

/** Asks the user to verify their e-mail, until they have or hide it. */
export function VerifyNotice({ email }: { email: string }) {
  const send = useSendVerification();
  const [later, setLater] = useState(() => sessionStorage.getItem(LATER + email) !== null);
  if (later) return null;
  return (
    <aside
      aria-label="Verification"
      className="-mt-2 mb-6 flex min-h-10 flex-wrap items-center gap-x-4 border-b border-line pb-1"
    >
      <StatusMark tone="warn">Not verified yet</StatusMark>
      <span className="min-w-0 break-words">Open a link that we send to {email}, to show that it is yours.</span>
      <span role="status" className="ml-auto flex items-center gap-1">
        {send.isSuccess ? (
          'Sent. It can take a minute to arrive.'
        ) : (
          <Button kind="quiet" busy={send.isPending && 'Sending'} onClick={() => send.mutate({ email })}>
            {send.error ? 'Try again' : 'Send the link'}
          </Button>
        )}
        <IconButton
          icon="close"
          label="Not now"
          onClick={() => {
            sessionStorage.setItem(LATER + email, '1');
            setLater(true);
          }}
        />
      </span>
      {send.error && (
        <span role="alert" className="w-full text-red">
          {send.error.message}
        </span>
      )}
    </aside>
  );
}
