import { command } from '../../../../kernel/writing/command.ts';
import type { AskedByMember, OrganizationChange } from '../organization.commands.ts';

export class CreateTeam extends command('CreateTeam')<
  AskedByMember & { teamId: string; name: string },
  OrganizationChange
> {}
/** An undefined name stays. */
export class UpdateTeam extends command('UpdateTeam')<
  AskedByMember & { teamId: string; name?: string },
  OrganizationChange
> {}
export class RemoveTeam extends command('RemoveTeam')<AskedByMember & { teamId: string }, OrganizationChange> {}
export class AddTeamMember extends command('AddTeamMember')<
  AskedByMember & { teamId: string; addedUserId: string },
  OrganizationChange
> {}
export class RemoveTeamMember extends command('RemoveTeamMember')<
  AskedByMember & { teamId: string; removedUserId: string },
  OrganizationChange
> {}
