import { IsString } from 'class-validator';
import { IfGiven } from '../accounts.dto.ts';

/** Asks about an organization; the active one where none is named. */
export class InOrganization {
  @IfGiven()
  @IsString()
  organizationId?: string;
}

export class OrganizationRequest {
  @IsString()
  organizationId: string;
}
