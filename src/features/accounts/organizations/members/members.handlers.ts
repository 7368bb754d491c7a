import { Handles } from '../../../../app/commands.ts';
import type { Type } from '@nestjs/common';
import type { ExecutedOrganization } from '../organization-executor.service.ts';
import { Departures } from './departures.service.ts';
import { LeaveOrganization, RemoveMember } from './member.commands.ts';

@Handles(LeaveOrganization)
export class LeaveOrganizationHandler {
  constructor(private readonly departures: Departures) {}

  execute(command: LeaveOrganization): Promise<ExecutedOrganization> {
    return this.departures.execute(command);
  }
}

@Handles(RemoveMember)
export class RemoveMemberHandler {
  constructor(private readonly departures: Departures) {}

  execute(command: RemoveMember): Promise<ExecutedOrganization> {
    return this.departures.execute(command);
  }
}

export const memberHandlers: Type[] = [LeaveOrganizationHandler, RemoveMemberHandler];
