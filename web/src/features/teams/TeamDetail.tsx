import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState, type ComponentProps } from 'react';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { allowedQuery } from '@/api/members';
import { teamsQuery, useRemoveTeam, useRenameTeam } from '@/api/teams';
import type { Organization, Team } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Fact, Facts } from '@/ui/Facts';
import { NameDialog } from '@/ui/NameDialog';
import { NoSuch } from '@/ui/NoSuch';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { Id, Time } from '@/ui/Value';
import { teamNames, teamRefusals } from './refusals';
import { TeamMembers } from './TeamMembers';

interface TeamDetailProps {
  organization: Organization;
  id: string;
  page: number;
  onPage: (page: number) => void;
  onRemoved: () => void;
}

export function TeamDetail({ id, ...rest }: TeamDetailProps) {
  const { organization } = rest;
  const query = useQuery(teamsQuery(organization.id));
  const up = { label: 'Teams', link: linkOptions({ to: '/$org/teams', params: { org: organization.slug } }) };
  const team = query.data?.find((one) => one.id === id);
  if (team) return <Loaded team={team} up={up} {...rest} />;
  if (query.isPending) return <Loading what="the team" shape="page" />;
  if (!query.error) return <NoSuch what="team" list={up} />;
  return (
    <>
      <PageHead title="Team" up={up} />
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    </>
  );
}

interface LoadedProps extends Omit<TeamDetailProps, 'id'> {
  team: Team;
  up: ComponentProps<typeof NoSuch>['list'];
}

function Loaded({ organization, team, up, page, onPage, onRemoved }: LoadedProps) {
  const { data: mayUpdate = false } = useQuery(allowedQuery(organization.id, 'team:update'));
  const { data: mayDelete = false } = useQuery(allowedQuery(organization.id, 'team:delete'));
  const [open, setOpen] = useState<'name' | 'remove'>();
  const rename = useRenameTeam(organization.id, team.id);
  const remove = useRemoveTeam(organization.id, team.id);
  const actions = useMemo(
    (): PageAction[] => [
      ...(mayUpdate ? [{ label: 'Rename team', short: 'Rename', run: () => setOpen('name') }] : []),
      ...(mayDelete ? [{ label: 'Remove team', rank: 'danger', run: () => setOpen('remove') } as const] : []),
    ],
    [mayUpdate, mayDelete],
  );
  const closing = (on: boolean) => !on && setOpen(undefined);

  return (
    <>
      <PageHead title={team.name} up={up} action={<PageActions actions={actions} />} />
      <div className="grid gap-8">
        <div className="max-w-[44rem]">
          <Facts>
            <Fact term="Created">
              <Time at={team.createdAt} />
            </Fact>
            <Fact term="ID">
              <Id id={team.id} />
            </Fact>
          </Facts>
        </div>
        <TeamMembers organization={organization} teamId={team.id} page={page} onPage={onPage} />
      </div>
      <NameDialog
        {...teamNames}
        open={open === 'name'}
        onOpenChange={closing}
        title={`Rename ${team.name}`}
        action="Rename team"
        name={team.name}
        onNamed={async (name) => {
          await rejectWithOwnMessage(rename.mutateAsync(name), teamRefusals);
          announce('Renamed');
        }}
      />
      <Confirm
        open={open === 'remove'}
        onOpenChange={closing}
        danger
        title={`Remove ${team.name}?`}
        description="Its members stay in the organization."
        action="Remove team"
        busy="Removing"
        onConfirm={async () => {
          await rejectWithOwnMessage(remove.mutateAsync(), teamRefusals);
          announce(`${team.name} was removed`);
          onRemoved();
        }}
      />
    </>
  );
}
