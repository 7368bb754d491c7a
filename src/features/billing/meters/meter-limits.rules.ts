import { InvalidInput } from '../../../kernel/errors.ts';
import { fullOf, LIMITS } from '../../../limits.ts';
import type { MeterFilter } from './meter.events.ts';
import { filterWeight, LIKE_COUNTS } from './meter-filter.rules.ts';
import { filterOf, type MeterDocument } from './meter.projection.ts';

/** Each measures every usage event, and none can be deleted. */
const METERS = LIMITS.organization.meters;
/** By their weight: each may be evaluated for every usage event. */
const { most: MOST_CLAUSES_OF_ALL } = LIMITS.organization.meterClauses;

/** @throws InvalidInput the organization has as many meters as it can have */
export function demandRoom(meters: readonly MeterDocument[]): void {
  if (meters.length < METERS.most) return;
  throw InvalidInput.at('body', fullOf(METERS, 'change one that is no longer used'), 'too_many_meters');
}

/** What the filters of these meters weigh together. */
export function clausesOf(meters: readonly MeterDocument[]): number {
  return meters.reduce((sum, one) => sum + weightOf(one, false), 0);
}

/**
 * @param meters all of the organization's
 * @param meterId the one that gets the filter; what it counts by until then serves meanwhile, and counts, too
 * @throws InvalidInput the filters would have too many clauses together
 */
export function demandClauses(meters: readonly MeterDocument[], meterId: string, filter: MeterFilter): void {
  const weight = meters.reduce((sum, one) => sum + weightOf(one, one.id === meterId), filterWeight(filter));
  if (weight <= MOST_CLAUSES_OF_ALL) return;
  const limit = `The filters of an organization's meters can have at most ${MOST_CLAUSES_OF_ALL} clauses in all`;
  const changing =
    'A filter that has just been changed counts beside the one before it until it has counted past usage';
  throw InvalidInput.at('body.filter', `${limit}, not ${weight}. ${LIKE_COUNTS}. ${changing}`, 'too_long');
}

/** Of the definitions by which usage is measured; without the newest if that is replaced. */
function weightOf(meter: MeterDocument, isReplaced: boolean): number {
  const { serving } = meter;
  const newest = isReplaced && serving ? 0 : filterWeight(filterOf(meter));
  return newest + (serving ? filterWeight(filterOf(serving)) : 0);
}
