import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/error';
import { invitationQuery } from '@/api/invitations';
import type { User } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { Answer } from './Answer';
import { OtherUser } from './OtherUser';

interface InvitationPageProps {
  id: string;
  /** The invited e-mail, if the link contains it. */
  email: string;
  /** The signed-in user. */
  user: User | null;
}

/** The page an invitation's link opens: first sign in or up, then accept or decline. */
export function InvitationPage({ id, email, user }: InvitationPageProps) {
  return <Sheet>{user ? <Opened id={id} email={email} user={user} /> : <Stranger id={id} email={email} />}</Sheet>;
}

/** The server shows only signed-in users whether an invitation exists; shorter ids never exist. */
const COMPLETE = /^[\w-]{16,}$/;

function Stranger({ id, email }: { id: string; email: string }) {
  const search = { next: `/accept-invitation/${id}`, email };
  if (!COMPLETE.test(id)) {
    return (
      <>
        <PageHead
          title="There is no such invitation"
          note="The link is incomplete. Copy the whole link from the mail, or ask for a new invitation."
        />
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageHead
        title="Join an organization"
        note={
          <>
            Sign in with the address the invitation went to
            {email && (
              <>
                , <span className="text-ink break-words">{email}</span>
              </>
            )}
            . Then you see who invites you, and accept or decline.
          </>
        }
      />
      <div className="grid gap-2">
        <ButtonLink to="/sign-up" search={search} kind="primary">
          Create an account
        </ButtonLink>
        <ButtonLink to="/sign-in" search={search}>
          Sign in
        </ButtonLink>
      </div>
    </>
  );
}

function Opened({ id, email, user }: { id: string; email: string; user: User }) {
  const query = useQuery(invitationQuery(id));
  // Cached data is out of date once the server refuses the invitation.
  if (query.isSuccess) return <Answer invitation={query.data} />;
  if (query.isPending) return <Loading what="the invitation" shape="form" count={2} alone />;
  const { error } = query;
  if (error instanceof ApiError && error.code === 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
    return <OtherUser user={user} email={email} />;
  if (error instanceof ApiError && error.status === 400) return <Over code={error.code} />;
  return (
    <>
      <PageHead title="Invitation" />
      <ErrorState error={error} onRetry={() => void query.refetch()} />
    </>
  );
}

const reasons: Record<string, string> = {
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    'The person who invited you has left the organization, or may no longer invite you.',
  ORGANIZATION_NOT_FOUND: 'The organization is gone.',
};

function Over({ code }: { code: string }) {
  return (
    <>
      <PageHead
        title="This invitation is over"
        note={`${reasons[code] ?? 'It was answered or canceled, it has expired, or the link is incomplete.'} Ask for a new one.`}
      />
      <ButtonLink to="/organizations" kind="primary">
        Go to your organizations
      </ButtonLink>
    </>
  );
}
