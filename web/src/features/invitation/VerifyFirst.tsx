import { useSendVerification } from '@/api/account';
import { withOwnMessage } from '@/api/form-errors';
import type { ReceivedInvitation } from '@/api/types';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { SandboxMail } from '../account/SandboxMail';

const refusals = {
  VERIFICATION_EMAIL_ISNT_ENABLED:
    'No mails are sent from here, so the address can’t be verified. Ask to be invited with another role.',
};

/** Shown to a user who accepts a role that only a verified address gets. */
export function VerifyFirst({ invitation: { id, email, role } }: { invitation: ReceivedInvitation }) {
  const send = useSendVerification();
  const refused = withOwnMessage(send.error, refusals);
  return (
    <>
      <PageHead
        title="Verify your e-mail first"
        note={
          <>
            Only a verified address can become {role.split(',').join(', ')}. Open the link that we send to{' '}
            <span className="text-ink break-words">{email}</span>, then accept.
          </>
        }
      />
      <div className="grid gap-6">
        <FormError message={refused instanceof Error ? refused.message : undefined} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            kind={send.isSuccess ? 'plain' : 'primary'}
            busy={send.isPending && 'Sending'}
            onClick={() => send.mutate({ email, next: `/accept-invitation/${id}` })}
          >
            {send.isSuccess ? 'Send it again' : 'Send the link'}
          </Button>
          <span role="status" className="text-soft">
            {send.isSuccess && 'Sent. It can take a minute to arrive.'}
          </span>
        </div>
        {send.isSuccess && <SandboxMail to={email} />}
      </div>
    </>
  );
}
