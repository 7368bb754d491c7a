import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsObject, IsOptional, IsString, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { isSlug } from './slug.ts';

const MAX_NAME = 255;
const MAX_URL = 2_000;

/** A slug that can stand in a path. */
const IsSlug = (): PropertyDecorator =>
  ValidateBy({
    name: 'isSlug',
    validator: { validate: (value: unknown) => typeof value === 'string' && isSlug(value) },
  });

export class FoundOrganizationRequest {
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  name: string;
  @ApiProperty({ type: String })
  @IsSlug()
  slug: string;
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL)
  logo?: string | null;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IsOptional()
  @IsObject()
  metadata?: Record<string, unknown> | null;
  @IsOptional()
  @IsBoolean()
  keepCurrentActiveOrganization?: boolean;
}

export class CheckSlugRequest {
  @ApiProperty({ type: String })
  @IsSlug()
  slug: string;
}

export class SetActiveRequest {
  /** null: none any more. */
  @IsOptional()
  @IsString()
  organizationId?: string | null;
  @IsOptional()
  @IsString()
  organizationSlug?: string;
}

export class FullOrganizationQuery {
  @IsOptional()
  @IsString()
  organizationId?: string;
  @IsOptional()
  @IsString()
  organizationSlug?: string;
}

/** AUTH_FACTS §9, Org; `metadata` is JSON text. */
export class AuthOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  @ApiProperty({ type: String, nullable: true })
  metadata: string | null;
  createdAt: string;
}

export class Member {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  @ApiProperty({ type: String, nullable: true })
  teamId: string | null;
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

export class FoundedOrganization {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  metadata: Record<string, unknown> | null;
  createdAt: string;
  members: Member[];
}

/** Invitations and teams come with a later issue: there are none. */
export class FullOrganization extends AuthOrganization {
  members: MemberWithUser[];
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  invitations: never[];
  @ApiProperty({ type: 'array', items: { type: 'object' }, nullable: true })
  teams: never[] | null;
}
