import { isDeepStrictEqual } from 'node:util';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { endsTooLate } from './license-key-terms.rules.ts';
import type { Metadata } from '../metadata.ts';
import type { CreateBenefit, DeleteBenefit, UpdateBenefit } from './benefit.commands.ts';
import type { BenefitEvent, BenefitProperties } from './benefit.events.ts';
import { changesGrants } from './benefit-properties.rules.ts';

type BenefitIntent = IntentOf<CreateBenefit | UpdateBenefit | DeleteBenefit>;

interface Benefit {
  status: 'active';
  benefitId: string;
  organizationId: string;
  description: string;
  properties: BenefitProperties;
  metadata: Metadata;
}
export type BenefitState = { status: 'absent' } | { status: 'deleted' } | Benefit;

/** What buyers of a product receive (docs/BILLING.md#benefits). */
export const benefitDecider: Decider<BenefitIntent, BenefitState, BenefitEvent> = {
  category: 'benefit',
  initial: { status: 'absent' },
  edits: { types: ['BenefitUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data, now }, state) {
    switch (type) {
      case 'CreateBenefit':
        return create(data, state, now);
      case 'UpdateBenefit':
        return update(data, known(state), now);
      case 'DeleteBenefit':
        return remove(known(state));
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'BenefitCreated':
        return { status: 'active', ...event.data };
      case 'BenefitUpdated':
        return state.status === 'active' ? { ...state, ...event.data } : state;
      case 'BenefitDeleted':
        return { status: 'deleted' };
    }
  },
};

function create(data: CreateBenefit['data'], state: BenefitState, now: Instant): BenefitEvent[] {
  if (state.status !== 'absent') return [];
  refuseEndless(data.properties, now);
  return [{ type: 'BenefitCreated', data }];
}

function update(changes: UpdateBenefit['data'], benefit: Benefit, now: Instant): BenefitEvent[] {
  const { description, properties, metadata, type } = changes;
  if (type !== undefined && type !== benefit.properties.type)
    throw InvalidInput.at('body.type', 'The type of a benefit cannot be changed.');
  const changed = {
    ...(description !== undefined && description !== benefit.description && { description }),
    ...(properties !== undefined && !isDeepStrictEqual(properties, benefit.properties) && { properties }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, benefit.metadata) && { metadata }),
  };
  if (Object.keys(changed).length === 0) return [];
  if (changed.properties) refuseEndless(changed.properties, now);
  const grants = properties && changesGrants(benefit.properties, properties) && { changesGrants: true as const };
  return [{ type: 'BenefitUpdated', data: { benefitId: benefit.benefitId, ...changed, ...grants } }];
}

/** @throws InvalidInput a license key would expire after the year 9999 */
function refuseEndless(properties: BenefitProperties, now: Instant): void {
  if (properties.type !== 'license_keys' || !properties.expires || !endsTooLate(properties.expires, now)) return;
  const msg = 'Keys should expire before the year 10000; leave `expires` out if they never do';
  throw InvalidInput.at('body.properties.expires.ttl', msg);
}

function remove({ benefitId, organizationId }: Benefit): BenefitEvent[] {
  return [{ type: 'BenefitDeleted', data: { benefitId, organizationId } }];
}

function known(state: BenefitState): Benefit {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
