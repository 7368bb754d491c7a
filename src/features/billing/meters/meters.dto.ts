import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { Pagination } from '../../../app/http/lists/pagination.dto.ts';
import { ApiMetadata, IsMetadata } from '../billing.dto.ts';
import type { Metadata } from '../metadata.ts';
import { CONJUNCTIONS, FILTER_OPERATORS, type MeterAggregation } from './meter.events.ts';
import { LONGEST_PROPERTY, LONGEST_VALUE, MOST_CLAUSES } from './meter-filter.rules.ts';

const VALUE = {
  oneOf: [{ type: 'string', maxLength: LONGEST_VALUE }, { type: 'integer', format: 'int32' }, { type: 'boolean' }],
};

export class FilterClause {
  /** `name`, `source`, `timestamp` (seconds since 1970), or a key of the event's metadata. */
  @ApiProperty({ minLength: 1, maxLength: LONGEST_PROPERTY })
  property: string;
  @ApiProperty({ enum: FILTER_OPERATORS })
  operator: (typeof FILTER_OPERATORS)[number];
  @ApiProperty(VALUE)
  value: string | number | boolean;
}

/** Without clauses, it lets every event through. */
@ApiExtraModels(FilterClause)
export class Filter {
  @ApiProperty({ enum: CONJUNCTIONS })
  conjunction: (typeof CONJUNCTIONS)[number];
  /** Clauses, and groups of them: at most 100 in all, in at most 5 levels. One with `like` or `not_like` counts once for each 32 characters of its value. */
  @ApiProperty({
    type: 'array',
    maxItems: MOST_CLAUSES,
    items: { oneOf: [{ $ref: '#/components/schemas/Filter' }, { $ref: getSchemaPath(FilterClause) }] },
  })
  clauses: (Filter | FilterClause)[];
}

export class CountAggregation {
  @ApiProperty({ enum: ['count'] })
  func: 'count';
}

export class PropertyAggregation {
  @ApiProperty({ enum: ['sum', 'max', 'min', 'avg'] })
  func: 'sum' | 'max' | 'min' | 'avg';
  /** A key of the event's metadata, whose values are numbers. */
  @ApiProperty({ minLength: 1, maxLength: LONGEST_PROPERTY })
  property: string;
}

const AGGREGATION = {
  oneOf: [{ $ref: getSchemaPath(CountAggregation) }, { $ref: getSchemaPath(PropertyAggregation) }],
};
const FILTER = { allOf: [{ $ref: getSchemaPath(Filter) }] };

@ApiExtraModels(Filter, CountAggregation, PropertyAggregation)
export class MeterCreate {
  @IsString()
  @MinLength(3)
  @MaxLength(500)
  name: string;
  @ApiProperty(FILTER)
  @IsObject()
  filter: object;
  @ApiProperty(AGGREGATION)
  @IsObject()
  aggregation: object;
  /** Required with a user's credentials, refused with an organization's token. */
  @IsOptional()
  @IsUUID()
  organization_id?: string | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

@ApiExtraModels(Filter, CountAggregation, PropertyAggregation)
export class MeterUpdate {
  @IsOptional()
  @IsString()
  @MinLength(3)
  @MaxLength(500)
  name?: string | null;
  /** Replaces the whole filter. */
  @ApiPropertyOptional(FILTER)
  @IsOptional()
  @IsObject()
  filter?: object | null;
  @ApiPropertyOptional(AGGREGATION)
  @IsOptional()
  @IsObject()
  aggregation?: object | null;
  @ApiMetadata({ optional: true })
  @IsOptional()
  @IsMetadata()
  metadata?: Metadata;
}

@ApiExtraModels(CountAggregation, PropertyAggregation)
export class Meter {
  id: string;
  created_at: string;
  modified_at: string | null;
  @ApiMetadata()
  metadata: Metadata;
  name: string;
  /** What meters measure are plain numbers. */
  @ApiProperty({ enum: ['scalar'] })
  unit: 'scalar';
  @ApiProperty({ type: String, nullable: true })
  custom_label: null;
  @ApiProperty({ type: Number, nullable: true })
  custom_multiplier: null;
  filter: Filter;
  @ApiProperty(AGGREGATION)
  aggregation: MeterAggregation;
  organization_id: string;
  /** Meters are not archived. */
  @ApiProperty({ type: String, nullable: true })
  archived_at: null;
  /** Not in the contract: since when filter and aggregation cannot be changed, because what it measured was billed; null if they can. */
  frozen_at: string | null;
}

export class MeterList {
  items: Meter[];
  pagination: Pagination;
}
