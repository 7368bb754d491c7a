import { IsString, MaxLength } from 'class-validator';
import { IfGiven, MAX_TEXT } from '../accounts.dto.ts';

/** A request about an organization; about the active one if it names none. */
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
