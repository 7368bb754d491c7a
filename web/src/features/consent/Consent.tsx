import { useState } from 'react';
import { ApiError } from '@/api/error';
import { useAnswerOAuthRequest } from '@/api/oauth-requests';
import { useOrganizationNames } from '@/api/organization-names';
import type { OAuthRequest, User } from '@/api/types';
import { Button, ButtonLink } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Select } from '@/ui/Field';
import { FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { ScopeFacts } from '@/ui/ScopeFacts';
import { AppLinks } from './AppLinks';
import { SignedInAs } from './SignedInAs';

interface ConsentProps {
  uid: string;
  user: User;
  request: OAuthRequest;
}

export function Consent({ uid, user, request }: ConsentProps) {
  const { client, scopes } = request;
  const name = client.client_name ?? 'An app';
  const answer = useAnswerOAuthRequest(uid);
  const nameOf = useOrganizationNames();
  const organizations = request.sub_type === 'organization' ? request.organizations : undefined;
  const [organizationId, setOrganizationId] = useState(
    (request.sub_type === 'organization' && request.sub?.id) || organizations?.[0]?.id,
  );
  const [leaving, setLeaving] = useState<'allow' | 'cancel'>();
  const [error, setError] = useState<string>();
  const mayAllow = organizations === undefined || organizations.length > 0;

  async function send(allow: boolean) {
    setError(undefined);
    setLeaving(allow ? 'allow' : 'cancel');
    try {
      const chosen = allow && organizations ? { organization_id: organizationId } : {};
      const { url } = await answer.mutateAsync({ allow, ...chosen });
      window.location.assign(url);
    } catch (cause) {
      setLeaving(undefined);
      setError(messageOf(cause));
    }
  }

  return (
    <>
      <PageHead
        title={mayAllow ? `Allow ${name}?` : `You can’t allow ${name} yet`}
        note={
          mayAllow
            ? `${name} asks to act for ${organizations ? 'an organization of yours' : 'you'}. Tillbook has not checked this app: allow it only if you trust whoever runs it.`
            : `${name} asks to act for an organization. Only its owners and admins can allow that, and you are neither in any. Ask one of them, or create an organization and start again in the app.`
        }
      />
      <div className="grid gap-6">
        <FormError message={error} />
        <AppLinks client={client} />
        <Facts>
          <Fact term="Signed in as">
            <SignedInAs user={user} next={`/oauth2/consent/${uid}`} />
          </Fact>
          {organizations === undefined && <Fact term="Acts for">You, in all your organizations</Fact>}
          {organizations?.length === 1 && <Fact term="Acts for">{nameOf(organizations[0]!)}</Fact>}
        </Facts>
        {organizations && organizations.length > 1 && (
          <Select
            label="Organization"
            hint={`${name} acts for this one alone.`}
            value={organizationId}
            onChange={(event) => setOrganizationId(event.target.value)}
          >
            {organizations.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        )}
        {mayAllow && (
          <section>
            <h2 className="mb-2 text-lead font-semibold">What it may do</h2>
            <ScopeFacts scopes={scopes} />
            <p className="mt-2 text-note text-faint">
              You can remove its access at any time in your account, under Apps.
            </p>
          </section>
        )}
        <div className="grid grid-cols-2 gap-2">
          {mayAllow ? (
            <Button kind="primary" busy={leaving === 'allow' && 'Allowing'} onClick={() => void send(true)}>
              Allow
            </Button>
          ) : (
            <ButtonLink to="/organizations/new">Create organization</ButtonLink>
          )}
          <Button busy={leaving === 'cancel' && 'Canceling'} onClick={() => void send(false)}>
            Cancel
          </Button>
        </div>
      </div>
    </>
  );
}

function messageOf(error: unknown): string {
  // A part of the answer that is refused, such as an organization that the user has left meanwhile.
  const [part] = error instanceof ApiError ? Object.values(error.fields) : [];
  return part ?? (error instanceof Error ? error.message : 'That did not work. Try again.');
}
