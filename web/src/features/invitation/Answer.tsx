import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/error';
import { withOwnMessage } from '@/api/form-errors';
import { useAcceptInvitation, useDeclineInvitation } from '@/api/invitations';
import type { ReceivedInvitation } from '@/api/types';
import { word } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Button, ButtonLink } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { Time } from '@/ui/Value';
import { VerifyFirst } from './VerifyFirst';

const refusals = {
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 'The organization is full. Ask the person who invited you to make room.',
  TEAM_MEMBER_LIMIT_REACHED: 'The team you were invited to is full. Ask the person who invited you to make room.',
  TEAM_NOT_FOUND: 'The team you were invited to is gone. Ask for a new invitation.',
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    'The person who invited you has left the organization, or may no longer invite you. Ask for a new invitation.',
  INVITATION_NOT_FOUND: 'The invitation was canceled or has expired meanwhile. Ask for a new one.',
};

const MUST_VERIFY = 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION';

export function Answer({ invitation }: { invitation: ReceivedInvitation }) {
  const { id, organizationName, organizationSlug, inviterEmail, role, email, expiresAt } = invitation;
  const router = useRouter();
  const accept = useAcceptInvitation();
  const decline = useDeclineInvitation();
  const [declined, setDeclined] = useState(false);
  const [mustVerify, setMustVerify] = useState(false);
  const [error, setError] = useState<string>();

  async function answer(yes: boolean) {
    setError(undefined);
    try {
      await (yes ? accept : decline).mutateAsync(id);
      if (!yes) return setDeclined(true);
      announce(`You are in ${organizationName} now`);
      // Back must not lead to the answered invitation.
      await router.navigate({ to: '/$org', params: { org: organizationSlug }, replace: true });
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === MUST_VERIFY) return setMustVerify(true);
      const refused = withOwnMessage(cause, refusals);
      setError(refused instanceof Error ? refused.message : 'That did not work. Try again.');
    }
  }

  if (declined) {
    return (
      <>
        <PageHead title="Declined" note={`You have not joined ${organizationName}. They can invite you again.`} />
        <ButtonLink to="/organizations">Go to your organizations</ButtonLink>
      </>
    );
  }
  if (mustVerify) return <VerifyFirst invitation={invitation} />;
  return (
    <>
      <PageHead title={`Join ${organizationName}`} note={`${inviterEmail} invites you.`} />
      <div className="grid gap-6">
        <FormError message={error} />
        <Facts>
          <Fact term="You become">{word(role.split(',').join(', '))}</Fact>
          <Fact term="With the address">{email}</Fact>
          <Fact term="Expires">
            <Time at={expiresAt} />
          </Fact>
        </Facts>
        <div className="grid grid-cols-2 gap-2">
          <Button kind="primary" busy={accept.isPending && 'Joining'} onClick={() => void answer(true)}>
            Accept
          </Button>
          <Button busy={decline.isPending && 'Declining'} onClick={() => void answer(false)}>
            Decline
          </Button>
        </div>
      </div>
    </>
  );
}
