import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownInvitationsQuery } from '@/api/invitations';
import type { User } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { SignedInAs } from './SignedInAs';

interface ChooseOrganizationProps {
  organizations: { id: string; name: string; slug: string }[];
  user: User;
}

export function ChooseOrganization({ organizations, user }: ChooseOrganizationProps) {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery);
  const some = organizations.length > 0;
  const invited = invitations.length > 0;
  return (
    <Sheet foot={<SignedInAs user={user} />}>
      <PageHead
        title={some ? 'Choose an organization' : 'Join an organization'}
        note={
          some
            ? undefined
            : 'Products, customers and money belong to an organization. Join the one that invites you, or create your own.'
        }
      />
      {invited && <Invitations invitations={invitations} />}
      {some && (
        <ul className="mb-6 border-t border-ink">
          {organizations.map(({ id, name, slug }) => (
            <li key={id} className="border-b border-line">
              <Link
                to="/$org"
                params={{ org: slug }}
                className="group flex min-h-12 items-center gap-3 px-2 hover:bg-shade focus-visible:outline-offset-0"
              >
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="max-w-[40%] truncate font-mono text-[13px] text-faint">{slug}</span>
                <span className="text-faint group-hover:text-ink">
                  <Icon name="right" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to="/organizations/new">{some ? 'New organization' : 'Create an organization'}</ButtonLink>
    </Sheet>
  );
}

/** The user's pending invitations. */
function Invitations({ invitations }: { invitations: { id: string; organizationName: string }[] }) {
  return (
    <section aria-labelledby="invitations" className="mb-6">
      <h2 id="invitations" className="mb-2 font-medium">
        You are invited
      </h2>
      <ul className="border-t border-ink">
        {invitations.map(({ id, organizationName }) => (
          <li key={id} className="border-b border-line">
            <Link
              to="/accept-invitation/$id"
              params={{ id }}
              className="group flex min-h-12 items-center gap-3 px-2 hover:bg-shade focus-visible:outline-offset-0"
            >
              <span className="min-w-0 flex-1 truncate font-medium">{organizationName}</span>
              <span className="text-soft group-hover:text-ink">Answer</span>
              <span className="text-faint group-hover:text-ink">
                <Icon name="right" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
