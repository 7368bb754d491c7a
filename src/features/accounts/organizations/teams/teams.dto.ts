import { IsObject, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { Nested } from '../../../../app/http/dto.ts';
import { IfGiven, MAX_NAME, MAX_TEXT } from '../../accounts.dto.ts';
import { InOrganization } from '../in-organization.dto.ts';

/** docs/IDENTITY.md#teams */
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

/** Only the name can change. */
export class TeamChanges extends InOrganization {
  @IfGiven()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  name?: string;
}

export class UpdateTeamRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  teamId: string;
  @IsObject()
  @Nested(() => TeamChanges)
  data: TeamChanges;
}

export class RemoveTeamRequest extends InOrganization {
  @IsString()
  @MaxLength(MAX_TEXT)
  teamId: string;
}

export class TeamMemberRequest extends InOrganization {
  @IsString()
  @MaxLength(MAX_TEXT)
  teamId: string;
  @IsString()
  @MaxLength(MAX_TEXT)
  userId: string;
}

export class TeamQuery {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  teamId?: string;
}

export class SetActiveTeamRequest {
  /** null: clears it. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  teamId?: string | null;
}

export class Message {
  message: string;
}
