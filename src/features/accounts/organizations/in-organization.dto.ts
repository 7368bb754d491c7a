import { IsOptional, IsString } from 'class-validator';

/** Asks about an organization; the active one where none is named. */
export class InOrganization {
  @IsOptional()
  @IsString()
  organizationId?: string;
}

export class OrganizationRequest {
  @IsString()
  organizationId: string;
}
