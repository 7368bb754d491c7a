import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumberString, IsString, MaxLength, ValidateBy } from 'class-validator';
import { IfGiven, isTextOrTexts, MAX_TEXT } from '../../accounts.dto.ts';
import { InOrganization } from '../in-organization.dto.ts';

const DIRECTIONS = ['asc', 'desc'] as const;
const OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains'] as const;
/** What a list of members is sorted and filtered by. */
export const MEMBER_FIELDS = ['createdAt', 'role', 'userId', 'id'] as const;

/** docs/IDENTITY.md#members */
export class Member {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  /** The team he joined first, of those he is in; not there where there are no teams (ORG_TEAMS). */
  @ApiPropertyOptional({ type: String, nullable: true })
  teamId?: string | null;
  createdAt: string;
}

export class MemberUser {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

export class MemberWithUser extends Member {
  user: MemberUser;
}

export class RemoveMemberRequest extends InOrganization {
  /** An address where it has an `@`. */
  @IsString()
  @MaxLength(MAX_TEXT)
  memberIdOrEmail: string;
}

export class RemovedMember {
  member: MemberWithUser;
}

export function IsRole(): PropertyDecorator {
  return ValidateBy({ name: 'isRole', validator: { validate: isTextOrTexts } });
}

export class UpdateMemberRoleRequest extends InOrganization {
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  @IsRole()
  role: string | string[];
  @IsString()
  @MaxLength(MAX_TEXT)
  memberId: string;
}

export class ListMembersQuery extends InOrganization {
  @IfGiven()
  @IsNumberString({ no_symbols: true })
  limit?: string;
  @IfGiven()
  @IsNumberString({ no_symbols: true })
  offset?: string;
  @IfGiven()
  @IsIn(MEMBER_FIELDS)
  sortBy?: (typeof MEMBER_FIELDS)[number];
  @IfGiven()
  @IsIn(DIRECTIONS)
  sortDirection?: (typeof DIRECTIONS)[number];
  @IfGiven()
  @IsIn(MEMBER_FIELDS)
  filterField?: (typeof MEMBER_FIELDS)[number];
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  filterValue?: string;
  @IfGiven()
  @IsIn(OPERATORS)
  filterOperator?: (typeof OPERATORS)[number];
}

export class MemberPage {
  members: MemberWithUser[];
  total: number;
}

export class MemberRoleQuery extends InOrganization {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  userId?: string;
}

export class MemberRoleAnswer {
  role: string;
}
