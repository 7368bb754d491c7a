import { IsObject, IsOptional, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { IfGiven } from '../accounts.dto.ts';
import { InOrganization } from './in-organization.dto.ts';

const MAX_NAME = 255;

/** AUTH_FACTS §9, Team. */
export class Team {
  id: string;
  name: string;
  organizationId: string;
  createdAt: string;
  updatedAt: string | null;
}

export class TeamMember {
  id: string;
  teamId: string;
  userId: string;
  createdAt: string;
}

export class CreateTeamRequest extends InOrganization {
  @IsString()
  @MaxLength(MAX_NAME)
  name: string;
}

/** Of what may be given, only the name can change. */
export class TeamChanges extends InOrganization {
  @IfGiven()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  name?: string;
}

export class UpdateTeamRequest {
  @IsString()
  teamId: string;
  @IsObject()
  @ValidateNested()
  @Type(() => TeamChanges)
  data: TeamChanges;
}

export class RemoveTeamRequest extends InOrganization {
  @IsString()
  teamId: string;
}

export class TeamMemberRequest extends InOrganization {
  @IsString()
  teamId: string;
  @IsString()
  userId: string;
}

export class TeamQuery {
  @IfGiven()
  @IsString()
  teamId?: string;
}

export class SetActiveTeamRequest {
  /** null: none any more. */
  @IsOptional()
  @IsString()
  teamId?: string | null;
}

export class Message {
  message: string;
}
