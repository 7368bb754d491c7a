import { isDeepStrictEqual } from 'node:util';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
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

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateBenefit':
        return state.status === 'absent' ? [{ type: 'BenefitCreated', data }] : [];
      case 'UpdateBenefit':
        return update(data, known(state));
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

function update(changes: UpdateBenefit['data'], benefit: Benefit): BenefitEvent[] {
  const { description, properties, metadata, type } = changes;
  if (type !== undefined && type !== benefit.properties.type)
    throw InvalidInput.at('body.type', 'The type of a benefit cannot be changed.');
  const changed = {
    ...(description !== undefined && description !== benefit.description && { description }),
    ...(properties !== undefined && !isDeepStrictEqual(properties, benefit.properties) && { properties }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, benefit.metadata) && { metadata }),
  };
  if (Object.keys(changed).length === 0) return [];
  const grants = properties && changesGrants(benefit.properties, properties) && { changesGrants: true as const };
  return [{ type: 'BenefitUpdated', data: { benefitId: benefit.benefitId, ...changed, ...grants } }];
}

function remove({ benefitId, organizationId }: Benefit): BenefitEvent[] {
  return [{ type: 'BenefitDeleted', data: { benefitId, organizationId } }];
}

function known(state: BenefitState): Benefit {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
