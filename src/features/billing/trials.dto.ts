import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { InvalidInput } from '../../kernel/errors.ts';
import type { Trial } from './products/product.events.ts';

export type TrialInterval = Trial['interval'];

const INTERVALS: readonly TrialInterval[] = ['day', 'week', 'month', 'year'];
const MOST_INTERVALS = 1_000;

/** Describes the interval of a trial in an answer. */
export const ApiTrialInterval = (): PropertyDecorator => ApiProperty({ enum: INTERVALS, nullable: true });

/** Validates the interval of a trial, which is given together with its count; null for none. */
export const IsTrialInterval = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ enum: INTERVALS, nullable: true, required: false }), IsOptional(), IsIn(INTERVALS));

/** Validates the number of a trial's intervals. */
export const IsTrialCount = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_INTERVALS, nullable: true, required: false }),
    IsOptional(),
    IsInt(),
    Min(1),
    Max(MOST_INTERVALS),
  );

/** null: none; undefined: not given. @throws InvalidInput only one of the two is given */
export function givenTrial(body: {
  trial_interval?: TrialInterval | null;
  trial_interval_count?: number | null;
}): Trial | null | undefined {
  const { trial_interval: interval, trial_interval_count: count } = body;
  if (interval != null && count != null) return { interval, count };
  const missing = interval != null ? 'trial_interval_count' : 'trial_interval';
  if (interval != null || count != null) throw InvalidInput.at(`body.${missing}`, 'Field required', 'missing');
  return interval === null || count === null ? null : undefined;
}
