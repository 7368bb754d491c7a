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
