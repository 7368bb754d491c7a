import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsNumber, IsOptional, IsString, Matches, MaxLength, Min, ValidateBy } from 'class-validator';
import { IfGiven, isStorable, MAX_TEXT, NotTooLarge } from '../accounts.dto.ts';

const IsPermissions = (): PropertyDecorator =>
  ValidateBy({ name: 'isPermissions', validator: { validate: (value: unknown) => isPermissions(value) } });

const PERMISSIONS = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } } as const;
const METADATA = { type: 'object', additionalProperties: true } as const;

/** Settings of organizations' keys; for a user's own key only the operator's command sets them. */
class ServerOnlySettings {
  /** Uses left. */
  @IsOptional()
  @IsInt()
  @Min(0)
  remaining?: number | null;
  /** Uses left after a refill. */
  @IsOptional()
  @IsInt()
  @Min(1)
  refillAmount?: number | null;
  /** Days between refills. */
  @IsOptional()
  @IsInt()
  @Min(1)
  refillInterval?: number | null;
  /** Milliseconds. */
  @IfGiven()
  @IsInt()
  @Min(1)
  rateLimitTimeWindow?: number;
  /** Uses per window. */
  @IfGiven()
  @IsInt()
  @Min(1)
  rateLimitMax?: number;
  @IfGiven()
  @IsBoolean()
  rateLimitEnabled?: boolean;
  @ApiPropertyOptional({ ...PERMISSIONS, nullable: true })
  @IsOptional()
  @IsPermissions()
  permissions?: Record<string, string[]> | null;
}

export class CreateApiKeyRequest extends ServerOnlySettings {
  @IfGiven()
  @IsString()
  name?: string;
  @IfGiven()
  @Matches(/^[a-zA-Z0-9_-]+$/)
  prefix?: string;
  /** Seconds; null or missing: it never expires. */
  @IsOptional()
  @IsNumber()
  @Min(1)
  expiresIn?: number | null;
  @ApiPropertyOptional({ ...METADATA, nullable: true })
  @IsOptional()
  @NotTooLarge()
  metadata?: unknown;
  /** The organization that owns the key, in place of the user. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationId?: string;
}

export class UpdateApiKeyRequest extends ServerOnlySettings {
  @IsString()
  @MaxLength(MAX_TEXT)
  keyId: string;
  @IfGiven()
  @IsString()
  name?: string;
  @IfGiven()
  @IsBoolean()
  enabled?: boolean;
  /** Seconds from now; null: it never expires. */
  @IsOptional()
  @IsNumber()
  @Min(1)
  expiresIn?: number | null;
  @ApiPropertyOptional({ ...METADATA, nullable: true })
  @IsOptional()
  @NotTooLarge()
  metadata?: unknown;
}

export class DeleteApiKeyRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  keyId: string;
}

export class GetApiKeyQuery {
  @IsString()
  @MaxLength(MAX_TEXT)
  id: string;
}

export class ListApiKeysQuery {
  /** Lists this organization's keys, not the user's own. */
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationId?: string;
}

/** docs/IDENTITY.md#api-keys */
export class ApiKey {
  id: string;
  name: string | null;
  start: string;
  prefix: string | null;
  /** The user who created it, also if an organization owns it. */
  userId: string;
  organizationId?: string;
  refillInterval: number | null;
  refillAmount: number | null;
  lastRefillAt: string | null;
  enabled: boolean;
  rateLimitEnabled: boolean;
  rateLimitTimeWindow: number;
  rateLimitMax: number;
  requestCount: number;
  remaining: number | null;
  lastRequest: string | null;
  expiresAt: string | null;
  createdAt: string;
  updatedAt: string;
  @ApiProperty({ ...PERMISSIONS, nullable: true })
  permissions: Record<string, string[]> | null;
  @ApiProperty({ ...METADATA, nullable: true })
  metadata: Record<string, unknown> | null;
}

/** The key itself is shown only here. */
export class CreatedApiKey extends ApiKey {
  key: string;
}

export class ApiKeyDeleted {
  success: boolean;
}

function isPermissions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isStorable(value)) return false;
  return Object.values(value).every(
    (actions) => Array.isArray(actions) && actions.every((action) => typeof action === 'string'),
  );
}
