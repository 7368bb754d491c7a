import { useQuery } from '@tanstack/react-query';
import { userOrganizationsQuery } from '@/api/admin';
import { word } from '@/lib/format';
import { Fact, Facts, Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { Day } from '@/ui/Value';

/** Where the user is a member, and since when. */
export function UserOrganizations({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(userOrganizationsQuery(userId));
  return (
    <div className="max-w-[44rem]">
      <Section title="Organizations">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading what="their organizations" />
        ) : data.length === 0 ? (
          <p className="border-t border-line py-2 text-soft">In no organization.</p>
        ) : (
          <Facts>
            {data.map(({ id, name, role, joinedAt }) => (
              <Fact key={id} term={name}>
                {word(role.split(',').join(', '))} since <Day at={joinedAt} />
              </Fact>
            ))}
          </Facts>
        )}
      </Section>
    </div>
  );
}
