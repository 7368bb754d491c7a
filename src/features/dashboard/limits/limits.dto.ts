import { IsOptional, IsUUID } from 'class-validator';

export class LimitsQuery {
  /** Required for users; tokens and keys belong to one. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

export class LimitUse {
  used: number;
  allowed: number;
}

/** null if the caller may not read what is counted. */
export class LimitsDto {
  meters: LimitUse | null;
  /** In the filters of all meters, by their weight. */
  meter_clauses: LimitUse | null;
  webhook_endpoints: LimitUse | null;
  /** In force or to come. */
  tax_rates: LimitUse | null;
}
