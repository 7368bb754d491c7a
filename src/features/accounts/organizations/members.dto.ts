import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumberString, IsString, ValidateBy } from 'class-validator';
import { IfGiven } from '../accounts.dto.ts';
import { InOrganization } from './in-organization.dto.ts';

const DIRECTIONS = ['asc', 'desc'] as const;
const OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains'] as const;
/** What a list of members is sorted and filtered by. */
export const MEMBER_FIELDS = ['createdAt', 'role', 'userId', 'id'] as const;

/** AUTH_FACTS §9, Member. */
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
  memberIdOrEmail: string;
}

export class RemovedMember {
  member: MemberWithUser;
}

/** One role, several in a list, or several in a text, parted by commas. */
export function IsRole(): PropertyDecorator {
  const isText = (value: unknown) => typeof value === 'string';
  return ValidateBy({
    name: 'isRole',
    validator: { validate: (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText)) },
  });
}

export class UpdateMemberRoleRequest extends InOrganization {
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  @IsRole()
  role: string | string[];
  @IsString()
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
  userId?: string;
}

export class MemberRoleAnswer {
  role: string;
}
