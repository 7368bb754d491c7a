import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { PageLimit, PageNumber, Pagination } from '../../../app/http/lists/pagination.dto.ts';

export class OutboxQueryDto {
  /** Only mails to this address. */
  @IsOptional()
  @IsString()
  to?: string;

  /** Only mails of this kind. */
  @IsOptional()
  @IsString()
  kind?: string;
}

export class OutboxPageQueryDto extends OutboxQueryDto {
  /** Part of the address or the subject, in any case. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  query?: string;

  /** Only mails of this organization; mails about accounts belong to none. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;

  @PageNumber()
  page = 1;
  @PageLimit()
  limit = 25;
}

export class OutboxMailDto {
  kind: string;
  to: string;
  /** Whose it is, and where answers go, if that is not the installation. */
  from?: string;
  replyTo?: string;
  subject: string;
  url?: string;
  token?: string;
  /** Of an invitation, with the role that it offers. */
  id?: string;
  role?: string;
  /** Of a change of address. */
  newEmail?: string;
  organizationId?: string;
  text: string;
  html: string;
  /** Machine time. */
  at: string;
}

export class OutboxPageDto {
  /** Newest first. */
  items: OutboxMailDto[];
  pagination: Pagination;
}
