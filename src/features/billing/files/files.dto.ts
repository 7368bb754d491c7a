import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Nested, NestedEach } from '../../../app/http/dto.ts';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { EmptyIsNull } from '../billing.dto.ts';
import { MOST_PARTS } from './file.rules.ts';

const SERVICES = ['downloadable', 'product_media', 'organization_avatar'];
const LARGEST = Number.MAX_SAFE_INTEGER;
/** A SHA-256 in base64. */
const SHA256 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const NO_SHA256 = { message: 'Input should be the 32 bytes of a SHA-256 in base64' };

/** Of a body that lists as many parts, each with all its fields. */
export const VALUES_OF_PARTS = 6 * MOST_PARTS;

export class S3FileCreatePart {
  /** From 1. */
  @IsInt()
  @Min(1)
  @Max(MOST_PARTS)
  number: number;
  /** The first byte of the part. */
  @IsInt()
  @Min(0)
  @Max(LARGEST)
  chunk_start: number;
  /** The byte after its last one. */
  @IsInt()
  @Min(0)
  @Max(LARGEST)
  chunk_end: number;
  @IsOptional()
  @IsString()
  @Matches(SHA256, NO_SHA256)
  checksum_sha256_base64?: string | null;
}

export class S3FileCreateMultipart {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_PARTS)
  @NestedEach(() => S3FileCreatePart)
  parts: S3FileCreatePart[];
}

export class FileCreate {
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @IsIn(SERVICES)
  service: 'downloadable' | 'product_media' | 'organization_avatar';
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  name: string;
  /** Media and avatars are images: JPEG, PNG, GIF, WebP or SVG. */
  @IsString()
  @MaxLength(255)
  @Matches(/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(\s*;[ -~]*)?$/, { message: 'Input should be a media type' })
  mime_type: string;
  /** In bytes. Media are at most 10 MiB, avatars 1 MiB. */
  @IsInt()
  @Min(1)
  @Max(LARGEST)
  size: number;
  @IsOptional()
  @IsString()
  @Matches(SHA256, NO_SHA256)
  checksum_sha256_base64?: string | null;
  @IsObject()
  @Nested(() => S3FileCreateMultipart)
  upload: S3FileCreateMultipart;
  @IsOptional()
  @IsString()
  @MaxLength(100)
  @EmptyIsNull()
  version?: string | null;
}

export class S3FileUploadCompletedPart {
  @IsInt()
  @Min(1)
  @Max(MOST_PARTS)
  number: number;
  /** The `ETag` that the upload of the part was answered with. */
  @IsString()
  @MaxLength(200)
  checksum_etag: string;
  @IsOptional()
  @IsString()
  @Matches(SHA256, NO_SHA256)
  checksum_sha256_base64?: string | null;
}

export class FileUploadCompleted {
  /** Of the upload. */
  @IsString()
  @MaxLength(100)
  id: string;
  @IsString()
  @MaxLength(1_000)
  path: string;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_PARTS)
  @NestedEach(() => S3FileUploadCompletedPart)
  parts: S3FileUploadCompletedPart[];
}

export class FilePatch {
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  name?: string | null;
  @IsOptional()
  @IsString()
  @MaxLength(100)
  @EmptyIsNull()
  version?: string | null;
}

/** What a signed link to upload a part consists of. */
export class FilePartQuery {
  @IsOptional()
  @IsString()
  size?: string;
  @IsOptional()
  @IsString()
  expires?: string;
  @IsOptional()
  @IsString()
  checksum?: string;
  @IsOptional()
  @IsString()
  signature?: string;
}

class FileBase {
  id: string;
  organization_id: string;
  name: string;
  path: string;
  mime_type: string;
  /** In bytes. */
  size: number;
  storage_version: string | null;
  checksum_etag: string | null;
  checksum_sha256_base64: string | null;
  checksum_sha256_hex: string | null;
  last_modified_at: string | null;
  version: string | null;
  is_uploaded: boolean;
  /** Files are not searched for malware. */
  @ApiProperty({ type: String, nullable: true })
  flagged_malicious_at: null;
  size_readable: string;
}

export class DownloadableFileRead extends FileBase {
  @ApiProperty({ enum: ['downloadable'] })
  service: 'downloadable';
  created_at: string;
}

export class ProductMediaFileRead extends FileBase {
  @ApiProperty({ enum: ['product_media'] })
  service: 'product_media';
  created_at: string;
  public_url: string;
}

export class OrganizationAvatarFileRead extends FileBase {
  @ApiProperty({ enum: ['organization_avatar'] })
  service: 'organization_avatar';
  created_at: string;
  public_url: string;
}

export type FileRead = DownloadableFileRead | ProductMediaFileRead | OrganizationAvatarFileRead;

const READS = [DownloadableFileRead, ProductMediaFileRead, OrganizationAvatarFileRead] as const;

/** One file of any service, for the OpenAPI document. */
export const FILE_READ = {
  oneOf: READS.map((type) => ({ $ref: getSchemaPath(type) })),
  discriminator: {
    propertyName: 'service',
    mapping: Object.fromEntries(SERVICES.map((service, index) => [service, getSchemaPath(READS[index]!)])),
  },
};

export class S3FileUploadPart {
  number: number;
  chunk_start: number;
  chunk_end: number;
  checksum_sha256_base64: string | null;
  /** Takes a `PUT` of the part's bytes, with `headers`, until `expires_at`. */
  url: string;
  expires_at: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  headers: Record<string, string>;
}

export class S3FileUploadMultipart {
  id: string;
  path: string;
  parts: S3FileUploadPart[];
}

export class FileUpload extends FileBase {
  @ApiProperty({ enum: SERVICES })
  service: 'downloadable' | 'product_media' | 'organization_avatar';
  upload: S3FileUploadMultipart;
}

export class FileList {
  @ApiProperty({ type: 'array', items: FILE_READ })
  items: FileRead[];
  pagination: Pagination;
}

export class FileSpaceQuery {
  /** Required for users; tokens and keys belong to one. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

export class FileSpaceDto {
  /** Bytes of files, and of uploads that have begun. */
  used: number;
  /** Such as `1.5 MB`. */
  used_readable: string;
  /** Bytes. */
  allowed: number;
  allowed_readable: string;
}
