import { useQuery } from '@tanstack/react-query';
import { integrationsQuery, placeChoicesQuery, pretendMembersQuery } from '@/api/integrations';
import type { Benefit } from '@/api/types';
import { plural } from '@/lib/format';
import { Fact } from '@/ui/Facts';
import { Id } from '@/ui/Value';
import { permissionWords } from './permissions';

type Of<T extends Benefit['type']> = Extract<Benefit, { type: T }>;

/** The role that customers with the benefit have in a server. */
export function DiscordTerms({ benefit }: { benefit: Of<'discord'> }) {
  const { guild_id, role_id } = benefit.properties;
  const { data } = useQuery(integrationsQuery(benefit.organization_id));
  const server = data?.installations.find(({ place_id }) => place_id === guild_id);
  const { data: choices } = useQuery(placeChoicesQuery(server?.id ?? ''));
  const role = choices?.roles.find(({ id }) => id === role_id);
  return (
    <>
      <Fact term="Server">{server ? server.name : <Id id={guild_id} />}</Fact>
      <Fact term="Role">{role ? role.name : <Id id={role_id} />}</Fact>
      <PretendMembers id={benefit.id} where="In the pretend server" />
    </>
  );
}

/** The place that they have among the collaborators of a repository. */
export function RepositoryTerms({ benefit }: { benefit: Of<'github_repository'> }) {
  const { repository_owner, repository_name, permission } = benefit.properties;
  return (
    <>
      <Fact term="Repository">
        {repository_owner}/{repository_name}
      </Fact>
      <Fact term="Permission">{permissionWords[permission]}</Fact>
      <PretendMembers id={benefit.id} where="In the pretend repository" />
    </>
  );
}

const SHOWN = 5;
const MOST = 100;

/** In the sandbox: what the benefit has done there. */
function PretendMembers({ id, where }: { id: string; where: string }) {
  const { data: names } = useQuery(pretendMembersQuery(id));
  if (!names) return null;
  const count = names.length < MOST ? plural(names.length, 'member') : `${MOST} members or more`;
  return (
    <Fact term={where}>
      {count}
      {names.length > 0 && (
        <span className="text-faint">
          {' '}
          {names.slice(0, SHOWN).join(', ')}
          {names.length > SHOWN && ' …'}
        </span>
      )}
    </Fact>
  );
}
