import { IsOptional, IsUUID } from 'class-validator';

export class ChangesQuery {
  /** Required for a user; a token follows its own organization. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}
