import { useSendVerification } from '@/api/account';
import { Button } from '@/ui/Button';
import { StatusMark } from '@/ui/StatusMark';

/** Asks the user to verify their e-mail, until they have. */
export function VerifyNotice({ email }: { email: string }) {
  const send = useSendVerification();
  return (
    <aside
      aria-label="Verification"
      className="-mt-2 mb-6 flex min-h-10 flex-wrap items-center gap-x-4 border-b border-line pb-1"
    >
      <StatusMark tone="warn">Not verified yet</StatusMark>
      <span className="min-w-0 break-words">A link that we send to {email} shows that it is yours.</span>
      <span role="status" className="ml-auto">
        {send.isSuccess ? (
          'Sent. It can take a minute to arrive.'
        ) : (
          <Button kind="quiet" busy={send.isPending && 'Sending'} onClick={() => send.mutate({ email })}>
            {send.error ? 'Try again' : 'Send the link'}
          </Button>
        )}
      </span>
      {send.error && (
        <span role="alert" className="w-full text-red">
          {send.error.message}
        </span>
      )}
    </aside>
  );
}
