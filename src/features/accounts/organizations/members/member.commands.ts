import { command } from '../../../../kernel/writing/command.ts';
import type { AskedByMember, OrganizationChange } from '../organization.commands.ts';

/** `because`: the user deletes their account. */
export class LeaveOrganization extends command('LeaveOrganization')<
  AskedByMember & { because?: 'user_deleted' },
  OrganizationChange
> {}
/** `target`: the member, or the user with the address that was given; undefined: no user has it. */
export class RemoveMember extends command('RemoveMember')<
  AskedByMember & { target: { memberId: string } | { userId: string | undefined } },
  OrganizationChange
> {}
export class UpdateMemberRole extends command('UpdateMemberRole')<
  AskedByMember & { memberId: string; role: string },
  OrganizationChange
> {}
