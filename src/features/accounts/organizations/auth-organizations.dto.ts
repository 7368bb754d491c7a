import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nested } from '../../../app/http/dto.ts';
import { IsBoolean, IsObject, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { IfGiven, IsPicture, MAX_NAME, MAX_TEXT, MAX_URL, NotTooLarge } from '../accounts.dto.ts';
import { InOrganization } from './in-organization.dto.ts';
import { Invitation } from './invitations/invitations.dto.ts';
import { Member, MemberWithUser } from './members/members.dto.ts';
import { Team } from './teams/teams.dto.ts';

export class CreateOrganizationRequest {
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  name: string;
  @IsString()
  slug: string;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL)
  @IsPicture()
  logo?: string | null;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IsOptional()
  @IsObject()
  @NotTooLarge()
  metadata?: Record<string, unknown> | null;
  @IfGiven()
  @IsBoolean()
  keepCurrentActiveOrganization?: boolean;
}

export class CheckSlugRequest {
  @IsString()
  slug: string;
}

export class SetActiveRequest {
  /** null: clears it. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationId?: string | null;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationSlug?: string;
}

export class FullOrganizationQuery {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationId?: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationSlug?: string;
}

/** `metadata` is JSON text (docs/IDENTITY.md#organizations). */
export class AuthOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  @ApiProperty({ type: String, nullable: true })
  metadata: string | null;
  createdAt: string;
}

/** An organization after a change: `metadata` as it was given. */
export class ChangedOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  metadata: Record<string, unknown> | null;
  createdAt: string;
}

export class CreatedOrganization extends ChangedOrganization {
  members: Member[];
}

/** `teams` is null if they were not asked for, or teams are disabled (ORG_TEAMS). */
export class FullOrganization extends AuthOrganization {
  members: MemberWithUser[];
  invitations: Invitation[];
  @ApiProperty({ type: Team, isArray: true, nullable: true })
  teams: Team[] | null;
}

/** Undefined fields stay. */
export class OrganizationChanges {
  @IfGiven()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  name?: string;
  @IfGiven()
  @IsString()
  slug?: string;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL)
  @IsPicture()
  logo?: string | null;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IsOptional()
  @IsObject()
  @NotTooLarge()
  metadata?: Record<string, unknown> | null;
}

export class UpdateOrganizationRequest extends InOrganization {
  @IsObject()
  @Nested(() => OrganizationChanges)
  data: OrganizationChanges;
}
