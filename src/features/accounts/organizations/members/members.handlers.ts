import type { Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ExecutedOrganization } from '../organization-executor.service.ts';
import { Departures } from './departures.service.ts';
import { LeaveOrganization, RemoveMember } from './member.commands.ts';

@CommandHandler(LeaveOrganization)
export class LeaveOrganizationHandler implements ICommandHandler<LeaveOrganization> {
  constructor(private readonly departures: Departures) {}

  execute(command: LeaveOrganization): Promise<ExecutedOrganization> {
    return this.departures.execute(command);
  }
}

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(private readonly departures: Departures) {}

  execute(command: RemoveMember): Promise<ExecutedOrganization> {
    return this.departures.execute(command);
  }
}

export const memberHandlers: Type[] = [LeaveOrganizationHandler, RemoveMemberHandler];
