import { useRequestPasswordReset } from '@/api/account';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { SandboxMail } from './SandboxMail';

/** For those who have come by another service alone: a first password is set by the link of a mail. */
export function FirstPassword({ email }: { email: string }) {
  const request = useRequestPasswordReset();
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-soft">
        You have none. With one you also get in when the other service doesn’t answer. We send a link to {email}, and
        you choose a password there.
      </p>
      <FormError message={request.error?.message} />
      {!request.isSuccess && (
        <Button busy={request.isPending && 'Sending'} onClick={() => request.mutate(email)}>
          Send me the link
        </Button>
      )}
      <div role="status" className="grid gap-2 empty:hidden">
        {request.isSuccess && (
          <>
            <p>Sent. It can take a minute to arrive.</p>
            <SandboxMail to={email} />
          </>
        )}
      </div>
    </div>
  );
}
