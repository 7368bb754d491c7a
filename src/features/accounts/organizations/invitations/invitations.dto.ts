import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { IfGiven, MAX_TEXT } from '../../accounts.dto.ts';
import { IsAddress } from '../../users/users.dto.ts';
import { InOrganization } from '../in-organization.dto.ts';
import { IsRole, Member } from '../members/members.dto.ts';

const STATUSES = ['pending', 'accepted', 'rejected', 'canceled'] as const;

/** docs/IDENTITY.md#invitations */
export class Invitation {
  id: string;
  organizationId: string;
  email: string;
  role: string;
  @ApiProperty({ enum: STATUSES })
  status: (typeof STATUSES)[number];
  /** Missing if teams are disabled (ORG_TEAMS). */
  @ApiPropertyOptional({ type: String, nullable: true })
  teamId?: string | null;
  inviterId: string;
  expiresAt: string;
}

/** What the recipient sees. */
export class ReceivedInvitation extends Invitation {
  organizationName: string;
  organizationSlug: string;
  inviterEmail: string;
}

export class UserInvitation extends Invitation {
  organizationName: string;
}

export class AcceptedInvitation {
  invitation: Invitation;
  member: Member;
}

export class RejectedInvitation {
  invitation: Invitation;
  @ApiProperty({ type: 'null' })
  member: null;
}

export class InviteMemberRequest extends InOrganization {
  @IsAddress()
  email: string;
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  @IsRole()
  role: string | string[];
  /** Even if one is pending. */
  @IfGiven()
  @IsBoolean()
  resend?: boolean;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  teamId?: string;
}

export class InvitationRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  invitationId: string;
}

export class InvitationQuery {
  @IsString()
  @MaxLength(MAX_TEXT)
  id: string;
}
