import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumberString, IsString, MaxLength, ValidateBy } from 'class-validator';
import { Pagination } from '../../../../app/http/lists/pagination.dto.ts';
import { IfGiven, isTextOrTexts, MAX_TEXT } from '../../accounts.dto.ts';
import { InOrganization } from '../in-organization.dto.ts';

const DIRECTIONS = ['asc', 'desc'] as const;
const OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains'] as const;
/** What a list of members is sorted and filtered by. */
const MEMBER_FIELDS = ['createdAt', 'role', 'userId', 'id'] as const;

/** docs/IDENTITY.md#members */
export class Member {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  /** The first of their teams that they joined; missing if teams are disabled (ORG_TEAMS). */
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
  /** An address if it contains an `@`. */
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

/** Exactly one of the two; older clients send `permission`. */
export class HasPermissionRequest extends InOrganization {
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } })
  @ArePermissions()
  permissions?: Record<string, string[]>;
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } })
  @ArePermissions()
  permission?: Record<string, string[]>;
}

export class HasPermissionAnswer {
  @ApiProperty({ type: 'null' })
  error: null;
  success: boolean;
}

export class TeamOfMember {
  teamId: string;
  since: string;
}

/** A member with every team they are in. */
export class Person extends MemberWithUser {
  /** The earliest first. */
  teams: TeamOfMember[];
}

export class PersonList {
  items: Person[];
  pagination: Pagination;
}

/** Actions per resource, in one of the two fields. */
function ArePermissions(): PropertyDecorator {
  return ValidateBy({
    name: 'arePermissions',
    validator: {
      validate(value: unknown, of) {
        const { permissions, permission } = of!.object as HasPermissionRequest;
        if ((permissions === undefined) === (permission === undefined)) return false;
        return value === undefined || isRecordOfLists(value);
      },
    },
  });
}

function isRecordOfLists(value: unknown): boolean {
  const isList = (one: unknown) => Array.isArray(one) && one.every((text) => typeof text === 'string');
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isList);
}
