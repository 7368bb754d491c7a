import { IsString, MaxLength } from 'class-validator';
import { IfGiven, MAX_TEXT } from '../accounts.dto.ts';

/** Asks about an organization; the active one where none is named. */
export class InOrganization {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationId?: string;
}

export class OrganizationRequest {
  @IsString()
  @MaxLength(MAX_TEXT)
  organizationId: string;
}
