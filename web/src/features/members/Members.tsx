import { useQuery } from '@tanstack/react-query';
import { allowedQuery, type MemberSearch } from '@/api/members';
import type { Organization, User } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { Invitations } from './Invitations';
import { MemberList } from './MemberList';

interface MembersProps {
  organization: Organization;
  user: User;
  search: MemberSearch;
  onSearch: (change: Partial<MemberSearch>) => void;
}

/** An organization's members and invitations. */
export function Members({ organization, user, search, onSearch }: MembersProps) {
  const { data: mayInvite = false } = useQuery(allowedQuery(organization.id, 'invitation:create'));
  return (
    <>
      <MemberList
        organization={organization}
        user={user}
        search={search}
        onSearch={onSearch}
        action={
          mayInvite && (
            <ButtonLink to="/$org/members/invite" params={{ org: organization.slug }} kind="primary">
              Invite someone
            </ButtonLink>
          )
        }
      />
      <Invitations
        organization={organization}
        mayInvite={mayInvite}
        page={search.invited}
        onPage={(invited) => onSearch({ invited, page: search.page })}
      />
    </>
  );
}
