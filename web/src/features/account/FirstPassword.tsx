import { useRequestPasswordReset } from '@/api/account';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { SandboxMail } from './SandboxMail';

/** For users who only sign in through another service: the link in a mail sets a first password. */
export function FirstPassword({ email }: { email: string }) {
  const request = useRequestPasswordReset();
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-soft">
        You have none. With a password, you can also sign in when the other service is unavailable. We send a link to{' '}
        {email}, and you choose a password there.
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
