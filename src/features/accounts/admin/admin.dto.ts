import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsArray,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  registerDecorator,
} from 'class-validator';
import { IfGiven, isTextOrTexts, MAX_NAME, MAX_TEXT, NoLongText, NotTooLarge, User } from '../accounts.dto.ts';
import { Session, SessionAnswer } from '../sessions/sessions.dto.ts';
import { FILTER_OPERATORS, SEARCH_OPERATORS, type UserSearch } from './user-search.rules.ts';

const TEXT_OR_TEXTS = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const STATEMENTS = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
} as const;
/** A hundred years, in seconds: anything longer is permanent. */
const LONGEST_BAN = 3_153_600_000;
const MAX_REASON = 500;

/** Any value counts as an id, a missing one as an id that no user has (docs/IDENTITY.md#administration). */
export class UserIdRequest {
  @ApiProperty({ type: String })
  @IsOptional()
  @NoLongText(MAX_TEXT)
  userId?: unknown;
}

/** No user has an object as id. */
export function textOf(userId: unknown): string {
  return typeof userId === 'object' ? '' : String(userId);
}

export class CreateUserRequest {
  @IsString()
  email: string;
  @IsString()
  password: string;
  @IsString()
  @MaxLength(MAX_NAME)
  name: string;
  @ApiPropertyOptional(TEXT_OR_TEXTS)
  @IfGiven()
  @IsTextOrTexts()
  role?: string | string[];
  /** Only `image` and `emailVerified` are read. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IfGiven()
  @IsObject()
  @NotTooLarge()
  data?: Record<string, unknown>;
}

export class ListUsersQuery implements UserSearch {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  searchValue?: string;
  @IfGiven()
  @IsIn(['email', 'name'])
  searchField?: 'email' | 'name';
  @IfGiven()
  @IsIn(SEARCH_OPERATORS)
  searchOperator?: (typeof SEARCH_OPERATORS)[number];
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  filterField?: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  filterValue?: string;
  @IfGiven()
  @IsIn(FILTER_OPERATORS)
  filterOperator?: (typeof FILTER_OPERATORS)[number];
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  sortBy?: string;
  @IfGiven()
  @IsIn(['asc', 'desc'])
  sortDirection?: 'asc' | 'desc';
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  limit?: string;
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  offset?: string;
}

export class SetRoleRequest extends UserIdRequest {
  @ApiProperty(TEXT_OR_TEXTS)
  @IsTextOrTexts()
  role: string | string[];
}

export class BanUserRequest extends UserIdRequest {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_REASON)
  banReason?: string;
  /** Seconds. */
  @IfGiven()
  @IsNumber()
  @Min(0)
  @Max(LONGEST_BAN)
  banExpiresIn?: number;
}

export class RevokeUserSessionRequest {
  /** The handle that listings show, or a token. */
  @IsString()
  @MaxLength(MAX_TEXT)
  sessionToken: string;
}

export class SetUserPasswordRequest extends UserIdRequest {
  @IsString()
  newPassword: string;
}

/** Exactly one of `permissions` and `permission`, its older name. */
export class AdminPermissionRequest extends UserIdRequest {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  role?: string;
  @ApiPropertyOptional({ ...STATEMENTS, deprecated: true })
  @AreStatements('permissions')
  permission?: Record<string, string[]>;
  @ApiPropertyOptional(STATEMENTS)
  @AreStatements('permission')
  permissions?: Record<string, string[]>;
}

export class UserAnswer {
  user: User;
}

export class MaybeUserAnswer {
  @ApiProperty({ type: User, nullable: true })
  user: User | null;
}

export class UserPage {
  @IsArray()
  users: User[];
  total: number;
  limit?: number;
  offset?: number;
}

/** The session that the administrator's browser is now in. */
export class ImpersonationAnswer extends SessionAnswer {}

export class UserSessions {
  sessions: Session[];
}

class UserOrganization {
  id: string;
  name: string;
  slug: string;
  /** Roles there, comma-separated. */
  role: string;
  joinedAt: string;
}

/** In the order in which the user joined them, at most 100. */
export class UserOrganizations {
  organizations: UserOrganization[];
}

export class AdminPermissionAnswer {
  @ApiProperty({ type: String, nullable: true })
  error: null;
  success: boolean;
}

function IsTextOrTexts(): PropertyDecorator {
  return checked('isTextOrTexts', isTextOrTexts);
}

/** Lists of actions by resource, without the other field; missing, with it. */
function AreStatements(other: string): PropertyDecorator {
  const isActions = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
  return checked('areStatements', (value, object) => {
    if (object[other] !== undefined) return value === undefined;
    return typeof value === 'object' && value !== null && Object.values(value).every(isActions);
  });
}

function checked(
  name: string,
  isGood: (value: unknown, object: Record<string, unknown>) => boolean,
): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: property as string,
      validator: { validate: (value, given) => isGood(value, given!.object as Record<string, unknown>) },
    });
}
