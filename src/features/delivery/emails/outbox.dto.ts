import { IsOptional, IsString } from 'class-validator';

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

export class OutboxMailDto {
  kind: string;
  to: string;
  subject: string;
  url?: string;
  token?: string;
  organizationId?: string;
  text: string;
  html: string;
  /** Machine time. */
  at: string;
}
